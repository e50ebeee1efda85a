// SPDX-License-Identifier: MIT
#include "models/network/point_network.h"

#include <algorithm>

#include <direct/features.h>

#include "algebra/blas.h"
#include "algebra/dense.h"
#include "features/monomials.h"

namespace direct {
namespace {

std::vector<std::vector<std::size_t>> all_monomials(std::size_t num_inputs, std::size_t degree) {
  std::vector<std::vector<std::size_t>> result;
  MonomialFactors monomial(degree);
  for (std::size_t i = num_monomials(num_inputs, degree); i > 0; --i, monomial.next())
    result.push_back(monomial.factors());
  return result;
}

// The number of each product of two monomials of this degree.
std::vector<std::uint32_t> product_table(std::size_t num_inputs, std::size_t degree) {
  const auto monomials = all_monomials(num_inputs, degree);
  std::vector<std::uint32_t> table;
  std::vector<std::size_t> factors(2 * degree);
  for (const auto& a : monomials)
    for (const auto& b : monomials) {
      std::merge(a.begin(), a.end(), b.begin(), b.end(), factors.begin());
      table.push_back(static_cast<std::uint32_t>(monomial_index(factors)));
    }
  return table;
}

}  // namespace

PointNetwork::PointNetwork(const Network& network) : network_(network), layers_(layers(network)) {
  for (std::size_t a = 1; a <= network.num_inputs; ++a) {
    inputs_.emplace_back(network.num_inputs + 1, 0.0);
    inputs_.back()[a] = 1.0;
  }
  for (std::size_t l = 0; l < network.hidden.size(); ++l)
    products_.push_back(product_table(network.num_inputs, std::size_t{1} << l));
}

PointNetwork::Polynomial PointNetwork::squared(std::size_t layer, const Polynomial& sum) const {
  Polynomial square(num_monomials(network_.num_inputs, std::size_t{2} << layer), 0.0);
  const std::uint32_t* product = products_[layer].data();
  for (const double a : sum)
    for (const double b : sum) square[*product++] += a * b;
  return square;
}

// The derivative of something by a sum, from that by its square.
PointNetwork::Polynomial PointNetwork::through_square(std::size_t layer, const Polynomial& sum,
                                                      const Polynomial& by_square) const {
  Polynomial by_sum(sum.size(), 0.0);
  const std::uint32_t* product = products_[layer].data();
  for (double& a : by_sum)
    for (const double b : sum) a += 2.0 * b * by_square[*product++];
  return by_sum;
}

PointNetwork::States PointNetwork::states(std::span<const double> weights) const {
  States result;
  const std::vector<Polynomial>* inputs = &inputs_;
  for (std::size_t l = 0; l < layers_.size(); ++l) {
    std::vector<Polynomial> sums, outputs;
    for (std::size_t neuron = 0; neuron < layers_[l].width; ++neuron) {
      const auto own = weights.subspan(layers_[l].weight(neuron, 0), layers_[l].fan_in);
      Polynomial sum(inputs->front().size(), 0.0);
      sum.front() = own.front();
      for (std::size_t i = 0; i < inputs->size(); ++i) view(sum) += own[i + 1] * view((*inputs)[i]);
      if (l + 1 < layers_.size()) outputs.push_back(squared(l, sum));
      sums.push_back(std::move(sum));
    }
    result.sums.push_back(std::move(sums));
    result.outputs.push_back(std::move(outputs));
    inputs = &result.outputs.back();
  }
  return result;
}

std::vector<double> PointNetwork::coefficients(std::span<const double> weights) const {
  return states(weights).sums.back().front();
}

// By the chain rule from the output back to the inputs.
void PointNetwork::write_gradient(std::span<const double> weights, const States& all, Polynomial by_output,
                                  std::span<double> gradient) const {
  std::vector<Polynomial> by_sums(1, std::move(by_output));
  for (std::size_t l = layers_.size(); l-- > 0;) {
    const std::vector<Polynomial>& inputs = l > 0 ? all.outputs[l - 1] : inputs_;
    std::vector<Polynomial> by_inputs(inputs.size(), Polynomial(inputs.front().size(), 0.0));
    for (std::size_t neuron = 0; neuron < layers_[l].width; ++neuron) {
      const std::size_t first = layers_[l].weight(neuron, 0);
      const Polynomial& by_sum = by_sums[neuron];
      gradient[first] = by_sum.front();
      for (std::size_t i = 0; i < inputs.size(); ++i) {
        gradient[first + i + 1] = view(by_sum).dot(view(inputs[i]));
        view(by_inputs[i]) += weights[first + i + 1] * view(by_sum);
      }
    }
    if (l == 0) return;
    by_sums.clear();
    for (std::size_t i = 0; i < inputs.size(); ++i)
      by_sums.push_back(through_square(l - 1, all.sums[l - 1][i], by_inputs[i]));
  }
}

double PointNetwork::square_error(const SecondMoments& statistics, std::span<const double> weights,
                                  std::span<double> gradient) const {
  use_single_threaded_blas();
  const States all = states(weights);
  const Polynomial& u = all.sums.back().front();
  const Eigen::VectorXd residual = view(statistics.gram) * view(u) - view(statistics.feature_target);
  if (!gradient.empty()) {
    Polynomial by_output(u.size());
    view(by_output) = 2.0 * residual;
    write_gradient(weights, all, std::move(by_output), gradient);
  }
  return statistics.target_square + view(u).dot(residual - view(statistics.feature_target));
}

std::vector<double> PointNetwork::square_errors(const SecondMoments& statistics, const Matrix& weights) const {
  use_single_threaded_blas();
  Eigen::MatrixXd u(view(statistics.gram).rows(), static_cast<Eigen::Index>(weights.cols()));
  for (std::size_t i = 0; i < weights.cols(); ++i)
    u.col(static_cast<Eigen::Index>(i)) = view(coefficients(weights.column(i)));
  Eigen::MatrixXd residuals(u.rows(), u.cols());
  residuals.noalias() = view(statistics.gram) * u;
  residuals.colwise() -= 2.0 * view(statistics.feature_target);
  std::vector<double> result(weights.cols());
  view(result) = u.cwiseProduct(residuals).colwise().sum().transpose().array() + statistics.target_square;
  return result;
}

}  // namespace direct
