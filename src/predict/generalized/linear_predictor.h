// SPDX-License-Identifier: MIT
// z of one row under the posterior, a mixture of values and of sums of many weights, and expectations of functions of
// it.
#pragma once

#include <vector>

#include "predict/generalized/incomplete_gamma.h"
#include "predict/generalized/row_terms.h"
#include "predict/generalized/transform.h"

namespace direct {

struct LinearPredictor {
  struct Value {
    double log_weight, z;
  };
  struct Product {
    double log_weight;
    RowTerms terms;
  };
  std::vector<Value> values;
  std::vector<Product> products;
};

inline constexpr std::size_t few_values = 256;  // are counted one by one

// To about 1e-12; where a product has gaps between its values, it is split into parts without.
double log_expectation(const RowTerms& terms, const Transform& f);
double log_expectation(const LinearPredictor& predictor, const Transform& f);

// E P(shape, e^v) and E Q, where v = sign z + shift is that of both transforms.
IncompleteGamma expected_tails(const LinearPredictor& predictor, const Transform& p, const Transform& q);

}  // namespace direct
