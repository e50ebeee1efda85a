// SPDX-License-Identifier: MIT
// Chips, and the forms in which their memory holds a model.
#pragma once

#include <direct/words.h>

namespace direct {

// How the codes of the draws are stored. lists: of each draw and value the features that have it. gap: one byte for
// each code that is not zero. dense: every code, zero or not. code: instructions instead of tables. automatic: that of
// best_form().
enum class Encoding { automatic, lists, gap, dense, code };
constexpr auto words(Encoding) {
  return std::array{Word{"auto", Encoding::automatic}, Word{"lists", Encoding::lists}, Word{"gap", Encoding::gap},
                    Word{"dense", Encoding::dense}, Word{"code", Encoding::code}};
}

// How a header holds a model. The results are the same.
struct DeviceForm {
  Encoding encoding = Encoding::automatic;
  bool whole_wave = false;  // trained features: cosines in a table of 640 bytes, which is faster, instead of 128
  bool operator==(const DeviceForm&) const = default;
};

enum class Chip { cortex_m0, cortex_m3, cortex_m4, avr, rv32 };
constexpr auto words(Chip) {
  return std::array{Word{"avr", Chip::avr}, Word{"cortex-m0", Chip::cortex_m0}, Word{"cortex-m3", Chip::cortex_m3},
                    Word{"cortex-m4", Chip::cortex_m4}, Word{"rv32", Chip::rv32}};
}

// size: the fewest bytes of flash. speed: the fewest instructions, or cycles of an AVR. balance: the least product of
// both.
enum class Aim { balance, size, speed };
constexpr auto words(Aim) {
  return std::array{Word{"balance", Aim::balance}, Word{"size", Aim::size}, Word{"speed", Aim::speed}};
}

}  // namespace direct
