// SPDX-License-Identifier: MIT
// The golden vectors of a header's self-test: inputs made by arithmetic, and what the host makes of them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <direct/deploy.h>

namespace direct {

inline constexpr std::size_t num_golden_vectors = 8;
inline constexpr std::uint16_t golden_probability = 58982;  // of a quantile: 0.9

// Zeros; both ends of the codes in turn; then pseudo-random codes, one sequence for all.
std::vector<std::vector<std::int16_t>> golden_inputs(std::size_t num_inputs);

// mean, std_model, std_total, flags, and a checksum of the draws, a quantile and an interval.
using Golden = std::array<std::uint32_t, 5>;
std::vector<Golden> golden_results(const IntegerModel& model);

}  // namespace direct
