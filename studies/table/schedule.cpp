// SPDX-License-Identifier: MIT
#include "table/schedule.h"

#include <algorithm>
#include <cstdlib>

namespace study {

bool Schedule::is_done(const FoldTask& task, const std::string& method) const {
  return table_.has({"set", "fold", "method", "num_features", "num_levels", "max_iterations", "seed"},
                    {task.set, std::to_string(task.fold), method, key_.num_features, key_.num_levels,
                     key_.max_iterations, key_.seed});
}

bool Schedule::tries_patience(const FoldTask& task, const std::string& method) const {
  if (method != "mixture-sgd" || task.fold == 0) return false;
  const std::size_t set = table_.column("set"), of = table_.column("method"), fold = table_.column("fold"),
                    seconds = table_.column("fit_cpu_seconds");
  return std::any_of(table_.rows().begin(), table_.rows().end(), [&](const Cells& row) {
    return row[set] == task.set && row[of] == method && row[fold] == "0" && std::stod(row[seconds]) > patience_;
  });
}

FoldTask Schedule::remaining(const FoldTask& wanted) const {
  FoldTask result{wanted.set, wanted.fold, {}};
  for (const std::string& method : wanted.methods)
    if (!is_done(wanted, method) && !tries_patience(wanted, method)) result.methods.push_back(method);
  return result;
}

double Schedule::expected_seconds(const std::string& set, const std::string& method) const {
  const std::size_t of_set = table_.column("set"), of_method = table_.column("method"),
                    of_seconds = table_.column("fit_seconds");
  double same = 0.0, all = 0.0;
  int num_same = 0, num_all = 0;
  for (const Cells& row : table_.rows()) {
    if (row[of_method] != method) continue;
    const double seconds = std::stod(row[of_seconds]);
    all += seconds;
    ++num_all;
    if (row[of_set] != set) continue;
    same += seconds;
    ++num_same;
  }
  if (num_same > 0) return same / num_same;
  return num_all > 0 ? all / num_all : 0.0;
}

double Schedule::seconds_left(const std::vector<FoldTask>& tasks) const {
  const std::size_t prepare = table_.column("prepare_seconds"), statistics = table_.column("statistics_seconds"),
                    of_set = table_.column("set");
  double seconds = 0.0;
  for (const FoldTask& wanted : tasks) {
    const FoldTask task = remaining(wanted);
    if (task.methods.empty()) continue;
    for (const std::string& method : task.methods) seconds += expected_seconds(task.set, method);
    const auto known = std::find_if(table_.rows().rbegin(), table_.rows().rend(),
                                    [&](const Cells& row) { return row[of_set] == task.set; });
    if (known != table_.rows().rend()) seconds += std::stod((*known)[prepare]) + std::stod((*known)[statistics]);
  }
  return seconds;
}

}  // namespace study
