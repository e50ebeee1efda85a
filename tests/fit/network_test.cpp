// SPDX-License-Identifier: MIT
#include <direct/elbo.h>
#include <direct/evaluate.h>

#include <gtest/gtest.h>
#include <cmath>
#include <functional>
#include <random>

#include "data/test_files.h"
#include "fit/network/network_prior.h"

namespace direct::network_test {
namespace {

// Rows of a network whose weights are on the levels -1, -0.8, ..., 1, with noise.
class Planted {
 public:
  Planted(Network network, std::uint64_t seed) : network_(std::move(network)), random_(seed) {
    for (std::size_t j = 0; j < num_weights(network_); ++j)
      weights_.push_back(0.2 * static_cast<double>(std::uniform_int_distribution<int>(-5, 5)(random_)));
  }

  std::string csv(std::size_t num_rows, double noise) {
    std::string text;
    std::normal_distribution<double> normal;
    for (std::size_t a = 0; a < network_.num_inputs; ++a) text += "x" + std::to_string(a) + ",";
    text += "y\n";
    for (std::size_t i = 0; i < num_rows; ++i) {
      std::vector<double> inputs;
      for (std::size_t a = 0; a < network_.num_inputs; ++a) {
        inputs.push_back(normal(random_));
        text += std::to_string(inputs.back()) + ",";
      }
      text += std::to_string(output(network_, weights_, inputs) + noise * normal(random_)) + "\n";
    }
    return text;
  }

 private:
  Network network_;
  std::mt19937_64 random_;
  std::vector<double> weights_;
};

FitOptions on_known_grid(std::vector<std::size_t> hidden) {
  FitOptions options = network_options(std::move(hidden));
  options.features = FeatureKind::given;
  options.support = "-1:1";
  options.levels = 11;
  return options;
}

std::string message_of(const std::function<void()>& call) {
  const auto thrown = thrown_by(call);
  return thrown ? thrown->message : "";
}

class FitNetwork : public testing::Test {
 protected:
  Dataset written(Planted& planted, const std::string& name, std::size_t num_rows, double noise) const {
    return open_dataset({directory_.write(name, planted.csv(num_rows, noise))});
  }
  std::string bytes(const TrainedModel& model) const {
    save_model(model, directory_.path("m.direct"));
    return file_contents(directory_.path("m.direct"));
  }

  TestDirectory directory_;
};
using FitNetworkLong = FitNetwork;

TEST_F(FitNetworkLong, FindsANetworkOfGridWeights) {
  constexpr double noise = 0.3;
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    Planted planted({.num_inputs = 4, .hidden = {3}}, seed);
    const Training training = fit(written(planted, "train.csv", 2000, noise), on_known_grid({3}));
    EXPECT_TRUE(training.report.converged);
    const Evaluation found = evaluate(training.model, written(planted, "test.csv", 2000, noise));
    EXPECT_LT(found.rmse, 1.05 * noise) << "seed " << seed;
    EXPECT_NEAR(found.intervals.at("0.9").coverage, 0.9, 0.03);
  }
}

TEST_F(FitNetwork, FindsADeepNetwork) {
  constexpr double noise = 0.3;
  Planted planted({.num_inputs = 2, .hidden = {2, 1}}, 4);
  const Training training = fit(written(planted, "train.csv", 1000, noise), on_known_grid({2, 1}));
  EXPECT_LT(evaluate(training.model, written(planted, "test.csv", 1000, noise)).rmse, 1.1 * noise);
}

TEST_F(FitNetworkLong, IsTheSameForAnyNumberOfThreadsAndSeedsDiffer) {
  Planted planted({.num_inputs = 3, .hidden = {2}}, 5);
  const Dataset dataset = written(planted, "d.csv", 200, 0.5);
  FitOptions options = network_options({4});
  options.threads = 1;
  const std::string one = bytes(fit(dataset, options).model);
  options.threads = 4;
  EXPECT_EQ(bytes(fit(dataset, options).model), one);
  options.seed = 1;
  EXPECT_NE(bytes(fit(dataset, options).model), one);
}

TEST_F(FitNetwork, ReportsTheElboOfItsPosterior) {
  Planted planted({.num_inputs = 2, .hidden = {2}}, 6);
  const Dataset dataset = written(planted, "d.csv", 60, 0.5);
  for (const PosteriorKind kind : {PosteriorKind::mean_field, PosteriorKind::mixture})
    for (const Optimizer optimizer : {Optimizer::automatic, Optimizer::lbfgs, Optimizer::ascent}) {
      FitOptions options = network_options({2});
      options.posterior = kind;
      options.optimizer = optimizer;
      const auto [model, report] = fit(dataset, options);
      const SecondMoments statistics = second_moments(*model.statistics);
      const QuadraticNetwork network(network_of(model), statistics);
      const double found = elbo(expected_likelihood(network, model.prior, model.noise, model.posterior, false),
                                model.prior, model.noise, model.posterior);
      EXPECT_NEAR(report.elbo, found, 1e-6 * std::abs(found) + 1e-3);
      EXPECT_EQ(model.posterior.num_components(), kind == PosteriorKind::mixture ? 5U : 1U);
    }
}

TEST_F(FitNetworkLong, BestIsNeverBelowTheOthers) {
  Planted planted({.num_inputs = 2, .hidden = {2}}, 7);
  const Dataset dataset = written(planted, "d.csv", 80, 0.5);
  const auto elbo_with = [&](Optimizer optimizer) {
    FitOptions options = network_options({2});
    options.optimizer = optimizer;
    return fit(dataset, options).report.elbo;
  };
  const double best = elbo_with(Optimizer::best);
  EXPECT_GE(best, elbo_with(Optimizer::automatic) - 1e-9);
  EXPECT_GE(best, elbo_with(Optimizer::lbfgs) - 1e-9);
}

// ELBO(mixture) <= max over the components of their own + the logarithm of their number.
TEST_F(FitNetwork, MixturesGainNoMoreThanTheLogarithmOfTheirSize) {
  Planted planted({.num_inputs = 2, .hidden = {2}}, 8);
  const Dataset dataset = written(planted, "d.csv", 40, 1.0);
  FitOptions options = network_options({2});
  const double product = fit(dataset, options).report.elbo;
  options.posterior = PosteriorKind::mixture;
  options.components = 3;
  const auto [model, report] = fit(dataset, options);
  EXPECT_GE(report.elbo, product - 0.1);
  const SecondMoments statistics = second_moments(*model.statistics);
  const QuadraticNetwork network(network_of(model), statistics);
  double best = -HUGE_VAL;
  for (const Matrix& component : model.posterior.log_probabilities) {
    const Posterior alone{.log_component_weights = {0.0},
                          .log_probabilities = {component},
                          .noise_log_probabilities = model.posterior.noise_log_probabilities};
    best = std::max(best, elbo(expected_likelihood(network, model.prior, model.noise, alone, false), model.prior,
                               model.noise, alone));
  }
  EXPECT_LE(report.elbo, best + std::log(3.0) + 1e-9);
}

TEST_F(FitNetworkLong, UpdateIsAFitOfAllRows) {
  Planted planted({.num_inputs = 2, .hidden = {2}}, 9);
  const std::string header = "x0,x1,y\n", first = planted.csv(300, 0.5), second = planted.csv(200, 0.5);
  const Dataset one = open_dataset({directory_.write("1.csv", first)});
  const Dataset more = open_dataset({directory_.write("2.csv", second)});
  const Dataset all = open_dataset({directory_.write("all.csv", first + second.substr(header.size()))});
  const FitOptions options = on_known_grid({2});
  const Training updated = update(fit(one, options).model, more);
  const Training whole = fit(gather(all, options, &updated.model.preparation).statistics, options);
  EXPECT_EQ(updated.model.summary.num_rows, 500.0);
  EXPECT_NEAR(updated.report.elbo, whole.report.elbo, 1e-6 * std::abs(whole.report.elbo));
}

TEST_F(FitNetworkLong, StatisticsDoNotDependOnTheWidth) {
  Planted planted({.num_inputs = 3, .hidden = {2}}, 10);
  const Gathered gathered = gather(written(planted, "d.csv", 300, 0.5), network_options({2}));
  EXPECT_EQ(fit(gathered.statistics, network_options({5})).model.prior.num_features(), 26U);
  EXPECT_THROW(fit(gathered.statistics, network_options({2, 2})), Error);
  FitOptions linear{.features = FeatureKind::linear};
  EXPECT_THROW(fit(gathered.statistics, linear), Error);
}

TEST_F(FitNetwork, TakesConstantInputsAndTargetsAndOneRow) {
  for (const char* csv : {"a,b,y\n1,2,3\n", "a,b,y\n1,2,3\n1,2,3\n", "a,b,y\n1,5,3\n2,5,3\n3,5,3\n",
                          "a,b,y\n1e-200,1e200,3e180\n2e-200,3e200,4e180\n3e-200,1e200,1e180\n"}) {
    const Dataset dataset = open_dataset({directory_.write("d.csv", csv)});
    const Training training = fit(dataset, network_options({2}));
    EXPECT_TRUE(std::isfinite(training.report.elbo)) << csv;
    const Evaluation evaluation = evaluate(training.model, dataset);
    EXPECT_TRUE(std::isfinite(evaluation.rmse)) << csv;
    EXPECT_TRUE(std::isfinite(evaluation.nll)) << csv;
  }
}

TEST_F(FitNetworkLong, EndsWhereThePriorIsAbsurd) {
  Planted planted({.num_inputs = 2, .hidden = {2}}, 12);
  const Dataset dataset = written(planted, "d.csv", 50, 0.5);
  for (const char* scale : {"1e-100", "1e10", "1e100"}) {
    FitOptions options = network_options({2});
    options.prior_scale = scale;
    EXPECT_TRUE(std::isfinite(fit(dataset, options).report.elbo)) << scale;
  }
}

TEST_F(FitNetwork, RefusesWhatItCannotDo) {
  const auto refusal = [](auto change) {
    FitOptions options = network_options({2});
    change(options);
    return message_of([&] { check(options); });
  };
  EXPECT_EQ(refusal([](FitOptions&) {}), "");
  EXPECT_NE(refusal([](FitOptions& o) { o.hidden = {}; }).find("`hidden`"), std::string::npos);
  EXPECT_NE(refusal([](FitOptions& o) { o.hidden = {3, 0}; }).find("found 0"), std::string::npos);
  EXPECT_NE(refusal([](FitOptions& o) { o.likelihood = Likelihood("poisson"); }).find("Gaussian"), std::string::npos);
  EXPECT_NE(refusal([](FitOptions& o) { o.features = FeatureKind::fourier; }).find("`features`"), std::string::npos);
  EXPECT_NE(refusal([](FitOptions& o) { o.support = "learned"; }).find("`support`"), std::string::npos);
  EXPECT_NE(refusal([](FitOptions& o) { o.posterior = PosteriorKind::draws; }).find("`posterior`"), std::string::npos);
  EXPECT_NE(refusal([](FitOptions& o) { o.target_sparsity = 0.5; }).find("`target_sparsity`"), std::string::npos);
  EXPECT_NE(refusal([](FitOptions& o) { o.memory = std::size_t{10}; }).find("`memory`"), std::string::npos);
  EXPECT_NE(refusal([](FitOptions& o) { o.model = ModelKind::linear; }).find("`hidden`"), std::string::npos);
}

TEST_F(FitNetwork, RefusesWhatDoesNotFitBeforeItStarts) {
  Planted planted({.num_inputs = 4, .hidden = {2}}, 11);
  const Dataset dataset = written(planted, "d.csv", 20, 0.5);
  FitOptions options = network_options({16, 16});
  options.memory = "100MB";
  const std::string message = message_of([&] { fit(dataset, options); });
  EXPECT_NE(message.find("terms"), std::string::npos) << message;
  EXPECT_NE(message.find("100"), std::string::npos) << message;
}

TEST(NetworkPrior, HasAScaleForEachLayer) {
  const Network network{.num_inputs = 3, .hidden = {2, 5}};
  SecondMoments statistics(num_monomials(3, 4));
  statistics.num_rows = 10.0;
  for (std::size_t i = 0; i < statistics.num_features(); ++i) statistics.gram(i, i) = 10.0;
  statistics.target_square = 40.0;  // of a target of mean square 4
  FitOptions options = network_options({2, 5});
  const std::vector<double> scales = layer_scales(network, statistics, options);
  EXPECT_NEAR(scales[0], 0.5, 1e-12);
  EXPECT_NEAR(scales[1], 1.0 / std::sqrt(7.0), 1e-12);
  EXPECT_NEAR(scales[2], 2.0 / std::sqrt(16.0), 1e-12);
  const WeightPrior prior = network_prior(network, scales, options);
  ASSERT_EQ(prior.num_features(), num_weights(network));
  for (const Layer& layer : layers(network))
    EXPECT_EQ(prior.levels(14, layer.first_weight), prior.levels(14, layer.weight(layer.width - 1, layer.fan_in - 1)));
  EXPECT_NEAR(prior.levels(14, 0), 1.5, 1e-12);
  EXPECT_NEAR(prior.levels(14, num_weights(network) - 1), 3.0 * scales[2], 1e-12);
  options.prior_scale = "0.25";
  EXPECT_EQ(layer_scales(network, statistics, options), std::vector<double>(3, 0.25));
}

}  // namespace
}  // namespace direct::network_test
