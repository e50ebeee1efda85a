// SPDX-License-Identifier: MIT
#include "models/network/forward_pass.h"

#include <algorithm>
#include <cassert>

#include <direct/features.h>

#include "models/network/term_bounds.h"

namespace direct {
namespace {

// What a neuron of the first layer sums up. The input that a weight is multiplied by is that of its number.
WeightPolynomial first_sum(const Layer& layer) {
  WeightPolynomial sum;
  for (std::size_t input = 0; input < layer.fan_in; ++input) add(sum, one_weight(layer.weight(0, input)));
  return sum;
}

// What the first neuron of `layer` sums up. Neurons of the layer `before` differ in their own weights only, which is
// the Kronecker structure of the paper's C: the first is squared, and the others are the same with its weights renamed.
WeightPolynomial next_sum(const WeightPolynomial& sum, const Layer& before, const Layer& layer) {
  const WeightPolynomial activation = squared(sum);
  WeightPolynomial result = one_weight(layer.weight(0, 0));
  for (std::size_t neuron = 0; neuron < before.width; ++neuron)
    add_product(result, relabelled(activation, before.first_weight, neuron * before.fan_in),
                layer.weight(0, neuron + 1));
  return result;
}

}  // namespace

ForwardPass::ForwardPass(const Network& network) : network_(network) {
  const std::vector<Layer> all = layers(network);
  output_ = first_sum(all.front());
  for (std::size_t l = 1; l < all.size(); ++l) output_ = next_sum(output_, all[l - 1], all[l]);
  const TermBounds most = term_bounds(network);
  square_ = squared(output_, static_cast<std::size_t>(most.output + most.square), most.factors);
}

InputMonomial::InputMonomial(const Network& network, std::size_t degree)
    : first_layer_(layers(network).front()), powers_(first_layer_.fan_in), factors_(degree) {}

std::span<const std::size_t> InputMonomial::factors(std::span<const WeightPower> term) {
  std::ranges::fill(powers_, std::size_t{0});
  for (const WeightPower factor : term)
    if (factor.weight() < first_layer_.fan_in * first_layer_.width)
      powers_[factor.weight() % first_layer_.fan_in] += factor.power();
  std::size_t end = factors_.size();
  for (std::size_t input = powers_.size() - 1; input > 0; --input) {
    assert(powers_[input] <= end);
    std::fill_n(factors_.begin() + static_cast<std::ptrdiff_t>(end - powers_[input]), powers_[input], input);
    end -= powers_[input];
  }
  std::fill_n(factors_.begin(), end, std::size_t{0});
  return factors_;
}

std::size_t InputMonomial::index(std::span<const WeightPower> term) { return monomial_index(factors(term)); }

}  // namespace direct
