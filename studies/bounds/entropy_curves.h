// SPDX-License-Identifier: MIT
// -log q and its tangents, and the entropy of a small mixture beside the bounds of it that the library has. All in
// nats; no bound is ever above the entropy.
#pragma once

#include <direct/entropy.h>

#include <cstddef>

namespace study {

double tangent(double q, double touching);  // of -log q: the paper's expansion

// Two products over `num_weights` weights of 15 levels, of the probabilities 0.3 and 0.7. Every weight is Gaussian on
// its grid with a deviation of one level, and about a mean that is `separation` levels apart in the two.
direct::Posterior separated_mixture(double separation, std::size_t num_weights = 3);

// By enumeration of all weight vectors.
double enumerated_entropy(const direct::Posterior& posterior);

// log a of the product a at which Theorem 3 with the best scale is largest: it is concave in log a, and has a closed
// form for each weight in turn. Never worse than the marginals, from which it starts.
direct::Matrix best_log_center(const direct::Posterior& posterior);

struct EntropyBounds {
  double exact = 0.0;
  double taylor_plain = 0.0, taylor_scaled = 0.0;  // Theorem 3 at the marginals, as it is and with the best scale
  double taylor_best = 0.0;                        // at its best product, as the theorem has it
  double pairwise = 0.0, larger = 0.0;             // larger: of pairwise and taylor_scaled
};
EntropyBounds entropy_bounds(const direct::Posterior& posterior);

}  // namespace study
