// SPDX-License-Identifier: MIT
#include "prediction_columns.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include <direct/error.h>

namespace direct {
namespace {

void refuse_column(bool in_vain, const std::string& message) {
  if (in_vain) throw Error(ErrorKind::usage, message);
}

void check_columns(const ColumnOptions& options, const Likelihood& likelihood) {
  if (likelihood->is_gaussian) return;
  refuse_column(options.moments, "--moments: are those of targets with Gaussian noise");
  refuse_column(options.shortest, "--shortest: is for targets with Gaussian noise; the interval is the central one");
  refuse_column(likelihood->has_classes && !options.quantiles.empty(),
                "--quantiles: a class has none; --interval is that of its probability");
}

void add_bounds(const Interval& interval, CsvLine& line) {
  line.add(interval.lower);
  line.add(interval.upper);
}

}  // namespace

PredictionColumns::PredictionColumns(const TrainedModel& model, const ColumnOptions& options)
    : model_(model), options_(options), predictor_(model) {
  const Likelihood likelihood = model.preparation.schema.likelihood;
  check_columns(options, likelihood);
  if (likelihood->has_classes)
    add_class_columns();
  else
    add_number_columns();
  for (std::size_t k = 0; k < options.quantiles.size(); ++k)
    table_.add({"q" + options.quantile_names[k]}, [probability = options.quantiles[k]](const Row& row, CsvLine& line) {
      line.add(row.distribution->quantile(probability));
    });
  if (options.density) add_density_columns(likelihood->has_classes);
  if (!options.draws) return;
  table_.add(numbered("sample", options.draws->count()), [](const Row& row, CsvLine& line) {
    for (std::size_t s = 0; s < row.samples.cols(); ++s) line.add(row.samples(row.index, s));
  });
}

void PredictionColumns::add_number_columns() {
  table_.add({"mean", "std_model", "std_noise", "std_total"}, [](const Row& row, CsvLine& line) {
    for (const double value :
         {row.prediction.mean, row.prediction.std_model, row.prediction.std_noise, row.prediction.std_total})
      line.add(value);
  });
  if (options_.moments)
    table_.add({"skewness", "excess_kurtosis"}, [](const Row& row, CsvLine& line) {
      line.add(row.distribution->skewness());
      line.add(row.distribution->excess_kurtosis());
    });
  if (!options_.interval) return;
  table_.add({"lower", "upper"}, [this](const Row& row, CsvLine& line) {
    add_bounds(options_.shortest ? row.distribution->shortest_interval(*options_.interval)
                                 : interval(*row.distribution, *options_.interval, options_.calibration),
               line);
  });
}

void PredictionColumns::add_class_columns() {
  const std::vector<std::string>& classes = model_.preparation.schema.classes;
  table_.add({"probability", "class", "entropy", "logit_mean", "logit_std"}, [&classes](const Row& row, CsvLine& line) {
    line.add(row.prediction.mean);
    line.add(classes[row.prediction.mean > 0.5 ? 1 : 0]);
    line.add(row.distribution->entropy());
    line.add(row.prediction.eta_mean);
    line.add(row.prediction.eta_std);
  });
  if (!options_.interval) return;
  table_.add({"lower", "upper"}, [this](const Row& row, CsvLine& line) {
    add_bounds(row.distribution->mean_interval(*options_.interval), line);
  });
}

void PredictionColumns::add_density_columns(bool has_classes) {
  const bool is_gaussian = model_.preparation.schema.likelihood->is_gaussian;
  table_.add({is_gaussian ? "log_density" : "log_probability"}, [](const Row& row, CsvLine& line) {
    line.add(row.distribution->log_density(row.rows.targets[row.index], &row.note.exact_density));
  });
  if (has_classes) return;
  table_.add({"cdf"},
             [](const Row& row, CsvLine& line) { line.add(row.distribution->cdf(row.rows.targets[row.index])); });
}

bool PredictionColumns::needs_distributions() const {
  return options_.moments || options_.interval || !options_.quantiles.empty() || options_.density || options_.draws ||
         !model_.preparation.schema.likelihood->is_gaussian;
}

std::string PredictionColumns::lines(const Rows& rows) {
  const std::size_t count = rows.inputs.rows();
  std::vector<std::string> lines(count);
  std::vector<Note> notes(count);
  Matrix samples;
  if (options_.draws) samples = draw_predictions(model_, *options_.draws, rows.inputs, rows.exposures);
  const auto write = [&](std::size_t i, const Prediction& prediction, const Distribution* distribution) {
    if (distribution) notes[i].resolution = distribution->resolution();
    lines[i] = table_.line({prediction, distribution, rows, samples, i, notes[i]});
  };
  if (needs_distributions()) {
    predictor_.for_each(rows.inputs, rows.exposures, [&](std::size_t i, const Distribution& distribution) {
      write(i, distribution.prediction(), &distribution);
    });
  } else {
    const std::vector<Prediction> predictions = predictor_(rows.inputs);
    for (std::size_t i = 0; i < count; ++i) write(i, predictions[i], nullptr);
  }
  for (const Note& note : notes) {
    num_widened_ += note.resolution > 0.0 ? 1 : 0;
    num_bounded_ += note.exact_density ? 0 : 1;
    largest_resolution_ = std::max(largest_resolution_, note.resolution);
  }
  return fmt::format("{}", fmt::join(lines, ""));
}

std::vector<std::string> PredictionColumns::warnings() const {
  std::vector<std::string> warnings;
  if (num_widened_ > 0)
    warnings.push_back(
        fmt::format("in {} rows the noise is so much smaller than the spread of the weights that quantiles are exact "
                    "only to about {:.2g}",
                    num_widened_, largest_resolution_));
  if (num_bounded_ > 0)
    warnings.push_back(
        fmt::format("log_density of {} rows is only a bound from above: their targets are too far from every value "
                    "that the weights can give",
                    num_bounded_));
  return warnings;
}

}  // namespace direct
