// SPDX-License-Identifier: MIT
#include "harness/command.h"

#include <direct/error.h>

#include <fmt/format.h>
#include <charconv>
#include <cstdio>
#include <new>
#include <sstream>

namespace study {
namespace {

int exit_code(direct::ErrorKind kind) {
  switch (kind) {
    case direct::ErrorKind::usage:
      return 2;
    case direct::ErrorKind::data:
      return 3;
    case direct::ErrorKind::model:
      return 4;
    case direct::ErrorKind::resource:
      return 6;
  }
  return 1;
}

std::size_t parse_number(const std::string& option, const std::string& text) {
  std::size_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end)
    throw direct::Error(direct::ErrorKind::usage,
                        fmt::format("--{}: expected numbers as in 0-2,5, found \"{}\"", option, text));
  return value;
}

}  // namespace

int run(const std::string& program, const std::function<void()>& body) {
  const auto complain = [&](const char* what, int code) {
    fmt::print(stderr, "{}: {}\n", program, what);
    return code;
  };
  try {
    body();
    return 0;
  } catch (const direct::Error& error) {
    return complain(error.what(), exit_code(error.kind()));
  } catch (const std::bad_alloc&) {
    return complain("out of memory", 6);
  } catch (const std::exception& error) {
    return complain(error.what(), 1);
  }
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

std::vector<std::size_t> parse_numbers(const std::string& option, const std::string& text) {
  std::vector<std::size_t> numbers;
  for (const std::string& part : split(text, ',')) {
    const std::size_t dash = part.find('-');
    const std::size_t first = parse_number(option, part.substr(0, dash));
    const std::size_t last = dash == std::string::npos ? first : parse_number(option, part.substr(dash + 1));
    if (last < first || last - first > 10000)
      throw direct::Error(direct::ErrorKind::usage,
                          fmt::format("--{}: expected a range as in 0-2, found \"{}\"", option, part));
    for (std::size_t number = first; number <= last; ++number) numbers.push_back(number);
  }
  return numbers;
}

std::string duration(double seconds) {
  if (seconds < 100.0) return fmt::format("{:.0f} s", seconds);
  if (seconds < 5400.0) return fmt::format("{:.0f} min", seconds / 60.0);
  return fmt::format("{:.1f} h", seconds / 3600.0);
}

}  // namespace study
