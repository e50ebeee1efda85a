// SPDX-License-Identifier: MIT
#include "fit/batch_adam.h"

#include <algorithm>

#include "algebra/dense.h"
#include "fit/tolerance.h"
#include "optimize/adam.h"

namespace direct {
namespace {

constexpr std::size_t batches_per_block = 4;
constexpr double batch_first_step = 0.03, batch_last_step = 0.0005;  // of a logit

PreparedRows every_nth(const PreparedRows& rows, std::size_t first, std::size_t stride) {
  const std::size_t count = (rows.size() - first + stride - 1) / stride;
  PreparedRows batch{.inputs = Matrix(count, rows.inputs.cols())};
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t row = first + i * stride;
    for (std::size_t j = 0; j < rows.inputs.cols(); ++j) batch.inputs(i, j) = rows.inputs(row, j);
    batch.targets.push_back(rows.targets[row]);
    batch.weights.push_back(rows.weights[row]);
    batch.offsets.push_back(rows.offsets[row]);
  }
  return batch;
}

// A pass that gains less than the tolerance halves the length of the steps; the best point between two passes is the
// result.
class BatchDescent {
 public:
  BatchDescent(const RowModel& model, const WeightPrior& prior, const NoisePrior& noise, LogitPoint start,
               const ElboTerms& terms, const FitOptions& options)
      : model_(model),
        prior_(prior),
        noise_(noise),
        options_(options),
        terms_(terms),
        point_(std::move(start)),
        logits_(as_logits(point_)),
        best_(logits_),
        gradient_(logits_.size()),
        adam_(logits_.size(), {.smallest_size = smallest_logit_derivative}) {
    report_.start = "adam";
  }

  PosteriorFit run() {
    report_.elbo = full(logits_).elbo;
    report_.trace = {{report_.start, 0, report_.elbo}};
    const double tolerance = least_gain(options_, model_.num_rows());
    double length = batch_first_step;
    while (length >= batch_last_step && report_.iterations < options_.max_iterations) {
      const double gain = run_pass(length);
      if (gain <= tolerance) length *= 0.5;
    }
    report_.converged = length < batch_last_step;
    report_.stop_reason = report_.converged ? "converged" : "max_iterations";
    write_gradient(full(best_), gradient_);
    report_.gradient_norm = view(gradient_).norm();
    return {std::move(point_.posterior), std::move(report_)};
  }

 private:
  ElboGradient full(const std::vector<double>& logits) {
    set_from_logits(logits, point_);
    terms_.log_center = &point_.log_center;
    const ExpectedLikelihood likelihood = model_.expected_likelihood(prior_, noise_, point_.posterior, true);
    return elbo_gradient(likelihood, prior_, noise_, point_.posterior, terms_);
  }

  void step(const PreparedRows& batch, double length) {
    set_from_logits(logits_, point_);
    terms_.log_center = &point_.log_center;
    const ExpectedLikelihood likelihood = model_.estimated_likelihood(batch, prior_, noise_, point_.posterior);
    write_gradient(elbo_gradient(likelihood, prior_, noise_, point_.posterior, terms_), gradient_);
    view(gradient_) *= -1.0;
    adam_.descend(gradient_, length, logits_);
  }

  // What the best ELBO gained. Steps too long to gain anything are taken back.
  double run_pass(double length) {
    std::vector<double> middle(logits_.size());
    double num_steps = 0.0;
    model_.source().for_each([&](const PreparedRows& rows) {
      const std::size_t count = std::min(batches_per_block, rows.size());
      for (std::size_t b = 0; b < count; ++b) {
        step(every_nth(rows, b, count), length);
        view(middle) += view(logits_);
        num_steps += 1.0;
      }
    });
    view(middle) /= num_steps;
    const double elbo = std::max(full(logits_).elbo, report_.elbo), of_middle = full(middle).elbo;
    const std::vector<double>& better = of_middle > elbo ? middle : logits_;
    const double found = std::max(elbo, of_middle), gain = found - report_.elbo;
    if (gain > 0.0) best_ = better;
    logits_ = best_;
    report_.elbo = found;
    ++report_.iterations;
    report_.trace.push_back({report_.start, report_.iterations, found});
    report(options_.progress, {.stage = "fit", .done = static_cast<double>(report_.iterations), .elbo = found});
    return gain;
  }

  const RowModel& model_;
  const WeightPrior& prior_;
  const NoisePrior& noise_;
  const FitOptions& options_;
  ElboTerms terms_;
  LogitPoint point_;
  std::vector<double> logits_, best_, gradient_;
  Adam adam_;
  FitReport report_;
};

}  // namespace

PosteriorFit climb_batch_adam(const RowModel& model, const WeightPrior& prior, const NoisePrior& noise,
                              LogitPoint start, const ElboTerms& terms, const FitOptions& options) {
  return BatchDescent(model, prior, noise, std::move(start), terms, options).run();
}

}  // namespace direct
