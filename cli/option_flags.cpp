// SPDX-License-Identifier: MIT
#include "option_flags.h"

#include <algorithm>

namespace direct {
namespace {

bool is_option(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
}

}  // namespace

std::string flag_of(std::string_view option) {
  std::string flag = "--" + std::string(option);
  std::ranges::replace(flag, '_', '-');
  return flag;
}

std::string with_flags(std::string_view text) {
  std::string result;
  bool is_quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    is_quoted ^= text[i] == '"';
    const std::size_t end = text[i] == '`' && !is_quoted ? text.find('`', i + 1) : std::string_view::npos;
    if (end == std::string_view::npos || !is_option(text.substr(i + 1, end - i - 1))) {
      result += text[i];
      continue;
    }
    result += flag_of(text.substr(i + 1, end - i - 1));
    i = end;
  }
  return result;
}

std::vector<std::string> with_flags(const std::vector<std::string>& texts) {
  std::vector<std::string> result;
  for (const std::string& text : texts) result.push_back(with_flags(text));
  return result;
}

}  // namespace direct
