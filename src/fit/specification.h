// SPDX-License-Identifier: MIT
// What the words of --support, --noise and --prior-scale stand for. Errors are of kind usage.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <direct/model.h>

namespace direct {

// "auto" gives nothing, and so do the supports that wait for the data or the weights: learned, learned-shared, pow2 and
// @FILE.
std::optional<double> parse_prior_scale(const std::string& text);         // a positive number
std::optional<std::vector<double>> parse_noise(const std::string& text);  // VALUE or LO:HI:COUNT
std::optional<std::vector<double>> parse_support(const std::string& text, std::size_t num_levels);  // LO:HI or a list
std::optional<ScaleMixture> parse_prior_mixture(const std::string& text);  // WEIGHT:FACTOR,... ; "none" gives nothing

// In bytes: a number with B, KB, MB, GB or TB, of 1000 each.
std::size_t parse_memory(const std::string& text);

}  // namespace direct
