// SPDX-License-Identifier: MIT
#include "usage.h"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace direct {
namespace {

constexpr std::size_t left_column = 34;
constexpr std::size_t right_column = 66;

std::string wrapped_text(const std::string& text) {
  std::string lines;
  std::size_t line_start = 0;
  for (std::size_t word = 0; word < text.size();) {
    const std::size_t end = std::min(text.find(' ', word), text.size());
    if (end - line_start > right_column && word > line_start) {
      lines.back() = '\n';
      line_start = word;
    }
    lines += text.substr(word, end - word) + ' ';
    word = end + 1;
  }
  return lines.substr(0, lines.size() - 1);
}

// "--levels N      levels of each weight [15]"
class HelpFormat : public CLI::Formatter {
 public:
  HelpFormat() {
    column_width(left_column);
    label("Positionals", "Arguments");
    label("SUBCOMMAND", "COMMAND");
    label("OPTIONS", "options");
  }

  std::string make_option_opts(const CLI::Option* option) const override {
    const std::string values = option->get_type_size() == 0 ? "" : option->get_type_name();
    return values.empty() ? values : " " + values;
  }

  std::string make_option_desc(const CLI::Option* option) const override {
    const std::string text = option->get_default_str();
    return wrapped_text(option->get_description() + (text.empty() ? "" : " [" + text + "]"));
  }

  std::string make_description(const CLI::App* app) const override { return app->get_description() + "\n\n"; }

  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    return CLI::detail::find_and_replace(CLI::Formatter::make_help(app, name, mode), "\n\n\n", "\n\n");
  }
};

// Levenshtein's, by rows.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] != b[j - 1] ? 1 : 0);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

std::string suggestion(const std::string& found, const std::vector<std::string>& known) {
  const auto nearer = [&](const std::string& a, const std::string& b) {
    return edit_distance(found, a) < edit_distance(found, b);
  };
  const auto best = std::min_element(known.begin(), known.end(), nearer);
  if (best == known.end() || edit_distance(found, *best) > 2) return "";
  return fmt::format(", did you mean {}?", *best);
}

std::vector<std::string> flags(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::vector<std::string> command_names(const CLI::App& program) {
  std::vector<std::string> names;
  for (const CLI::App* command : program.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

std::string unexpected(const CLI::App& program, const CLI::App& command, const std::string& argument) {
  if (argument.starts_with('-')) {
    const std::string flag = argument.substr(0, argument.find('='));
    return fmt::format("unknown option {}{}", flag, suggestion(flag, flags(command)));
  }
  if (&program == &command) {
    return fmt::format("unknown command {}{}", argument, suggestion(argument, command_names(program)));
  }
  return fmt::format("unexpected argument {}", argument);
}

// CLI11 puts the name of the option before a colon or a space.
std::string option_name(const std::string& what) { return what.substr(0, what.find_first_of(": ")); }

// A flag for one value that has several; "" for none.
std::string repeated_flag(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    const bool takes_one = option->get_type_size() > 0 && option->get_items_expected_max() == 1;
    if (takes_one && option->count() > 1) return option->get_name();
  }
  return "";
}

std::string explanation(const CLI::App& program, const CLI::App& command, const CLI::ParseError& error) {
  const std::vector<std::string> extras = command.remaining();
  if (!extras.empty()) return unexpected(program, command, extras.front());
  if (const std::string flag = repeated_flag(command); !flag.empty()) return flag + " is given more than once";
  if (error.get_name() == "ArgumentMismatch") return option_name(error.what()) + " needs a value";
  if (error.get_name() == "RequiredError") return option_name(error.what()) + " is missing";
  return error.what();
}

}  // namespace

std::shared_ptr<CLI::FormatterBase> help_format() { return std::make_shared<HelpFormat>(); }

std::string message(const CLI::App& program, const CLI::ParseError& error) {
  const auto parsed = program.get_subcommands();
  const CLI::App& command = parsed.empty() ? program : *parsed.front();
  const std::string name = parsed.empty() ? "direct" : "direct " + command.get_name();
  const std::string text = explanation(program, command, error);
  return fmt::format("{}{} see {} --help", text, text.ends_with('?') ? "" : ";", name);
}

}  // namespace direct
