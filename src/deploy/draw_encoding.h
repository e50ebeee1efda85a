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
  std::vector<std::uint32_t> nibbles;
  std::vector<std::int8_t> bytes;
  bool long_lists = false;

  std::size_t table_bytes(std::size_t num_features) const;
};

// Requires: an encoding that can hold the codes. `code` is encoded as lists.
EncodedDraws encoded_draws(const IntegerModel& model, Encoding encoding);

int largest_magnitude(const IntegerModel& model);
std::size_t num_nonzeros(const IntegerModel& model);

inline constexpr std::size_t features_of_byte_indices = 256;

}  // namespace direct
