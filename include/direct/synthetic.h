// SPDX-License-Identifier: MIT
// Data sets with a known truth, to try things on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>

namespace direct {

// A seeded synthetic set with a known truth, written as CSV: "sensor" is a gas sensor with humidity and temperature,
// whose noise has a standard deviation of 2 ppm; "electric" is the power a household draws, from 11 inputs, in the
// shape of the largest set of the paper; "pumps" has three targets, whether a pump failed (no, yes), its alarms in so
// many hours (a count), and the minutes of a repair (positive, with a deviation of half their mean); "calibration" is
// an infrared gas sensor, two of whose six inputs are counts of a 12-bit converter, smooth and with a noise of 1 ppm;
// "battery" is the state of health of a cell from 12 inputs, with a noise of 0.5 percent. The file is replaced in one
// step.
void generate(const std::string& kind, std::size_t num_rows, std::uint64_t seed, const std::string& path);
void generate(const std::string& kind, std::size_t num_rows, std::uint64_t seed, std::ostream& stream);

}  // namespace direct
