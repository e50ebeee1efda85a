// SPDX-License-Identifier: MIT
// The flags of one command. A flag is bound to a field: it sets the field when given, and its default in the help is
// the field's value when it is added. So a default stands in the member initialiser of an option struct and nowhere
// else. The fields must outlive the parsing.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <direct/numbers.h>

#include "words.h"

namespace CLI {
class App;
}

namespace direct {

class Flags {
 public:
  using Set = std::function<void(const std::string& text)>;

  explicit Flags(CLI::App& command) : command_(command) {}

  void footer(const std::string& text);  // below the help
  void group(const std::string& title);  // of the flags that follow
  void hide(const std::string& flag);    // from the help
  void exclude(const std::string& flag, const std::string& other);
  // The first of these flags that the user gave, "" for none: to be asked once they are parsed. The command need not
  // know all of them.
  std::function<std::string()> first_given(std::vector<std::string> flags) const;

  // What the user gave, as one may type it again, without these flags: to be asked once they are parsed.
  std::function<std::string()> given_without(std::vector<std::string> flags) const;

  // Positional, and required. The second takes all that is left.
  void argument(const std::string& name, std::string& field, const std::string& help);
  void arguments(const std::string& name, std::vector<std::string>& field, const std::string& help);

  void on(const std::string& flag, bool& field, const std::string& help);
  void accept(const std::string& flag, const std::string& help);  // that changes nothing
  void text(const std::string& flag, const std::string& values, std::string& field, const std::string& help);
  // May be repeated, and each value may be a list with commas.
  void list(const std::string& flag, const std::string& values, std::vector<std::string>& field,
            const std::string& help);
  // May be given once.
  void value(const std::string& flag, const std::string& values, const std::string& default_text, const Set& set,
             const std::string& help);

  template <typename Number>
  void number(const std::string& flag, const std::string& values, Number& field, const std::string& help) {
    const auto set = [&field, flag](const std::string& text) { field = number_of<Number>(flag, text); };
    value(flag, values, fmt::format("{}", field), set, help);
  }

  template <typename Enum>
  void word(const std::string& flag, Enum& field, const std::string& help) {
    const auto set = [&field, flag](const std::string& text) { field = value_of<Enum>(flag, text); };
    value(flag, word_list<Enum>(), word_of(field), set, help);
  }

 private:
  CLI::App& command_;
  std::string group_ = "Options";
};

// Arguments that commands share.
void add_data_files(Flags& flags, std::vector<std::string>& paths);
void add_model_file(Flags& flags, std::string& path);

}  // namespace direct
