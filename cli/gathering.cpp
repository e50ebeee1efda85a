// SPDX-License-Identifier: MIT
#include "gathering.h"

#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "fit_options.h"
#include "progress_line.h"

namespace direct {
namespace {

bool is_stream(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  return path == "-" || (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) &&
                         !std::filesystem::is_directory(status));
}

void check_streams(const std::vector<std::string>& paths, std::size_t num_processes) {
  for (const std::string& path : paths) {
    if (num_processes == 1 || !is_stream(path)) continue;
    throw Error(ErrorKind::usage, fmt::format("{} can be read by one process only, found {}; name a file",
                                              path == "-" ? "standard input" : path + ":", num_processes));
  }
}

}  // namespace

Dataset open_for_fit(const std::vector<std::string>& paths, const DataOptions& data, const FitOptions& options) {
  if (std::ranges::any_of(paths, is_stream)) check(options);
  return open_dataset(paths, data);
}

void add_like_flag(Flags& flags, GatherArguments& arguments) {
  flags.group("Data");
  flags.text("--like", "FILE", arguments.like_path,
             "columns, scaling and features as in this .stats file, so that the results can be merged");
  arguments.settled_flag = flags.first_given(map_flags());
  arguments.model_flag = flags.first_given({"--model", "--hidden", "--memory"});
}

void check_settled(const GatherArguments& arguments, const std::string& source) {
  const std::string own = arguments.settled_flag();
  const std::string flag = own.empty() && !arguments.fits ? arguments.model_flag() : own;
  const bool needs_seed = arguments.fits && arguments.fit.posterior != PosteriorKind::mean_field;
  if (flag.empty() || (flag == "--seed" && needs_seed)) return;
  throw Error(ErrorKind::usage, fmt::format("{}: columns and features come from {}; leave it out", flag, source));
}

namespace {

struct OpenedData {
  Dataset dataset;
  std::optional<PreparedStatistics> like;

  const Preparation* preparation() const { return like ? &like->preparation : nullptr; }
};

OpenedData opened(const GatherArguments& arguments, const Ranks& ranks, const std::function<void()>& check_outputs) {
  if (arguments.complete) arguments.complete();
  if (!arguments.like_path.empty()) check_settled(arguments, arguments.like_path);
  OpenedData data;
  ranks.agree({}, [&](const Progress&) {
    if (ranks.rank() == 0) check_outputs();
    check_streams(arguments.paths, ranks.size());
    if (!arguments.like_path.empty()) data.like = load_statistics(arguments.like_path);
    data.dataset = open_for_fit(arguments.paths, arguments.data, arguments.fit);
  });
  return data;
}

// What `work` makes of the data, with a line of progress.
template <typename Work>
auto with_data(const GatherArguments& arguments, const Reporting& reporting, const Ranks& ranks,
               const std::function<void()>& check_outputs, const Work& work) {
  const OpenedData data = opened(arguments, ranks, check_outputs);
  ProgressLine line(reporting.quiet || ranks.rank() != 0);
  FitOptions options = arguments.fit;
  options.progress = line.callback();
  return work(data.dataset, options, data.preparation());
}

}  // namespace

Gathered gather(const GatherArguments& arguments, const Reporting& reporting, const Ranks& ranks,
                const std::function<void()>& check_outputs) {
  return with_data(arguments, reporting, ranks, check_outputs,
                   [&](const Dataset& dataset, const FitOptions& options, const Preparation* like) {
                     return gather(dataset, options, like, &ranks);
                   });
}

Training fit_data(const GatherArguments& arguments, const Reporting& reporting, const Ranks& ranks,
                  const std::function<void()>& check_outputs) {
  return with_data(arguments, reporting, ranks, check_outputs,
                   [&](const Dataset& dataset, const FitOptions& options, const Preparation* like) {
                     return fit(dataset, options, like, &ranks);
                   });
}

}  // namespace direct
