// SPDX-License-Identifier: MIT
#include "posterior/options/option_values.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include <direct/error.h>
#include <direct/model.h>

namespace direct {
namespace {

constexpr std::size_t max_listed_levels = 256, max_noise_levels = 256, max_scales = 16;

struct SupportWord {
  std::string_view word;
  Support::Kind kind;
};
constexpr std::array support_words = {
    SupportWord{"auto", Support::Kind::automatic}, SupportWord{"learned", Support::Kind::learned},
    SupportWord{"learned-shared", Support::Kind::learned_shared}, SupportWord{"pow2", Support::Kind::pow2}};

[[noreturn]] void refuse(const char* option, const char* expected, std::string_view found,
                         const std::string& why = "") {
  throw Error(ErrorKind::usage,
              fmt::format("`{}`: expected {}, found \"{}\"{}", option, expected, found, why.empty() ? "" : ", " + why));
}

[[noreturn]] void refuse_support(std::string_view found, const std::string& why = "") {
  refuse("support", "auto, learned, learned-shared, pow2, LO:HI, 2 to 256 increasing numbers v1,v2,..., or @FILE",
         found, why);
}

[[noreturn]] void refuse_noise(std::string_view found) {
  refuse("noise", "auto, a positive variance, or LO:HI:COUNT with 0 < LO < HI and COUNT from 2 to 256", found);
}

[[noreturn]] void refuse_scale(std::string_view found) {
  refuse("prior_scale", "auto or a number from 1e-100 to 1e100", found);
}

[[noreturn]] void refuse_mixture(std::string_view found) {
  refuse("prior_mixture",
         "none, or 2 to 16 times WEIGHT:FACTOR, weights up to 1e6 and factors from 0.001 to 1000, as in "
         "0.5:1,0.5:0.3",
         found);
}

[[noreturn]] void refuse_memory(std::string_view found) {
  refuse("memory", "a size from 1MB to 1000TB such as 500MB or 4GB", found);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t first = 0; first <= text.size();) {
    const std::size_t end = std::min(text.find(separator, first), text.size());
    parts.push_back(text.substr(first, end - first));
    first = end + 1;
  }
  return parts;
}

std::optional<double> finite_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

// None where one of the parts is not a finite number.
std::optional<std::vector<double>> finite_numbers(const std::vector<std::string_view>& parts) {
  std::vector<double> values;
  for (const std::string_view part : parts) {
    const std::optional<double> value = finite_number(part);
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  return values;
}

void check_list(const std::vector<double>& levels, std::string_view text) {
  if (levels.size() < 2 || levels.size() > max_listed_levels)
    refuse_support(text, "of " + std::to_string(levels.size()) + " levels");
  for (std::size_t k = 1; k < levels.size(); ++k)
    if (!(levels[k] > levels[k - 1]))
      refuse_support(text, fmt::format("where {} comes after {}", levels[k], levels[k - 1]));
}

void check_as(const Support& support, std::string_view text) {
  if (support.kind == Support::Kind::range &&
      !(support.low < support.high && std::isfinite(support.low) && std::isfinite(support.high)))
    refuse_support(text);
  if (support.kind == Support::Kind::list) check_list(support.levels, text);
  if (support.kind == Support::Kind::file && support.path.empty()) refuse_support(text);
}

void check_as(const NoiseLevels& noise, std::string_view text) {
  if (noise.is_automatic()) return;
  const bool is_grid = noise.count > 1;
  if (!(noise.low > 0.0) || !std::isfinite(noise.high) || noise.count > max_noise_levels ||
      !(is_grid ? noise.low < noise.high : noise.low == noise.high))
    refuse_noise(text);
}

void check_as(const PriorScale& scale, std::string_view text) {
  if (!scale.is_automatic() && !(scale.deviation >= 1e-100 && scale.deviation <= 1e100)) refuse_scale(text);
}

void check_as(const PriorMixture& mixture, std::string_view text) {
  if (mixture.empty() && mixture.weights.empty()) return;
  const auto is_weight = [](double weight) { return weight > 0.0 && weight <= 1e6; };
  const auto is_factor = [](double factor) { return factor >= 1e-3 && factor <= 1e3; };
  if (mixture.factors.size() < 2 || mixture.factors.size() > max_scales ||
      mixture.weights.size() != mixture.factors.size() || !std::ranges::all_of(mixture.weights, is_weight) ||
      !std::ranges::all_of(mixture.factors, is_factor))
    refuse_mixture(text);
}

struct ByteUnit {
  std::string_view name;
  double bytes;
};
constexpr std::array byte_units = {ByteUnit{"TB", 1e12}, ByteUnit{"GB", 1e9}, ByteUnit{"MB", 1e6}, ByteUnit{"KB", 1e3},
                                   ByteUnit{"B", 1.0}};

}  // namespace

Support::Support(std::string_view text) {
  for (const auto& [word, of_word] : support_words)
    if (word == text) {
      kind = of_word;
      return;
    }
  if (text.size() > 1 && text.starts_with('@')) {
    kind = Kind::file;
    path = text.substr(1);
    return;
  }
  const bool is_range = text.find(':') != std::string_view::npos;
  const auto numbers = finite_numbers(split(text, is_range ? ':' : ','));
  if (!numbers || (is_range && numbers->size() != 2)) refuse_support(text);
  kind = is_range ? Kind::range : Kind::list;
  if (is_range) {
    low = numbers->front();
    high = numbers->back();
  } else {
    levels = *numbers;
  }
  check_as(*this, text);
}

NoiseLevels::NoiseLevels(double variance) : low(variance), high(variance), count(1) { check(*this); }

NoiseLevels::NoiseLevels(std::string_view text) {
  if (text == "auto") return;
  const auto values = finite_numbers(split(text, ':'));
  if (!values || (values->size() != 1 && values->size() != 3)) refuse_noise(text);
  const double of_count = values->size() == 1 ? 1.0 : values->back();
  if (values->size() == 3 && !(of_count >= 2.0 && of_count <= max_noise_levels && of_count == std::floor(of_count)))
    refuse_noise(text);
  low = values->front();
  high = values->size() == 1 ? low : (*values)[1];
  count = static_cast<std::size_t>(of_count);
  check_as(*this, text);
}

std::vector<double> NoiseLevels::variances() const {
  if (count <= 1) return std::vector<double>(count, low);
  return logarithmic_grid(low, high, count);
}

PriorScale::PriorScale(double of_prior) : deviation(of_prior) {
  if (!(deviation > 0.0)) refuse_scale(fmt::format("{}", deviation));
  check(*this);
}

PriorScale::PriorScale(std::string_view text) {
  if (text == "auto") return;
  const auto value = finite_number(text);
  if (!value || !(*value > 0.0)) refuse_scale(text);
  deviation = *value;
  check_as(*this, text);
}

PriorMixture::PriorMixture(std::string_view text) {
  if (text == "none") return;
  for (const std::string_view part : split(text, ',')) {
    const auto values = finite_numbers(split(part, ':'));
    if (!values || values->size() != 2) refuse_mixture(text);
    weights.push_back(values->front());
    factors.push_back(values->back());
  }
  check_as(*this, text);
}

MemorySize::MemorySize(std::string_view text) {
  const std::size_t letters = std::min(text.find_first_not_of("0123456789.+"), text.size());
  const auto unit = std::ranges::find(byte_units, text.substr(letters), &ByteUnit::name);
  const auto value = finite_number(text.substr(0, letters));
  if (!value || unit == byte_units.end()) refuse_memory(text);
  const double taken = *value * unit->bytes;
  if (!(taken >= 1e6 && taken <= 1e15)) refuse_memory(text);
  bytes = static_cast<std::size_t>(taken);
}

std::string text_of(const Support& support) {
  for (const auto& [word, kind] : support_words)
    if (kind == support.kind) return std::string(word);
  if (support.kind == Support::Kind::file) return "@" + support.path;
  if (support.kind == Support::Kind::range) return fmt::format("{}:{}", support.low, support.high);
  return fmt::format("{}", fmt::join(support.levels, ","));
}

std::string text_of(const NoiseLevels& noise) {
  if (noise.is_automatic()) return "auto";
  return noise.count == 1 ? fmt::format("{}", noise.low) : fmt::format("{}:{}:{}", noise.low, noise.high, noise.count);
}

std::string text_of(const PriorScale& scale) {
  return scale.is_automatic() ? "auto" : fmt::format("{}", scale.deviation);
}

std::string text_of(const PriorMixture& mixture) {
  if (mixture.empty()) return "none";
  std::string text;
  for (std::size_t i = 0; i < mixture.factors.size(); ++i)
    text += fmt::format("{}{}:{}", i > 0 ? "," : "", mixture.weights[i], mixture.factors[i]);
  return text;
}

// In the largest unit of which it is a whole number.
std::string text_of(const MemorySize& memory) {
  for (const auto& [name, bytes] : byte_units)
    if (memory.bytes > 0 && memory.bytes % static_cast<std::size_t>(bytes) == 0)
      return fmt::format("{}{}", memory.bytes / static_cast<std::size_t>(bytes), name);
  return "0B";
}

void check(const Support& support) { check_as(support, text_of(support)); }
void check(const NoiseLevels& noise) { check_as(noise, text_of(noise)); }
void check(const PriorScale& scale) { check_as(scale, text_of(scale)); }
void check(const PriorMixture& mixture) { check_as(mixture, text_of(mixture)); }
void check(const MemorySize& memory) {
  if (memory.bytes < 1'000'000 || memory.bytes > 1'000'000'000'000'000) refuse_memory(text_of(memory));
}

}  // namespace direct
