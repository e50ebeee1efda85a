// SPDX-License-Identifier: MIT
// Does an evaluation of a network with one hidden layer cost H d^4, what does it gain over the general way and over the
// paper's formula, and what do merged terms save in deeper networks? Value and gradient by all probabilities, 15
// levels, one thread; the paper's formula without a gradient.
#include <direct/direct.h>

#include <fmt/format.h>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <optional>

#include "algebra/dense.h"
#include "algebra/parallel.h"
#include "models/network/forward_pass.h"
#include "paper_network.h"
#include "random_network.h"
#include "summary.h"

namespace {

using namespace direct;

constexpr std::size_t num_levels = 15, num_rows = 2000;
constexpr double most_terms = 5e6;        // of the general way
constexpr double bar_milliseconds = 5.0;  // of 10 inputs and 16 neurons

struct Evaluation {
  double value = 0.0;
  Matrix by_probability;
};

struct Measured {
  Network network;
  std::size_t num_output_terms = 0, num_square_terms = 0;  // h of the paper; merged terms of the square
  double fast = 0.0, general = 0.0;                        // milliseconds; 0 of what there is not
  double product = 0.0;                                    // of the Gram matrix with H vectors, which is part of fast
  double general_value = 0.0, paper_value = 0.0;           // without the gradient
};

Evaluation evaluated(const QuadraticNetwork& model, const bench::RandomNetwork& problem) {
  Evaluation result;
  result.value = model.expected_square_error(problem.levels, problem.probabilities, &result.by_probability);
  return result;
}

void require_near(double value, double expected, double scale, double tolerance, const char* what) {
  if (std::abs(value - expected) <= tolerance * scale) return;
  std::cerr << fmt::format("bench_network_speed: {}: {} where {} was expected\n", what, value, expected);
  std::exit(1);
}

// Derivatives have a constant of the weight in them that is free.
void require_same_gradient(const Matrix& ours, const Matrix& expected) {
  double scale = 0.0;
  for (const double value : expected.values()) scale = std::max(scale, std::abs(value));
  for (std::size_t j = 0; j < ours.cols(); ++j)
    for (std::size_t k = 1; k < ours.rows(); ++k)
      require_near(ours(k, j) - ours(0, j), expected(k, j) - expected(0, j), scale, 1e-9, "a derivative");
}

double milliseconds(const std::function<void()>& body) { return 1e3 * bench::seconds_per_call(body); }

double evaluation_milliseconds(const QuadraticNetwork& model, const bench::RandomNetwork& problem) {
  Matrix by_probability;
  return milliseconds([&] { model.expected_square_error(problem.levels, problem.probabilities, &by_probability); });
}

double product_milliseconds(const bench::RandomNetwork& problem) {
  const auto gram = view(problem.statistics.gram);
  const auto num_neurons = static_cast<Eigen::Index>(problem.network.hidden.front());
  const Eigen::MatrixXd vectors = Eigen::MatrixXd::Ones(gram.cols(), num_neurons);
  Eigen::MatrixXd products(gram.rows(), num_neurons);
  return milliseconds([&] { products.noalias() = gram * vectors; });
}

// The general way and the paper's formula, which must agree.
Evaluation measure_general(const bench::RandomNetwork& problem, Measured& result) {
  const ForwardPass pass(problem.network);
  const bench::PaperNetwork paper(problem.network, pass.output(), problem.statistics);
  const QuadraticNetwork general(problem.network, problem.statistics, QuadraticNetwork::default_memory_bytes,
                                 NetworkMethod::forward_pass);
  const Evaluation expected = evaluated(general, problem);
  const auto paper_value = [&] { return paper.expected_square_error(problem.levels, problem.probabilities); };
  require_near(paper_value(), expected.value, expected.value, 1e-9, "the paper's formula");
  result.num_output_terms = pass.output().num_terms();
  result.num_square_terms = pass.square().num_terms();
  result.general = evaluation_milliseconds(general, problem);
  result.general_value = milliseconds([&] { general.expected_square_error(problem.levels, problem.probabilities); });
  result.paper_value = milliseconds([&] {
    if (!(paper_value() > 0.0)) std::abort();
  });
  return expected;
}

Measured measured(const Network& network) {
  const bench::RandomNetwork problem = bench::random_network(network, num_levels, num_rows);
  Measured result{.network = network};
  std::optional<Evaluation> expected;
  if (network_size(network, NetworkMethod::forward_pass).num_terms <= most_terms)
    expected = measure_general(problem, result);
  if (network.hidden.size() > 1) return result;
  const QuadraticNetwork fast(network, problem.statistics);
  const Evaluation ours = evaluated(fast, problem);
  if (expected) {
    require_near(ours.value, expected->value, expected->value, 1e-10, "the fast way");
    require_same_gradient(ours.by_probability, expected->by_probability);
  }
  result.fast = evaluation_milliseconds(fast, problem);
  result.product = product_milliseconds(problem);
  return result;
}

double num_hidden(const Measured& m) { return static_cast<double>(m.network.hidden.front()); }
double num_inputs(const Measured& m) { return static_cast<double>(m.network.num_inputs); }
double output_pairs(const Measured& m) { return std::pow(static_cast<double>(m.num_output_terms), 2.0); }

// H d^4, and H P^2 of the products with the Gram matrix.
double nominal_cost(const Measured& m) { return num_hidden(m) * std::pow(num_inputs(m), 4.0); }
double product_cost(const Measured& m) {
  return num_hidden(m) * std::pow(static_cast<double>(network_size(m.network).num_monomials), 2.0);
}

// l m (b/l)^(4l), of l hidden layers and b weights: the paper's own count of operations.
double paper_cost(const Measured& m) {
  const auto num_layers = static_cast<double>(m.network.hidden.size());
  const auto count = static_cast<double>(num_weights(m.network));
  return num_layers * num_levels * std::pow(count / num_layers, 4.0 * num_layers);
}

void print_header() {
  std::cout << "\n| network | weights | P | fast, ms | product, ms | ns / (H d^4) | ns / (H P^2) | merged terms | "
               "general, ms | general "
               "/ fast | h^2 | l m (b/l)^(4l) | paper, ms | paper / fast |\n"
               "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
}

void print(const Measured& m) {
  std::cout << fmt::format("| {} | {} | {} | {:.4f} | {:.4f} | {:.3f} | {:.3f} |", bench::network_name(m.network),
                           num_weights(m.network), network_size(m.network).num_monomials, m.fast, m.product,
                           1e6 * m.fast / nominal_cost(m), 1e6 * m.fast / product_cost(m));
  if (m.general > 0.0)
    std::cout << fmt::format(" {} | {:.3f} | {:.0f} | {:.2g} | {:.1e} | {:.2f} | {:.0f} |\n", m.num_square_terms,
                             m.general, m.general / m.fast, output_pairs(m), paper_cost(m), m.paper_value,
                             m.paper_value / m.fast);
  else
    std::cout << fmt::format(" | | | | {:.1e} | | |\n", paper_cost(m));
  std::cout << std::flush;
}

std::vector<Measured> shown(const std::vector<Network>& networks) {
  std::vector<Measured> result;
  print_header();
  for (const Network& network : networks) {
    result.push_back(measured(network));
    print(result.back());
  }
  return result;
}

using Value = std::function<double(const Measured&)>;

double exponent(const std::vector<Measured>& all, const Value& x, const Value& y, double least) {
  std::vector<double> of_x, of_y;
  for (const Measured& m : all)
    if (x(m) >= least) {
      of_x.push_back(x(m));
      of_y.push_back(y(m));
    }
  return bench::fitted_exponent(of_x, of_y);
}

double fast(const Measured& m) { return m.fast; }

void print_by_inputs() {
  std::vector<Network> networks;
  for (const std::size_t inputs : {2U, 4U, 6U, 8U, 10U, 14U, 20U, 28U, 40U}) networks.push_back({inputs, {8}});
  const std::vector<Measured> all = shown(networks);
  std::cout << fmt::format(
      "\n- time grows with d to the power of {:.2f}, from 20 inputs on {:.2f} (P^2 itself: {:.2f} and {:.2f})\n",
      exponent(all, num_inputs, fast, 0.0), exponent(all, num_inputs, fast, 20.0),
      exponent(all, num_inputs, product_cost, 0.0), exponent(all, num_inputs, product_cost, 20.0));
}

void print_by_neurons() {
  std::vector<Network> networks;
  for (const std::size_t neurons : {1U, 2U, 4U, 8U, 16U, 32U}) networks.push_back({10, {neurons}});
  const std::vector<Measured> all = shown(networks);
  std::cout << fmt::format("\n- time grows with H to the power of {:.2f}, from 4 neurons on {:.2f}\n",
                           exponent(all, num_hidden, fast, 0.0), exponent(all, num_hidden, fast, 4.0));
  for (const Measured& m : all)
    if (num_hidden(m) == 16.0)
      std::cout << fmt::format("- 10 inputs, 16 neurons: {:.3f} ms (bar {}): {}\n", m.fast, bar_milliseconds,
                               bench::verdict(m.fast <= bar_milliseconds));
}

void print_deep() {
  std::cout
      << "\n| network | weights | h^2 | merged terms | h^2 / merged | l m (b/l)^(4l) | general, ms | value only, ms | "
         "paper, ms | paper / value only |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
  for (const Network& network : {Network{2, {2, 2}}, Network{3, {2, 2}}, Network{3, {3, 2}}, Network{4, {3, 2}}}) {
    const Measured m = measured(network);
    std::cout << fmt::format("| {} | {} | {:.0f} | {} | {:.1f} | {:.1e} | {:.3f} | {:.3f} | {:.3f} | {:.1f} |\n",
                             bench::network_name(network), num_weights(network), output_pairs(m), m.num_square_terms,
                             output_pairs(m) / static_cast<double>(m.num_square_terms), paper_cost(m), m.general,
                             m.general_value, m.paper_value, m.paper_value / m.general_value)
              << std::flush;
  }
}

}  // namespace

int main() {
  with_threads(1, [] {
    print_by_inputs();
    print_by_neurons();
    print_deep();
  });
}
