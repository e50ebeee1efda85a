// SPDX-License-Identifier: MIT
// PROPERTY: a test whose body runs on cases that a seed gives, from small to large: every seventh of 100, or all of
// them where DIRECT_ALL_CASES is set, as `make test-long` does. The first case that fails ends it, and its number is in
// the output. An argument `Any& any` is the source of further values of the same case.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

namespace direct::oracle {

class Any {
 public:
  static constexpr int num_cases = 100;

  explicit Any(int index) : random_(static_cast<std::uint64_t>(index) * 0x9e3779b97f4a7c15U + 1), size_(index) {}

  // From [least, most), narrower in early cases.
  template <typename Integer>
  Integer in_range(Integer least, std::type_identity_t<Integer> most) {
    const auto width = static_cast<std::uint64_t>(most) - static_cast<std::uint64_t>(least);
    const std::uint64_t part = (width - 1) / num_cases * static_cast<std::uint64_t>(size_) +
                               (width - 1) % num_cases * static_cast<std::uint64_t>(size_) / num_cases;
    return static_cast<Integer>(static_cast<std::uint64_t>(least) + random_() % (part + 1));
  }

  template <typename Container>
  auto element_of(const Container& values) {
    return values[random_() % values.size()];
  }

  template <typename Make>
  auto some(std::size_t count, const Make& make) {
    std::vector<decltype(make())> values;
    for (std::size_t i = 0; i < count; ++i) values.push_back(make());
    return values;
  }

  // As many as the case is large.
  template <typename Make>
  auto some(const Make& make) {
    return some(random_() % (static_cast<std::uint64_t>(size_) + 1), make);
  }

  std::string text_of(const std::string& characters) {
    const std::vector<char> chosen = some([&] { return element_of(characters); });
    return {chosen.begin(), chosen.end()};
  }

  // Integers of any number of bits, texts and lists of any length: small ones are as likely as large ones.
  template <typename Value>
  Value value() {
    if constexpr (std::is_same_v<Value, bool>) {
      return random_() % 2 == 1;
    } else if constexpr (std::is_integral_v<Value>) {
      const auto bits = random_() % (std::numeric_limits<std::make_unsigned_t<Value>>::digits + 1);
      const std::uint64_t magnitude = bits == 0 ? 0 : random_() >> (64 - bits);
      return static_cast<Value>(random_() % 2 == 1 ? 0 - magnitude : magnitude);
    } else if constexpr (std::is_floating_point_v<Value>) {
      return std::ldexp(static_cast<Value>(value<std::int32_t>()), in_range(-60, 61));
    } else if constexpr (std::is_same_v<Value, std::string>) {
      const std::vector<char> characters = some([&] { return static_cast<char>(1 + random_() % 127); });
      return {characters.begin(), characters.end()};
    } else {
      return some([&] { return value<typename Value::value_type>(); });
    }
  }

 private:
  std::mt19937_64 random_;
  int size_;
};

template <typename Argument>
decltype(auto) argument_of(Any& any) {
  if constexpr (std::is_same_v<std::remove_cvref_t<Argument>, Any>) {
    return (any);
  } else {
    return any.value<std::remove_cvref_t<Argument>>();
  }
}

template <typename... Arguments>
void check_property(void (*property)(Arguments...)) {
  const int stride = std::getenv("DIRECT_ALL_CASES") ? 1 : 7;
  for (int index = 0; index < Any::num_cases && !testing::Test::HasFailure(); index += stride) {
    SCOPED_TRACE("case " + std::to_string(index));
    Any any(index);
    property(argument_of<Arguments>(any)...);
  }
}

}  // namespace direct::oracle

namespace direct {
using oracle::Any;
}  // namespace direct

#define PROPERTY(suite, name, arguments)                                           \
  static void property_##suite##_##name arguments;                                 \
  TEST(suite, name) { direct::oracle::check_property(property_##suite##_##name); } \
  static void property_##suite##_##name arguments
