// SPDX-License-Identifier: MIT
#include "header_name.h"

#include <filesystem>

#include <direct/deploy.h>
#include <direct/error.h>

namespace direct {
namespace {

// Of ASCII, whatever the locale; a byte of any other letter stays as it is.
bool is_punctuation(char c) {
  const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  const bool is_digit = c >= '0' && c <= '9';
  return static_cast<unsigned char>(c) < 0x80 && !is_letter && !is_digit;
}

std::string name_of_file(const std::string& path) {
  if (path == "-")
    throw Error(ErrorKind::usage, "--name: standard output has no name for the header; give one, as in --name airflow");
  std::string name = std::filesystem::path(path).stem().string();
  for (char& c : name)
    if (is_punctuation(c)) c = '_';
  return name;
}

}  // namespace

std::string header_name(const std::optional<std::string>& given, const std::string& path) {
  const std::string name = given ? *given : name_of_file(path);
  try {
    check_header_name(name);
  } catch (const Error& error) {
    throw Error(error.kind(), std::string("--name: ") + error.what());
  }
  return name;
}

}  // namespace direct
