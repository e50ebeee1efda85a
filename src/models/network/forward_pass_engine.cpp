// SPDX-License-Identifier: MIT
#include "models/network/engine.h"

#include <direct/features.h>

#include "models/network/expected_polynomial.h"
#include "models/network/forward_pass.h"

namespace direct {
namespace {

// Over rows, of a monomial of twice the statistics' degree: the product of its halves.
double sum_of_monomial(const SecondMoments& statistics, std::span<const std::size_t> factors) {
  const std::size_t half = factors.size() / 2;
  return statistics.gram(monomial_index(factors.first(half)), monomial_index(factors.subspan(half)));
}

// V of the paper, with like terms merged, and p: the square error is y'y plus these. C is not formed.
WeightPolynomial square_error_terms(const Network& network, const SecondMoments& statistics) {
  ForwardPass pass(network);
  WeightPolynomial cross = pass.output(), terms = std::move(pass).square();
  InputMonomial of_output(network, degree(network)), of_square(network, 2 * degree(network));
  for (std::size_t t = 0; t < terms.num_terms(); ++t)
    terms.coefficient(t) *= sum_of_monomial(statistics, of_square.factors(terms.factors(t)));
  for (std::size_t t = 0; t < cross.num_terms(); ++t)
    cross.coefficient(t) *= statistics.feature_target[of_output.index(cross.factors(t))];
  add(terms, cross, -2.0);
  return terms;
}

class ForwardPassEngine : public NetworkEngine {
 public:
  ForwardPassEngine(const Network& network, const SecondMoments& statistics)
      : target_square_(statistics.target_square), terms_(square_error_terms(network, statistics)) {}

  double expected_square_error(const Matrix& levels, const Matrix& probabilities,
                               Matrix* by_probability) const override {
    return target_square_ + terms_.value(levels, probabilities, by_probability);
  }

 private:
  double target_square_;
  ExpectedPolynomial terms_;
};

}  // namespace

std::unique_ptr<const NetworkEngine> forward_pass_engine(const Network& network, const SecondMoments& statistics) {
  return std::make_unique<ForwardPassEngine>(network, statistics);
}

}  // namespace direct
