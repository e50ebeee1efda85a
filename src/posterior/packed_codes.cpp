// SPDX-License-Identifier: MIT
#include "posterior/packed_codes.h"

#include <direct/draws.h>

#include <algorithm>

#include "algebra/nibbles.h"
#include "data/json_fields.h"

namespace direct {
namespace {

constexpr const char* codes_name = "codes";

void pack(std::span<const std::uint16_t> codes, int bits, std::span<std::uint8_t> packed) {
  if (bits == 4) {
    const std::vector<std::uint8_t> small(codes.begin(), codes.end());
    return pack_nibbles(small, packed);
  }
  for (std::size_t j = 0; j < codes.size(); ++j)
    for (std::size_t byte = 0; byte < static_cast<std::size_t>(bits) / 8; ++byte)
      packed[j * static_cast<std::size_t>(bits) / 8 + byte] = static_cast<std::uint8_t>(codes[j] >> (8 * byte));
}

void unpack(std::span<const std::uint8_t> packed, int bits, std::span<std::uint16_t> codes) {
  if (bits == 4) {
    std::vector<std::uint8_t> small(codes.size());
    require(unpack_nibbles(packed, small), "the last byte of a draw has bits that belong to no code");
    std::ranges::copy(small, codes.begin());
    return;
  }
  for (std::size_t j = 0; j < codes.size(); ++j)
    codes[j] = bits == 8 ? packed[j] : static_cast<std::uint16_t>(packed[2 * j] | (packed[2 * j + 1] << 8));
}

}  // namespace

Tensor codes_tensor(std::span<const std::uint16_t> codes, std::size_t num_features, std::size_t num_levels) {
  const std::size_t count = codes.size() / num_features, width = bytes_per_draw(num_features, num_levels);
  std::vector<std::uint8_t> packed(count * width);
  for (std::size_t s = 0; s < count; ++s)
    pack(codes.subspan(s * num_features, num_features), code_bits(num_levels),
         std::span(packed).subspan(s * width, width));
  return tensor(codes_name, packed, {count, width});
}

std::vector<std::uint16_t> read_codes(const Container& container, std::size_t count, std::size_t num_features,
                                      std::size_t num_levels) {
  const std::size_t width = bytes_per_draw(num_features, num_levels);
  const std::vector<std::uint8_t> packed = bytes(container, codes_name, {count, width});  // so the file has as many
  std::vector<std::uint16_t> codes(count * num_features);
  for (std::size_t s = 0; s < count; ++s)
    unpack(std::span(packed).subspan(s * width, width), code_bits(num_levels),
           std::span(codes).subspan(s * num_features, num_features));
  require(std::ranges::all_of(codes, [&](std::uint16_t code) { return code < num_levels; }), "a code has no level");
  return codes;
}

}  // namespace direct
