// SPDX-License-Identifier: MIT
// eta = phi'w + offset of one row under the posterior, a mixture of values and of sums of many weights, and
// expectations of functions of it.
#pragma once

#include <vector>

#include "laws/link/incomplete_gamma.h"
#include "laws/link/row_terms.h"
#include "laws/link/transform.h"

namespace direct {

struct EtaLaw {
  struct Value {
    double log_weight, z;
  };
  struct Product {
    double log_weight;
    RowTerms terms;
  };
  std::vector<Value> values;
  std::vector<Product> products;
  double mean = 0.0, std = 0.0;
  double degrees = 0.0;  // of freedom of Student's t, which the values stand for; 0: they are all there is
};

// The mean and the deviation are those of the values and products.
void set_eta_moments(EtaLaw& eta);

// Of one row, whose products with the weights of an ensemble, or with the point masses, are these.
EtaLaw eta_of_ensemble(const EnsembleTerms& terms, std::span<const double> products, double offset);
EtaLaw eta_of_components(const WeightTerms& terms, std::span<const double> features,
                         std::span<const double> point_masses, double offset);

inline constexpr std::size_t few_values = 256;  // are counted one by one

// To about 1e-12; where a product has gaps between its values, it is split into parts without.
double log_expectation(const RowTerms& terms, const Transform& f);
double log_expectation(const EtaLaw& eta, const Transform& f);

// E P(shape, e^v) and E Q, where v = sign eta + shift is that of both transforms.
IncompleteGamma expected_tails(const EtaLaw& eta, const Transform& p, const Transform& q);

}  // namespace direct
