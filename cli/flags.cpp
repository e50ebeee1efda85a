// SPDX-License-Identifier: MIT
#include "flags.h"

#include <algorithm>
#include <utility>

#include <CLI/CLI.hpp>

namespace direct {

void Flags::footer(const std::string& text) { command_.footer(text); }

void Flags::group(const std::string& title) { group_ = title; }

void Flags::hide(const std::string& flag) { command_.get_option(flag)->group(""); }

void Flags::exclude(const std::string& flag, const std::string& other) {
  command_.get_option(flag)->excludes(command_.get_option(other));
}

std::function<std::string()> Flags::first_given(std::vector<std::string> flags) const {
  return [flags = std::move(flags), &command = command_]() -> std::string {
    const auto is_given = [&](const std::string& flag) {
      const CLI::Option* option = command.get_option_no_throw(flag);
      return option != nullptr && option->count() > 0;
    };
    const auto found = std::find_if(flags.begin(), flags.end(), is_given);
    return found == flags.end() ? "" : *found;
  };
}

namespace {

std::string quoted(const std::string& word) {
  constexpr const char* plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:=,@%+-";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string result = "'";
  for (const char c : word) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

std::string as_given(const CLI::Option& option) {
  const bool is_positional = option.get_lnames().empty(), is_switch = option.get_expected_max() == 0;
  const std::string name = is_positional ? "" : "--" + option.get_lnames().front();
  if (is_switch) return name;
  std::string text;
  for (const std::string& value : option.results()) {
    if (!text.empty()) text += ' ';
    text += is_positional ? quoted(value) : name + ' ' + quoted(value);
  }
  return text;
}

}  // namespace

std::function<std::string()> Flags::given_without(std::vector<std::string> flags) const {
  return [flags = std::move(flags), &command = command_] {
    std::string text;
    for (const CLI::Option* option : command.get_options()) {
      const auto is_one = [&](const std::string& flag) { return option->check_name(flag); };
      if (option->count() == 0 || std::ranges::any_of(flags, is_one)) continue;
      if (!text.empty()) text += ' ';
      text += as_given(*option);
    }
    return text;
  };
}

void Flags::argument(const std::string& name, std::string& field, const std::string& help) {
  command_.add_option(name, field, help)->type_name("")->required();
}

void Flags::arguments(const std::string& name, std::vector<std::string>& field, const std::string& help) {
  command_.add_option(name, field, help)->type_name("")->required();
}

void Flags::on(const std::string& flag, bool& field, const std::string& help) {
  command_.add_flag(flag, field, help)->group(group_);
}

void Flags::accept(const std::string& flag, const std::string& help) { command_.add_flag(flag, help)->group(group_); }

void Flags::text(const std::string& flag, const std::string& values, std::string& field, const std::string& help) {
  value(
      flag, values, field, [&field](const std::string& text) { field = text; }, help);
}

void Flags::list(const std::string& flag, const std::string& values, std::vector<std::string>& field,
                 const std::string& help) {
  command_.add_option(flag, field, help)->type_name(values)->delimiter(',')->allow_extra_args(false)->group(group_);
}

void Flags::value(const std::string& flag, const std::string& values, const std::string& default_text, const Set& set,
                  const std::string& help) {
  command_.add_option_function<std::string>(flag, set, help)
      ->type_name(values)
      ->default_str(default_text)
      ->multi_option_policy(CLI::MultiOptionPolicy::Throw)
      ->group(group_);
}

void add_data_files(Flags& flags, std::vector<std::string>& paths) {
  flags.arguments("DATA", paths, "CSV or TSV files with one schema, plain, .gz or .zst; - is standard input");
}

void add_model_file(Flags& flags, std::string& path) {
  flags.argument("MODEL", path, "a .direct file, written by direct fit");
}

}  // namespace direct
