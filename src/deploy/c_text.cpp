// SPDX-License-Identifier: MIT
#include "deploy/c_text.h"

#include <algorithm>
#include <array>
#include <cctype>

#include <direct/deploy.h>
#include <direct/error.h>

namespace direct {
namespace {

constexpr std::size_t line_width = 116;

// Of C99 and C++; a prefix is followed by an underscore, but the name itself is that of the tables.
constexpr std::array keywords = {"alignas",      "alignof",
                                 "and",          "asm",
                                 "auto",         "bool",
                                 "break",        "case",
                                 "catch",        "char",
                                 "class",        "concept",
                                 "const",        "continue",
                                 "decltype",     "default",
                                 "delete",       "do",
                                 "double",       "else",
                                 "enum",         "explicit",
                                 "export",       "extern",
                                 "false",        "float",
                                 "for",          "friend",
                                 "goto",         "if",
                                 "inline",       "int",
                                 "long",         "mutable",
                                 "namespace",    "new",
                                 "noexcept",     "not",
                                 "nullptr",      "operator",
                                 "or",           "private",
                                 "protected",    "public",
                                 "register",     "requires",
                                 "restrict",     "return",
                                 "short",        "signed",
                                 "sizeof",       "static",
                                 "struct",       "switch",
                                 "template",     "this",
                                 "throw",        "true",
                                 "try",          "typedef",
                                 "typeid",       "typename",
                                 "union",        "unsigned",
                                 "using",        "virtual",
                                 "void",         "volatile",
                                 "while",        "xor",
                                 "wchar_t",      "typeof",
                                 "thread_local", "static_assert",
                                 "char8_t",      "char16_t",
                                 "char32_t",     "co_await",
                                 "co_return",    "co_yield",
                                 "constexpr",    "consteval",
                                 "constinit",    "const_cast",
                                 "dynamic_cast", "reinterpret_cast",
                                 "static_cast",  "bitand",
                                 "bitor",        "compl",
                                 "and_eq",       "or_eq",
                                 "not_eq",       "xor_eq"};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

void check_header_name(const std::string& name) {
  constexpr std::size_t longest = 40;
  const bool is_identifier = !name.empty() && is_letter(name.front()) && name.front() != '_' &&
                             std::ranges::all_of(name, [](char c) { return is_letter(c) || is_digit(c); });
  if (!is_identifier)
    throw Error(
        ErrorKind::usage,
        fmt::format("expected a name of letters, digits and underscores that begins with a letter, found \"{}\"",
                    name));
  if (name.size() > longest)
    throw Error(ErrorKind::usage, fmt::format("expected a name of at most {} letters, found {}", longest, name.size()));
  if (std::ranges::find(keywords, name) != keywords.end())
    throw Error(ErrorKind::usage, fmt::format("{} is a word of C or C++: choose another name", name));
}

std::string upper_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

std::string comment_text(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f || c == '*' || c == '\\' || c == '?') c = '.';
  return result;
}

void replace_all(std::string& text, std::string_view from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

std::string wrapped(const std::vector<std::string>& items, std::string_view indent, std::string_view separator) {
  std::string text, line(indent);
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string item = i + 1 < items.size() ? items[i] + std::string(separator) : items[i];
    if (line.size() + item.size() > line_width && line.size() > indent.size()) {
      line.erase(line.find_last_not_of(' ') + 1);
      text += line + "\n";
      line = indent;
    }
    line += item;
  }
  return text + line + "\n";
}

}  // namespace direct
