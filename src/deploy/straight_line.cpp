// SPDX-License-Identifier: MIT
#include "deploy/straight_line.h"

#include "deploy/c_text.h"
#include "deploy/draw_encoding.h"

namespace direct {
namespace {

// Every feature whose code is the value, with its sign; empty where there is none.
std::vector<std::string> terms(const IntegerModel& model, std::size_t draw, int value) {
  std::vector<std::string> result;
  for (std::size_t j = 0; j < model.num_features(); ++j) {
    const int code = model.codes[draw * model.num_features() + j];
    if (code == value || code == -value) result.push_back(fmt::format("{} f[{}]", code > 0 ? "+" : "-", j));
  }
  return result;
}

// An int has 16 bits on some chips: it holds a sum of so many features of 8 bits, and none of 16.
constexpr std::size_t features_in_an_int = 255;

std::string first_term(const IntegerModel& model, std::size_t num_terms) {
  return model.is_wide || num_terms > features_in_an_int ? "(int32_t)0" : "0";
}

std::string draw_text(const IntegerModel& model, const EncodedDraws& draws, std::size_t draw) {
  std::string text = "  total = 0;\n";
  for (const std::int16_t value : draws.values) {
    const std::vector<std::string> parts = terms(model, draw, value);
    if (parts.empty()) continue;
    text += fmt::format("  part = {}\n", first_term(model, parts.size())) + wrapped(parts, "      ", " ");
    text.insert(text.size() - 1, ";");
    text += value == 1 ? "  total += part;\n" : fmt::format("  total += {} * part;\n", value);
  }
  return text + fmt::format("  sums[{}] = total;\n", draw);
}

}  // namespace

std::string straight_line(const IntegerModel& model) {
  const EncodedDraws draws = encoded_draws(model, Encoding::lists);
  std::string text = "$NAME_FUNCTION void $name_draw_sums(const $type *features, int32_t *sums) {\n";
  text += model.is_wide ? "  const int16_t *f = features;\n" : "  const int8_t *f = (const int8_t *)features;\n";
  text += "  int32_t total, part;\n";
  for (std::size_t s = 0; s < model.num_draws; ++s) text += draw_text(model, draws, s);
  return text + (num_nonzeros(model) == 0 ? "  (void)f;\n  (void)part;\n}\n" : "}\n");
}

}  // namespace direct
