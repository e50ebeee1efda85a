// SPDX-License-Identifier: MIT
#include "fit_options.h"

#include <algorithm>

#include <direct/options.h>

#include "option_flags.h"

namespace direct {
namespace {

char delimiter_of(const std::string& text) {
  if (text == "auto") return 0;
  if (text == "tab" || text == "\\t") return '\t';
  if (text.size() == 1 && text != "\"" && text != "\n" && text != "\r") return text[0];
  throw Error(ErrorKind::usage, "--delimiter: expected auto, tab or one character, found \"" + text + "\"");
}

std::size_t levels_of_bits(const std::string& text) {
  if (text == "auto") return 0;
  const auto bits = number_of<unsigned>("--bits", text);
  if (bits < 2 || bits > 16) throw Error(ErrorKind::usage, "--bits: expected auto or 2 to 16, found " + text);
  return (std::size_t{1} << bits) - 1;
}

int num_threads(const std::string& text) {
  const int threads = number_of<int>("--threads", text);
  if (threads < 0) throw Error(ErrorKind::usage, "--threads: expected 0 or more, found " + text);
  return threads;
}

void add_columns_flags(Flags& flags, DataOptions& options) {
  flags.text("--target", "COLUMN", options.target,
             "column to predict, by name or 0-based index; without it the last one");
  flags.list("--drop", "COLUMNS", options.drop, "columns that are not inputs: a,b or repeated");
  flags.list("--categorical", "COLUMNS", options.categorical, "columns that are categories despite their digits");
  flags.text("--weight", "COLUMN", options.weight, "column that says how often its row counts; without it once");
}

// Every option has its line in the library's table.
void add_option_flag(Flags& flags, const OptionInfo& option, FitOptions& options) {
  const auto set = [&options, name = option.name](const std::string& text) { set_option(options, name, text); };
  flags.value(flag_of(option.name), option.values, option.default_text, set, with_flags(option.help));
}

// A network has defaults of its own for what was not given.
void complete_network(FitOptions& options, const std::vector<std::string>& given) {
  if (options.model != ModelKind::network) return;
  const FitOptions defaults = network_options(options.hidden);
  for (const char* name : {"features", "support", "posterior"})
    if (std::ranges::find(given, name) == given.end()) set_option(options, name, option_text(defaults, name));
}

using Given = std::function<std::string()>;
struct OptionFlag {
  std::string option;
  Given given;  // the flag, or "" where it was not given
};

Completion completion(std::vector<OptionFlag> flags, FitOptions& options) {
  return [&options, flags = std::move(flags)] {
    std::vector<std::string> given;
    for (const OptionFlag& flag : flags)
      if (!flag.given().empty()) given.push_back(flag.option);
    complete_network(options, given);
    for (const OptionFlag& flag : flags) {
      const std::string reason = flag.given().empty() ? "" : given_in_vain(options, flag.option);
      if (!reason.empty()) throw Error(ErrorKind::usage, flag.given() + ": " + reason);
    }
  };
}

}  // namespace

void add_file_flags(Flags& flags, DataOptions& options) {
  flags.group("Data");
  flags.word("--header", options.header, "whether the first line names the columns");
  const std::string default_text = options.delimiter == 0 ? "auto" : std::string(1, options.delimiter);
  const auto set = [&options](const std::string& text) { options.delimiter = delimiter_of(text); };
  flags.value("--delimiter", "CHAR", default_text, set, "what separates cells: auto, tab or a character");
}

void add_model_and_data(Flags& flags, std::string& model_path, std::vector<std::string>& paths, DataOptions& options) {
  add_model_file(flags, model_path);
  add_data_files(flags, paths);
  add_file_flags(flags, options);
}

void add_data_flags(Flags& flags, DataOptions& options) {
  flags.group("Data");
  add_columns_flags(flags, options);
  flags.word("--missing", options.missing, "what to do with an empty cell");
  flags.word("--unseen", options.unseen, "what to do with a category that training did not see");
  add_file_flags(flags, options);
}

void add_exposure_flag(Flags& flags, DataOptions& options) {
  flags.group("Data");
  flags.text("--exposure", "COLUMN", options.exposure,
             "column that expected counts are in proportion to, such as a time or a population");
}

Completion add_map_flags(Flags& flags, FitOptions& options) {
  flags.group("Model");
  std::vector<OptionFlag> added;
  for (const OptionInfo& option : option_infos()) {
    if (!option.shapes_map) continue;
    add_option_flag(flags, option, options);
    added.push_back({option.name, flags.first_given({flag_of(option.name)})});
  }
  return completion(std::move(added), options);
}

Completion add_fit_flags(Flags& flags, FitOptions& options) {
  std::vector<OptionFlag> added;
  for (const OptionInfo& option : option_infos()) {
    flags.group(option.group);
    add_option_flag(flags, option, options);
    std::vector<std::string> names = {flag_of(option.name)};
    if (option.name == "levels") {
      names.push_back("--bits");
      const auto set = [&options](const std::string& text) { options.levels = levels_of_bits(text); };
      flags.value("--bits", "N", "", set, "the same as --levels with 2^N - 1");
      flags.exclude("--bits", "--levels");
    }
    added.push_back({option.name, flags.first_given(names)});
  }
  return [&options, complete = completion(std::move(added), options)] {
    if (has_support_file(options)) options.support_levels = read_support(options.support.path);
    complete();
  };
}

std::vector<std::string> map_flags() {
  return {"--target", "--drop",       "--categorical", "--weight",       "--exposure",     "--missing",
          "--unseen", "--likelihood", "--features",    "--num-features", "--feature-bits", "--seed"};
}

void add_threads_flag(Flags& flags, int& threads) {
  const auto set = [&threads](const std::string& text) { threads = num_threads(text); };
  flags.value("--threads", "N", std::to_string(threads), set, "never changes a result; 0 means all cores");
}

}  // namespace direct
