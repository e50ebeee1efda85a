// SPDX-License-Identifier: MIT
// The codes of the draws as the device's tables: see device/direct_device.h.
#pragma once

#include <cstdint>
#include <vector>

#include <direct/deploy.h>

namespace direct {

struct EncodedDraws {
  Encoding encoding = Encoding::lists;  // lists, gap or dense
  std::vector<std::int16_t> values;     // magnitudes, the largest first
  std::vector<std::uint16_t> counts;    // of lists
  std::vector<std::uint16_t> indices;   // of lists; bytes where there are at most 256 features
  std::vector<std::uint8_t> gaps;
  std::size_t run = 1;  // of dense codes of 4 bits: so many features whose sums fit in 16 bits
  std::vector<std::uint32_t> nibbles;
  std::vector<std::uint16_t> short_nibbles;  // of up to four draws
  std::vector<std::int8_t> bytes;
  bool long_lists = false;

  std::size_t table_bytes(std::size_t num_features) const;
};

// Requires: an encoding that can hold the codes. `code` is encoded as lists.
EncodedDraws encoded_draws(const IntegerModel& model, Encoding encoding);

// Whether check_encoding() lets it pass.
bool can_hold(const IntegerModel& model, Encoding encoding);

int largest_magnitude(const IntegerModel& model);
std::size_t num_nonzeros(const IntegerModel& model);

// The largest magnitude of the integer of 8 bits that the device multiplies with the codes of a feature.
int largest_byte_feature(const IntegerModel& model, std::size_t feature);

inline constexpr std::size_t features_of_byte_indices = 256;
inline constexpr int largest_nibble = 7;  // the largest magnitude of a code of 4 bits

}  // namespace direct
