// SPDX-License-Identifier: MIT
#include "baselines/reparam.h"

#include <direct/error.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <random>

#include "baselines/views.h"

namespace study {
namespace {

using Vector = Eigen::VectorXd;

std::vector<double> values(const Vector& v) { return {v.begin(), v.end()}; }

struct Batch {
  direct::Matrix features;
  Vector targets;
};

Batch batch_of(const ReparamProblem& problem, std::span<const std::size_t> rows) {
  direct::Matrix inputs(rows.size(), problem.rows.inputs.cols());
  Batch batch{{}, Vector(rows.size())};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < inputs.cols(); ++j) inputs(i, j) = problem.rows.inputs(rows[i], j);
    batch.targets[static_cast<Eigen::Index>(i)] = problem.rows.targets[rows[i]];
  }
  evaluate(problem.features, inputs, batch.features);
  return batch;
}

class Adam {
 public:
  explicit Adam(Eigen::Index size) : first_(Vector::Zero(size)), second_(Vector::Zero(size)) {}

  void step(Vector& x, const Vector& gradient, double size) {
    constexpr double decay = 0.9, square_decay = 0.999, least = 1e-8;
    ++steps_;
    first_ = decay * first_ + (1.0 - decay) * gradient;
    second_ = square_decay * second_ + (1.0 - square_decay) * gradient.cwiseAbs2();
    const double bias = 1.0 - std::pow(decay, steps_), square_bias = 1.0 - std::pow(square_decay, steps_);
    x.array() -= size * (first_.array() / bias) / ((second_.array() / square_bias).sqrt() + least);
  }

 private:
  Vector first_, second_;
  int steps_ = 0;
};

// `rows` is a permutation of all rows; its first `count` become a random choice.
std::span<const std::size_t> random_rows(std::mt19937_64& generator, std::vector<std::size_t>& rows,
                                         std::size_t count) {
  if (count >= rows.size()) return rows;
  for (std::size_t i = 0; i < count; ++i) {
    std::uniform_int_distribution<std::size_t> other(i, rows.size() - 1);
    std::swap(rows[i], rows[other(generator)]);
  }
  return {rows.data(), count};
}

void fill_normal(std::mt19937_64& generator, direct::Matrix& normals) {
  std::normal_distribution<double> normal;
  for (double& value : normals.values()) value = normal(generator);
}

}  // namespace

ReparamGradient reparam_gradient(const ReparamProblem& problem, const GaussianMeanField& posterior,
                                 std::span<const std::size_t> rows, const direct::Matrix& normals) {
  const Batch batch = batch_of(problem, rows);
  const auto means = view(posterior.means), deviations = view(posterior.deviations);
  const double scale = std::sqrt(problem.variances.weight), num_samples = static_cast<double>(normals.cols());
  const double share = static_cast<double>(problem.rows.targets.size()) / static_cast<double>(rows.size());
  const Eigen::MatrixXd weights = (deviations.asDiagonal() * view(normals)).colwise() + means;
  const Eigen::MatrixXd residuals = (-(view(batch.features) * weights)).colwise() + batch.targets;
  const double precision = share / problem.variances.noise / num_samples;
  const Eigen::MatrixXd slopes = -precision * (view(batch.features).transpose() * residuals);  // by the weights

  const Eigen::ArrayXd m = means.array() / scale, d = deviations.array() / scale;
  const Vector by_means = (scale * slopes.rowwise().sum().array() + m).matrix();
  const Eigen::ArrayXd by_deviations = slopes.cwiseProduct(view(normals)).rowwise().sum().array();
  const Vector by_logs = (by_deviations * deviations.array() + d.square() - 1.0).matrix();
  const double divergence = 0.5 * (m.square() + d.square() - 1.0 - 2.0 * d.log()).sum();
  const double num_rows = static_cast<double>(problem.rows.targets.size());
  const double loss =
      0.5 * num_rows * std::log(problem.variances.noise) + 0.5 * precision * residuals.squaredNorm() + divergence;
  return {loss, values(by_means), values(by_logs)};
}

GaussianMeanField reparam(const ReparamProblem& problem, const ReparamOptions& options) {
  const std::size_t num_features = problem.features.num_features();
  std::vector<std::size_t> rows(problem.rows.targets.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  const double scale = std::sqrt(problem.variances.weight);
  std::mt19937_64 generator(options.seed);
  Vector means = Vector::Zero(static_cast<Eigen::Index>(num_features)), logs = means;  // in units of the prior's
  Adam adam_means(means.size()), adam_logs(logs.size());
  direct::Matrix normals(num_features, options.samples);
  GaussianMeanField posterior;
  const auto set_posterior = [&] {
    posterior.means = values(scale * means);
    posterior.deviations = values((scale * logs.array().exp()).matrix());
  };
  set_posterior();
  for (int iteration = 0; iteration < options.iterations; ++iteration) {
    const auto batch = random_rows(generator, rows, options.batch_rows);
    fill_normal(generator, normals);
    const ReparamGradient gradient = reparam_gradient(problem, posterior, batch, normals);
    const double step = options.step_size * (1.0 - static_cast<double>(iteration) / options.iterations);
    adam_means.step(means, view(gradient.means), step);
    adam_logs.step(logs, view(gradient.log_deviations), step);
    set_posterior();
  }
  return posterior;
}

TunedReparam tuned_reparam(const ReparamProblem& problem, const direct::SecondMoments& statistics,
                           ReparamOptions options) {
  constexpr std::size_t num_finalists = 3;
  const auto run = [&](double step, int iterations) {
    options.step_size = step;
    options.iterations = iterations;
    const Clocks clocks;
    TunedReparam found{.posterior = reparam(problem, options), .step_size = step, .time = clocks.elapsed()};
    found.elbo = gaussian_elbo(statistics, problem.variances, found.posterior);
    if (!std::isfinite(found.elbo)) found.elbo = -std::numeric_limits<double>::infinity();
    return found;
  };
  const int iterations = options.iterations;
  std::vector<TunedReparam> runs;
  for (const double step : {3.0, 1.0, 0.3, 0.1, 0.03, 0.01, 0.003, 0.001})
    runs.push_back(run(step, std::max(1, iterations / 10)));
  std::ranges::sort(runs, std::greater(), &TunedReparam::elbo);
  runs.resize(num_finalists);
  for (TunedReparam& one : runs) one = run(one.step_size, iterations);
  TunedReparam best = *std::ranges::max_element(runs, {}, &TunedReparam::elbo);
  if (!std::isfinite(best.elbo))
    throw direct::Error(direct::ErrorKind::data, "REPARAM breaks down with every step size");
  return best;
}

double gaussian_elbo(const direct::SecondMoments& statistics, const direct::Variances& variances,
                     const GaussianMeanField& posterior) {
  const auto means = view(posterior.means), deviations = view(posterior.deviations),
             feature_target = view(statistics.feature_target);
  const auto gram = view(statistics.gram);
  const double square_error = statistics.target_square - 2.0 * means.dot(feature_target) + means.dot(gram * means) +
                              gram.diagonal().dot(deviations.cwiseAbs2());
  const Eigen::ArrayXd m = means.array().square() / variances.weight,
                       d = deviations.array().square() / variances.weight;
  return -0.5 * statistics.num_rows * std::log(variances.noise) - 0.5 * square_error / variances.noise -
         0.5 * (m + d - 1.0 - d.log()).sum();
}

std::vector<double> sampled_means(const GaussianMeanField& posterior, int samples, std::uint64_t seed) {
  std::mt19937_64 generator(seed);
  std::normal_distribution<double> normal;
  std::vector<double> means = posterior.means;
  for (std::size_t j = 0; j < means.size(); ++j) {
    double sum = 0.0;
    for (int i = 0; i < samples; ++i) sum += normal(generator);
    means[j] += posterior.deviations[j] * sum / samples;
  }
  return means;
}

}  // namespace study
