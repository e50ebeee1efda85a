// SPDX-License-Identifier: MIT
#include "fit_options.h"

#include "flags.h"

namespace direct {
namespace {

constexpr const char* data_group = "Data";
constexpr const char* model_group = "Model";
constexpr const char* search_group = "Search";

char delimiter_of(const std::string& text) {
  if (text == "auto") return 0;
  if (text == "tab" || text == "\\t") return '\t';
  if (text.size() == 1 && text != "\"" && text != "\n" && text != "\r") return text[0];
  throw Error(ErrorKind::usage, "--delimiter: expected auto, tab or one character, found \"" + text + "\"");
}

std::size_t levels_of_bits(const std::string& text) {
  const auto bits = number_of<unsigned>("--bits", text);
  if (bits < 2 || bits > 8) throw Error(ErrorKind::usage, "--bits: expected 2 to 8, found " + text);
  return (std::size_t{1} << bits) - 1;
}

void add_levels_flags(CLI::App& command, FitOptions& options) {
  auto* levels = add_number(command, "--levels", "N", options.levels, "levels of each weight, 2 to 256");
  const auto set = [&options](const std::string& text) { options.levels = levels_of_bits(text); };
  auto* bits = command.add_option_function<std::string>("--bits", set, "the same as --levels with 2^N - 1");
  bits->type_name("N")->take_last()->excludes(levels)->group(model_group);
  levels->group(model_group);
}

}  // namespace

void add_file_flags(CLI::App& command, DataOptions& options) {
  add_word(command, "--header", options.header, "whether the first line names the columns")->group(data_group);
  const auto set = [&options](const std::string& text) { options.delimiter = delimiter_of(text); };
  command.add_option_function<std::string>("--delimiter", set, "what separates cells: auto, tab or a character")
      ->type_name("CHAR")
      ->default_str(options.delimiter == 0 ? "auto" : std::string(1, options.delimiter))
      ->take_last()
      ->group(data_group);
}

void add_data_flags(CLI::App& command, DataOptions& options) {
  add_text(command, "--target", "COLUMN", options.target,
           "column to predict, by name or 0-based index; without it the last one")
      ->group(data_group);
  add_list(command, "--drop", "COLUMNS", options.drop, "columns that are not inputs: a,b or repeated")
      ->group(data_group);
  add_list(command, "--categorical", "COLUMNS", options.categorical, "columns that are categories despite their digits")
      ->group(data_group);
  add_word(command, "--missing", options.missing, "what to do with an empty cell")->group(data_group);
  add_word(command, "--unseen", options.unseen, "what to do with a category that training did not see")
      ->group(data_group);
  add_file_flags(command, options);
}

void add_fit_flags(CLI::App& command, FitOptions& options) {
  const auto model = [](CLI::Option* option) { option->group(model_group); };
  model(add_word(
      command, "--features", options.features,
      "fourier: random Fourier features; linear: 1 and the inputs; given: the columns as they are, nothing scaled"));
  model(add_number(command, "--num-features", "N", options.num_features, "how many Fourier features, even"));
  model(add_word(command, "--hyperparameters", options.hyperparameters,
                 "noise and prior scale from all rows (evidence) or from 1000 of them, as in the paper (pilot)"));
  add_levels_flags(command, options);
  model(add_text(command, "--support", "auto|LO:HI|V1,V2,...", options.support, "the levels of the weights"));
  model(add_word(command, "--prior", options.prior, "prior of the weights over their levels"));
  model(add_text(command, "--prior-scale", "auto|STD", options.prior_scale, "standard deviation of the prior"));
  model(add_text(command, "--noise", "auto|VAR|LO:HI:COUNT", options.noise,
                 "variance of the noise in squared units of the target, one value or a logarithmic grid"));

  const auto search = [](CLI::Option* option) { option->group(search_group); };
  search(add_word(command, "--optimizer", options.optimizer,
                  "auto: coordinate ascent from good starts; best: these and L-BFGS compete; ascent: coordinate ascent "
                  "from the prior; lbfgs: the paper's method"));
  search(add_number(command, "--max-iterations", "N", options.max_iterations, "sweeps or L-BFGS iterations, at most"));
  search(add_number(command, "--tolerance", "NATS", options.tolerance, "gain per row at which a fit has converged"));
  search(add_number(command, "--seed", "N", options.seed, "the same seed gives the same bytes"));
  add_threads_flag(command, options.threads);
}

void add_threads_flag(CLI::App& command, int& threads) {
  const auto set = [&threads](const std::string& text) {
    threads = number_of<int>("--threads", text);
    if (threads < 0) throw Error(ErrorKind::usage, "--threads: expected 0 or more, found " + text);
  };
  command.add_option_function<std::string>("--threads", set, "never changes a result; 0 means all cores")
      ->type_name("N")
      ->default_str(fmt::format("{}", threads))
      ->take_last()
      ->group(search_group);
}

}  // namespace direct
