// SPDX-License-Identifier: MIT
#include "data/column_plan.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include <direct/error.h>

#include "data/place.h"
#include "data/text.h"

namespace direct {
namespace {

using Names = std::span<const std::string>;

// A name wins over an index: a header may well consist of numbers.
std::size_t position(Names names, const std::string& wanted, const char* role) {
  const auto found = std::find(names.begin(), names.end(), wanted);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  std::size_t index = 0;
  const char* last = wanted.data() + wanted.size();
  const auto [end, error] = std::from_chars(wanted.data(), last, index);
  if (error == std::errc() && end == last && index < names.size()) return index;
  throw Error(ErrorKind::usage,
              fmt::format("unknown {} column {}; available: {}", role, in_quotes(wanted), listed(names)));
}

std::vector<bool> marked(Names names, const std::vector<std::string>& wanted, const char* role) {
  std::vector<bool> marks(names.size());
  for (const std::string& name : wanted) marks[position(names, name, role)] = true;
  return marks;
}

}  // namespace

ColumnPlan column_plan(Names names, const DataOptions& options, const std::string& file) {
  ColumnPlan plan;
  plan.target = options.target.empty() ? names.size() - 1 : position(names, options.target, "target");
  plan.categorical = marked(names, options.categorical, "categorical");
  plan.is_input = marked(names, options.drop, "drop");
  plan.is_input.flip();
  const std::string target = in_quotes(names[plan.target]);
  if (!plan.is_input[plan.target]) {
    throw Error(ErrorKind::usage, "the target column " + target + " is dropped; keep it or name another target");
  }
  if (plan.categorical[plan.target]) {
    throw Error(ErrorKind::usage, "the target column " + target + " cannot be categorical; expected numbers");
  }
  plan.is_input[plan.target] = false;
  if (std::find(plan.is_input.begin(), plan.is_input.end(), true) == plan.is_input.end()) {
    fail_at({file}, "no input columns are left beside the target " + target);
  }
  return plan;
}

}  // namespace direct
