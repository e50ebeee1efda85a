// SPDX-License-Identifier: MIT
#include "posterior/packed_codes.h"

#include <direct/draws.h>

#include <algorithm>

#include "algebra/nibbles.h"
#include "data/json_fields.h"

namespace direct {
namespace {

constexpr const char* codes_name = "codes";

std::vector<std::uint8_t> unpacked(std::span<const std::uint8_t> packed, std::size_t count, std::size_t num_features) {
  const std::size_t width = nibble_bytes(num_features);
  std::vector<std::uint8_t> codes(count * num_features);
  for (std::size_t s = 0; s < count; ++s)
    require(unpack_nibbles(packed.subspan(s * width, width), std::span(codes).subspan(s * num_features, num_features)),
            "the last byte of a draw has bits that belong to no code");
  return codes;
}

}  // namespace

Tensor codes_tensor(std::span<const std::uint8_t> codes, std::size_t num_features, std::size_t num_levels) {
  const std::size_t count = codes.size() / num_features, width = bytes_per_draw(num_features, num_levels);
  if (code_bits(num_levels) == 8) return tensor(codes_name, codes, {count, width});
  std::vector<std::uint8_t> packed(count * width);
  for (std::size_t s = 0; s < count; ++s)
    pack_nibbles(codes.subspan(s * num_features, num_features), std::span(packed).subspan(s * width, width));
  return tensor(codes_name, packed, {count, width});
}

std::vector<std::uint8_t> read_codes(const Container& container, std::size_t count, std::size_t num_features,
                                     std::size_t num_levels) {
  const std::size_t width = bytes_per_draw(num_features, num_levels);
  std::vector<std::uint8_t> codes = bytes(container, codes_name, {count, width});  // so the file has that many bytes
  if (code_bits(num_levels) == 4) codes = unpacked(codes, count, num_features);
  require(std::ranges::all_of(codes, [&](std::uint8_t code) { return code < num_levels; }), "a code has no level");
  return codes;
}

}  // namespace direct
