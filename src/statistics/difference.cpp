// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/statistics.h>

#include <algorithm>

#include <fmt/format.h>

#include "data/text.h"

namespace direct {
namespace {

std::string part_difference(const Column& one, const Column& other) {
  const std::string name = in_quotes(one.name);
  if (one.name != other.name) return fmt::format("column {} where the other has {}", name, in_quotes(other.name));
  if (one.categorical != other.categorical)
    return fmt::format("column {} holds {}, in the other {}", name, one.categorical ? "categories" : "numbers",
                       other.categorical ? "categories" : "numbers");
  if (one.levels != other.levels)
    return fmt::format("column {} has the levels {}, in the other {}", name, listed(one.levels), listed(other.levels));
  if (one.indicator != other.indicator) return fmt::format("column {} may be missing in only one of them", name);
  if (one.position != other.position) return fmt::format("column {} has another place in the file", name);
  return {};
}

std::string difference_of_targets(const Schema& one, const Schema& other) {
  if (one.target_name != other.target_name)
    return fmt::format("the target is {}, in the other {}", in_quotes(one.target_name), in_quotes(other.target_name));
  if (one.weight_name != other.weight_name)
    return fmt::format("the weight is {}, in the other {}", in_quotes(one.weight_name), in_quotes(other.weight_name));
  if (one.exposure_name != other.exposure_name)
    return fmt::format("the exposure is {}, in the other {}", in_quotes(one.exposure_name),
                       in_quotes(other.exposure_name));
  if (one.likelihood != other.likelihood) return "the targets have another likelihood";
  if (one.classes != other.classes)
    return fmt::format("the classes are {}, in the other {}", listed(one.classes), listed(other.classes));
  return {};
}

std::string part_difference(const Schema& one, const Schema& other) {
  if (std::string found = difference_of_targets(one, other); !found.empty()) return found;
  if (one.columns.size() != other.columns.size())
    return fmt::format("there are {} input columns, in the other {}", one.columns.size(), other.columns.size());
  for (std::size_t i = 0; i < one.columns.size(); ++i) {
    const std::string found = part_difference(one.columns[i], other.columns[i]);
    if (!found.empty()) return found;
  }
  if (one.missing != other.missing || one.unseen != other.unseen)
    return "missing values or unseen levels are treated in another way";
  if (one.dropped != other.dropped || one.has_header != other.has_header ||
      one.num_file_columns != other.num_file_columns || one.target_position != other.target_position ||
      one.weight_position != other.weight_position || one.exposure_position != other.exposure_position)
    return "the files they come from have other columns";
  return {};
}

std::string part_difference(const Preparation& p, const Scaling& one, const Scaling& other) {
  if (one.target_mean != other.target_mean || one.target_scale != other.target_scale)
    return fmt::format("the target's scaling is {} +- {}, in the other {} +- {}", one.target_mean, one.target_scale,
                       other.target_mean, other.target_scale);
  const std::vector<std::string> names = input_names(p.schema);
  for (std::size_t j = 0; j < names.size(); ++j)
    if (one.input_means[j] != other.input_means[j] || one.input_scales[j] != other.input_scales[j])
      return fmt::format("the scaling of input {} is {} +- {}, in the other {} +- {}", in_quotes(names[j]),
                         one.input_means[j], one.input_scales[j], other.input_means[j], other.input_scales[j]);
  return {};
}

// After the scaling, which differs too wherever it is of the same rows.
std::string difference_of_fills(const Schema& one, const Schema& other) {
  for (std::size_t i = 0; i < one.columns.size(); ++i)
    if (one.columns[i].fill != other.columns[i].fill)
      return fmt::format("missing values of column {} stand for {}, in the other {}", in_quotes(one.columns[i].name),
                         one.columns[i].fill, other.columns[i].fill);
  return {};
}

std::string part_difference(const FeatureMap& one, const FeatureMap& other) {
  if (one.kind != other.kind) return "the features are of another kind";
  if (one.degree != other.degree)
    return one.degree == 1 || other.degree == 1 ? "one is that of a network, the other that of a linear model"
                                                : "they are those of networks with another number of hidden layers";
  if (one.num_features() != other.num_features())
    return fmt::format("there are {} features, in the other {}", one.num_features(), other.num_features());
  if (one.integer.has_value() != other.integer.has_value())
    return "the features are integers in only one of them (`feature_bits`)";
  if (one.integer && one.integer->value_bits != other.integer->value_bits)
    return fmt::format("the features have {} bits, in the other {} (`feature_bits`)", one.integer->value_bits,
                       other.integer->value_bits);
  if (one != other) return "the frequencies of the features differ (another `seed`, or other pilot rows)";
  return {};
}

}  // namespace

std::string difference(const Preparation& one, const Preparation& other) {
  std::string found = part_difference(one.schema, other.schema);
  if (found.empty()) found = part_difference(one, one.scaling, other.scaling);
  if (found.empty()) found = difference_of_fills(one.schema, other.schema);
  if (found.empty()) found = part_difference(one.features, other.features);
  if (found.empty() &&
      (one.pilot != other.pilot || one.pilot_inputs != other.pilot_inputs || one.pilot_targets != other.pilot_targets))
    found = "the pilot rows differ";
  return found;
}

namespace {

// Maps may be the same though the rows they were learned from reach farther in one of them.
void widen(Preparation& into, const Preparation& other) {
  if (into.least.size() != other.least.size()) return;
  for (std::size_t j = 0; j < into.least.size(); ++j) {
    into.least[j] = std::min(into.least[j], other.least[j]);
    into.most[j] = std::max(into.most[j], other.most[j]);
  }
}

}  // namespace

void merge(PreparedStatistics& into, const PreparedStatistics& other) {
  const std::string found = difference(into.preparation, other.preparation);
  if (!found.empty()) {
    throw Error(ErrorKind::data,
                "statistics can be merged only when they share a prepared map (accumulate `like`): " + found);
  }
  merge(into.statistics, other.statistics);
  widen(into.preparation, other.preparation);
}

}  // namespace direct
