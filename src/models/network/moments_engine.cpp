// SPDX-License-Identifier: MIT
// One hidden layer: u = a_0 + sum_i a_i z_i^2, z_i = w_i'x, where x starts with the constant 1. A quadratic form x'Sx
// is the product of the P = (d + 1)(d + 2) / 2 monomials of degree 2 with a vector g(S), and the sum over rows of a
// product of two forms is g(S)'G g(S'), G the Gram matrix of the monomials: that is, their fourth moments. With
// independent weights S_i = E[w_i w_i'] and M = a_0 e e' + sum_i E[a_i] S_i,
//   E sum u^2 = g(M)'G g(M) + sum_i (E[a_i^2] E[sum z_i^4] - E[a_i]^2 g(S_i)'G g(S_i)) + n Var[a_0].
#include <Eigen/Core>
#include <vector>

#include <direct/features.h>

#include "algebra/blas.h"
#include "algebra/dense.h"
#include "models/network/engine.h"
#include "models/network/weight_cumulants.h"

namespace direct {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// A matrix of the cumulants of the hidden weights: a row for each input, the constant first, and a column for each
// neuron.
struct HiddenCumulants {
  HiddenCumulants(Index inputs, Index neurons)
      : mean(inputs, neurons), variance(inputs, neurons), third(inputs, neurons), fourth(inputs, neurons) {}

  MatrixXd mean, variance, third, fourth;
};

HiddenCumulants hidden_cumulants(const std::vector<WeightCumulants>& weights, Index inputs, Index neurons) {
  HiddenCumulants result(inputs, neurons);
  for (Index i = 0; i < inputs * neurons; ++i) {
    const WeightCumulants& weight = weights[static_cast<std::size_t>(i)];
    result.mean(i) = weight.mean;
    result.variance(i) = weight.variance;
    result.third(i) = weight.third;
    result.fourth(i) = weight.fourth;
  }
  return result;
}

// What one evaluation needs of all neurons at once.
struct Forms {
  MatrixXd g;         // P x H: g(S_i)
  MatrixXd gram_g;    // G g(S_i)
  VectorXd squares;   // g(S_i)'G g(S_i)
  VectorXd fourths;   // E[sum z_i^4]
  VectorXd output;    // g(M)
  VectorXd residual;  // G g(M) - sum of y times the monomials
};

class MomentsEngine final : public NetworkEngine {
 public:
  MomentsEngine(const Network& network, const SecondMoments& statistics);
  double expected_square_error(const Matrix& levels, const Matrix& probabilities,
                               Matrix* by_probability) const override;

 private:
  Index pair(Index a, Index b) const { return a + b * (b + 1) / 2; }  // monomial_index of a <= b
  MatrixXd forms_of(const HiddenCumulants& hidden) const;
  VectorXd fourth_moments(const HiddenCumulants& hidden, const Forms& forms) const;
  Forms forms_at(const HiddenCumulants& hidden, const std::vector<WeightCumulants>& weights) const;
  HiddenCumulants by_hidden(const HiddenCumulants& hidden, const std::vector<WeightCumulants>& weights,
                            const Forms& forms) const;
  void add_through_forms(const HiddenCumulants& hidden, const MatrixXd& by_form, HiddenCumulants& result) const;
  WeightCumulants by_output(Index neuron, const std::vector<WeightCumulants>& weights, const Forms& forms) const;

  const WeightCumulants& output_weight(const std::vector<WeightCumulants>& weights, Index neuron) const {
    return weights[static_cast<std::size_t>(inputs_ * neurons_ + 1 + neuron)];  // -1: that of the constant
  }
  Eigen::Map<const MatrixXd> gram() const { return view(statistics_.gram); }

  const SecondMoments& statistics_;
  Index inputs_, neurons_;  // inputs with the constant
  MatrixXd squares_;        // P x (d + 1): columns of G that are those of squares x_a^2
  MatrixXd two_two_;        // sums over rows of x_a^2 x_b^2
  MatrixXd three_one_;      // of x_a^3 x_b
};

MomentsEngine::MomentsEngine(const Network& network, const SecondMoments& statistics)
    : statistics_(statistics),
      inputs_(static_cast<Index>(network.num_inputs) + 1),
      neurons_(static_cast<Index>(network.hidden.front())),
      squares_(gram().rows(), inputs_),
      two_two_(inputs_, inputs_),
      three_one_(inputs_, inputs_) {
  for (Index a = 0; a < inputs_; ++a) squares_.col(a) = gram().col(pair(a, a));
  for (Index a = 0; a < inputs_; ++a)
    for (Index b = 0; b < inputs_; ++b) {
      two_two_(a, b) = squares_(pair(a, a), b);
      three_one_(a, b) = squares_(pair(std::min(a, b), std::max(a, b)), a);
    }
}

MatrixXd MomentsEngine::forms_of(const HiddenCumulants& hidden) const {
  MatrixXd g(squares_.rows(), neurons_);
  for (Index i = 0; i < neurons_; ++i)
    for (Index b = 0; b < inputs_; ++b) {
      for (Index a = 0; a < b; ++a) g(pair(a, b), i) = 2.0 * hidden.mean(a, i) * hidden.mean(b, i);
      g(pair(b, b), i) = hidden.mean(b, i) * hidden.mean(b, i) + hidden.variance(b, i);
    }
  return g;
}

// With z = m'x + deviations of variance V = sum v_a x_a^2: E z^4 = (m'x)^4 + 6 (m'x)^2 V + 3 V^2 + 4 (m'x) sum t_a
// x_a^3
// + sum f_a x_a^4, of which (x'Sx)^2 = ((m'x)^2 + V)^2 is a part.
VectorXd MomentsEngine::fourth_moments(const HiddenCumulants& hidden, const Forms& forms) const {
  VectorXd result = forms.squares;
  for (Index i = 0; i < neurons_; ++i) {
    const auto v = hidden.variance.col(i);
    for (Index a = 0; a < inputs_; ++a) result(i) += 4.0 * forms.gram_g(pair(a, a), i) * v(a);
    result(i) += -2.0 * v.dot(two_two_ * v) + 4.0 * hidden.third.col(i).dot(three_one_ * hidden.mean.col(i)) +
                 hidden.fourth.col(i).dot(two_two_.diagonal());
  }
  return result;
}

Forms MomentsEngine::forms_at(const HiddenCumulants& hidden, const std::vector<WeightCumulants>& weights) const {
  Forms forms{.g = forms_of(hidden)};
  forms.gram_g.noalias() = gram() * forms.g;
  forms.squares = forms.g.cwiseProduct(forms.gram_g).colwise().sum();
  forms.fourths = fourth_moments(hidden, forms);
  const double constant = output_weight(weights, -1).mean;
  forms.output = VectorXd::Zero(forms.g.rows());
  forms.output(0) = constant;
  forms.residual = constant * gram().col(0) - view(statistics_.feature_target);
  for (Index i = 0; i < neurons_; ++i) {
    forms.output += output_weight(weights, i).mean * forms.g.col(i);
    forms.residual += output_weight(weights, i).mean * forms.gram_g.col(i);
  }
  return forms;
}

// g(S) by the means and variances it is made of.
void MomentsEngine::add_through_forms(const HiddenCumulants& hidden, const MatrixXd& by_form,
                                      HiddenCumulants& result) const {
  for (Index i = 0; i < neurons_; ++i)
    for (Index b = 0; b < inputs_; ++b) {
      for (Index a = 0; a < b; ++a) {
        const double by_pair = 2.0 * by_form(pair(a, b), i);
        result.mean(a, i) += by_pair * hidden.mean(b, i);
        result.mean(b, i) += by_pair * hidden.mean(a, i);
      }
      result.mean(b, i) += 2.0 * by_form(pair(b, b), i) * hidden.mean(b, i);
      result.variance(b, i) += by_form(pair(b, b), i);
    }
}

HiddenCumulants MomentsEngine::by_hidden(const HiddenCumulants& hidden, const std::vector<WeightCumulants>& weights,
                                         const Forms& forms) const {
  HiddenCumulants result(inputs_, neurons_);
  MatrixXd by_form = 4.0 * (squares_ * hidden.variance);
  for (Index i = 0; i < neurons_; ++i) {
    const WeightCumulants& a = output_weight(weights, i);
    const double second = a.mean * a.mean + a.variance;
    for (Index b = 0; b < inputs_; ++b) result.variance(b, i) = 4.0 * second * forms.gram_g(pair(b, b), i);
    result.variance.col(i) -= 4.0 * second * (two_two_ * hidden.variance.col(i));
    result.mean.col(i) = 4.0 * second * (three_one_.transpose() * hidden.third.col(i));
    result.third.col(i) = 4.0 * second * (three_one_ * hidden.mean.col(i));
    result.fourth.col(i) = second * two_two_.diagonal();
    by_form.col(i) = second * by_form.col(i) + 2.0 * a.mean * forms.residual + 2.0 * a.variance * forms.gram_g.col(i);
  }
  add_through_forms(hidden, by_form, result);
  return result;
}

// E[a^2] = mean^2 + variance. Neuron -1 is the constant.
WeightCumulants MomentsEngine::by_output(Index neuron, const std::vector<WeightCumulants>& weights,
                                         const Forms& forms) const {
  if (neuron < 0) return {.mean = 2.0 * forms.residual(0), .variance = statistics_.num_rows};
  const double mean = output_weight(weights, neuron).mean;
  return {.mean = 2.0 * forms.residual.dot(forms.g.col(neuron)) +
                  2.0 * mean * (forms.fourths(neuron) - forms.squares(neuron)),
          .variance = forms.fourths(neuron)};
}

double MomentsEngine::expected_square_error(const Matrix& levels, const Matrix& probabilities,
                                            Matrix* by_probability) const {
  use_single_threaded_blas();
  const std::vector<WeightCumulants> weights = weight_cumulants(levels, probabilities);
  const HiddenCumulants hidden = hidden_cumulants(weights, inputs_, neurons_);
  const Forms forms = forms_at(hidden, weights);
  double result = statistics_.target_square + forms.output.dot(forms.residual - view(statistics_.feature_target)) +
                  statistics_.num_rows * output_weight(weights, -1).variance;
  for (Index i = 0; i < neurons_; ++i) {
    const WeightCumulants& a = output_weight(weights, i);
    result += a.variance * forms.fourths(i) + a.mean * a.mean * (forms.fourths(i) - forms.squares(i));
  }
  if (!by_probability) return result;
  by_probability->resize(levels.rows(), levels.cols());
  const HiddenCumulants gradient = by_hidden(hidden, weights, forms);
  for (std::size_t j = 0; j < weights.size(); ++j) {
    const auto i = static_cast<Index>(j);
    const WeightCumulants derivative = i < inputs_ * neurons_ ? WeightCumulants{gradient.mean(i), gradient.variance(i),
                                                                                gradient.third(i), gradient.fourth(i)}
                                                              : by_output(i - inputs_ * neurons_ - 1, weights, forms);
    chain_rule(weights[j], derivative, levels.column(j), by_probability->column(j));
  }
  return result;
}

}  // namespace

std::unique_ptr<const NetworkEngine> moments_engine(const Network& network, const SecondMoments& statistics) {
  return std::make_unique<const MomentsEngine>(network, statistics);
}

}  // namespace direct
