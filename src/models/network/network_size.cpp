// SPDX-License-Identifier: MIT
#include <direct/network.h>

#include <algorithm>
#include <limits>
#include <string>

#include <direct/error.h>
#include <direct/features.h>

#include "models/network/expected_polynomial.h"
#include "models/network/term_bounds.h"

namespace direct {
namespace {

constexpr std::size_t most_layers = 6;  // a weight's power in the square is up to 2^7, and has 8 bits
constexpr std::size_t most_neurons = std::size_t{1} << 20;

void require_network(bool condition, const std::string& message) {
  if (!condition) throw Error(ErrorKind::usage, message);
}

void check_network(const Network& network, NetworkMethod method) {
  const std::size_t num_layers = network.hidden.size();
  require_network(network.num_inputs > 0, "a network needs at least one input, found none");
  require_network(network.num_inputs <= most_neurons, "a network has at most " + std::to_string(most_neurons) +
                                                          " inputs, found " + std::to_string(network.num_inputs));
  require_network(num_layers > 0, "`hidden`: expected at least one layer, found none");
  require_network(num_layers <= most_layers, "`hidden`: expected at most " + std::to_string(most_layers) +
                                                 " layers, found " + std::to_string(num_layers));
  for (const std::size_t width : network.hidden) {
    require_network(width > 0, "`hidden`: expected at least one neuron in each layer, found 0");
    require_network(width <= most_neurons, "`hidden`: expected at most " + std::to_string(most_neurons) +
                                               " neurons in each layer, found " + std::to_string(width));
  }
  require_network(method != NetworkMethod::moments || num_layers == 1,
                  "the method of moments is for one hidden layer, found " + std::to_string(num_layers));
}

// Of the sums that an evaluation adds up.
double sums_bytes(const Network& network) {
  return static_cast<double>(ExpectedPolynomial::most_sums_bytes(num_weights(network), 2 * degree(network)));
}

// Tables over the levels of a weight, of several starts at once; and what all neurons of a layer sum up, as
// polynomials.
double search_bytes(const NetworkSize& size, const Network& network) {
  constexpr double bytes_per_weight = 8e3;
  const auto widest = static_cast<double>(std::ranges::max(network.hidden));
  return bytes_per_weight * static_cast<double>(size.num_weights) +
         24.0 * widest * static_cast<double>(size.num_monomials);
}

}  // namespace

NetworkSize network_size(const Network& network, NetworkMethod method) {
  check_network(network, method);
  NetworkSize size{.num_weights = num_weights(network),
                   .num_monomials = num_monomials(network.num_inputs, degree(network))};
  size.memory_bytes = 8.0 * static_cast<double>(size.num_monomials) * static_cast<double>(size.num_monomials) +
                      search_bytes(size, network);
  const bool has_terms = method == NetworkMethod::forward_pass || network.hidden.size() > 1;
  if (!has_terms) return size;
  const TermBounds terms = term_bounds(network);
  size.num_terms = terms.square;
  size.memory_bytes =
      std::min(size.memory_bytes + terms.memory_bytes() + sums_bytes(network), std::numeric_limits<double>::max());
  return size;
}

}  // namespace direct
