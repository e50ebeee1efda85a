// SPDX-License-Identifier: MIT
// Elementary functions over arrays, with the vector instructions the machine has (chosen at run time).
#pragma once

#include <cstdint>
#include <span>

namespace direct {

void exp_in_place(std::span<double> values);  // results below the smallest normal number may be 0

// cosine[i] = cos(2 pi turns[i]) and the sine likewise, for any finite number of turns.
void cos_sin_turns(std::span<const double> turns, std::span<double> cosine, std::span<double> sine);

// Multiplies the complex number (real[i], imaginary[i]) by sum over k of probabilities[k] exp(2 pi i turns[k]
// positions[i]): the characteristic function of a few values.
void multiply_characteristic(std::span<const double> turns, std::span<const double> probabilities,
                             std::span<const double> positions, std::span<double> real, std::span<double> imaginary);

// sums[w] = sum over j of words[j * sums.size() + w] * factors[j], modulo 2^32.
void multiply_modulo(std::span<const std::uint32_t> words, std::span<const std::int16_t> factors,
                     std::span<std::uint32_t> sums);

}  // namespace direct
