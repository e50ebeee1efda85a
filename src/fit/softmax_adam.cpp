// SPDX-License-Identifier: MIT
#include "fit/softmax_adam.h"

#include <fmt/format.h>
#include <algorithm>
#include <limits>

#include "algebra/dense.h"
#include "fit/tolerance.h"
#include "optimize/adam.h"

namespace direct {
namespace {

constexpr std::size_t num_samples = 3000;  // per step, as in the paper
constexpr std::size_t num_final_samples = 30000;
constexpr int steps_per_block = 25;
constexpr double softmax_first_step = 0.03, softmax_last_step = 0.002;  // of a logit
constexpr double least_block_gain = 0.02;                               // of a block of steps, in nats

// Blocks of steps of one length. Where a block gains no more than chance, the length is halved; where it is the
// shortest, the middle of the block is the result.
class SoftmaxDescent {
 public:
  SoftmaxDescent(const SearchProblem& problem, LogitPoint start, const ElboTerms& terms, std::string name,
                 const FitOptions& options)
      : problem_(problem),
        options_(options),
        terms_(terms),
        point_(std::move(start)),
        start_(as_logits(point_)),
        logits_(start_),
        gradient_(logits_.size()),
        adam_(logits_.size(), {.smallest_size = smallest_logit_derivative}) {
    report_.start = std::move(name);
  }

  PosteriorFit run() {
    double before = -std::numeric_limits<double>::infinity();
    for (double length = softmax_first_step; length >= softmax_last_step && !out_of_steps();) {
      const Block block = run_block(length);
      if (block.elbo <= before + std::max({tolerance(), least_block_gain, 2.0 * block.standard_error})) length *= 0.5;
      before = std::max(before, block.elbo);
      middle_ = block.middle;
    }
    return result();
  }

 private:
  struct Block {
    double elbo = 0.0, standard_error = 0.0;
    std::vector<double> middle;  // mean of its logits
  };

  double tolerance() const { return least_gain(options_, problem_.num_rows); }
  bool out_of_steps() const { return report_.iterations >= options_.max_iterations; }

  ElboGradient evaluate(std::span<const double> logits, std::size_t count) {
    set_from_logits(logits, point_);
    const StratifiedSamples samples = stratified_samples(point_.posterior, count, options_.seed, round_++);
    terms_.samples = &samples;
    terms_.log_center = &point_.log_center;
    return problem_.elbo(point_.posterior, terms_);
  }

  Block run_block(double length) {
    Block block{.middle = std::vector<double>(logits_.size())};
    for (int step = 0; step < steps_per_block; ++step) {
      const ElboGradient at = evaluate(logits_, num_samples);
      write_gradient(at, gradient_);
      view(gradient_) *= -1.0;
      adam_.descend(gradient_, length, logits_);
      block.elbo += at.elbo / steps_per_block;
      block.standard_error = at.standard_error;
      view(block.middle) += view(logits_) / steps_per_block;
      ++report_.iterations;
      report_.trace.push_back({report_.start, report_.iterations, at.elbo});
      report(options_.progress, {.stage = "fit", .done = static_cast<double>(report_.iterations), .elbo = at.elbo});
    }
    block.standard_error /= std::sqrt(static_cast<double>(steps_per_block));
    return block;
  }

  // The start is kept where nothing better was found.
  PosteriorFit result() {
    ElboGradient best = evaluate(start_, num_final_samples);
    LogitPoint chosen = point_;
    report_.trace.insert(report_.trace.begin(), {report_.start, 0, best.elbo});
    if (ElboGradient found = evaluate(middle_, num_final_samples); found.elbo > best.elbo) {
      best = std::move(found);
      chosen = point_;
    }
    write_gradient(best, gradient_);
    report_.elbo = best.elbo;
    report_.gradient_norm = view(gradient_).norm();
    report_.converged = !out_of_steps();
    report_.stop_reason = report_.converged ? "converged" : "max_iterations";
    report_.notes.push_back(
        fmt::format("the ELBO is an estimate by samples; its standard error is {:.2g} nats", best.standard_error));
    return {std::move(chosen.posterior), std::move(report_)};
  }

  const SearchProblem& problem_;
  const FitOptions& options_;
  ElboTerms terms_;
  LogitPoint point_;
  std::vector<double> start_, logits_, middle_, gradient_;
  Adam adam_;
  FitReport report_;
  std::uint64_t round_ = 0;
};

}  // namespace

PosteriorFit climb_softmax_adam(const SearchProblem& problem, LogitPoint start, const ElboTerms& terms,
                                const std::string& name, const FitOptions& options) {
  return SoftmaxDescent(problem, std::move(start), terms, name, options).run();
}

}  // namespace direct
