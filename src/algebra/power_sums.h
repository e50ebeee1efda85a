// SPDX-License-Identifier: MIT
// Sums of powers with coefficients, by vector instructions chosen at run time.
#pragma once

#include <span>

namespace direct {

// sums[k - 1] = sum over j of coefficients[(k - 1) * values.size() + j] * values[j]^k, for an even number of sums.
void power_sums(std::span<const double> values, std::span<const double> coefficients, std::span<double> sums);

// products[j] = values[j] * factors[j] * scale; returns the largest of their absolute values, 0 for none.
double scaled_products(std::span<const double> values, std::span<const double> factors, double scale,
                       std::span<double> products);

}  // namespace direct
