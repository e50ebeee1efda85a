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

// The target and the weight hold numbers, and are there.
void check_has_numbers(const ColumnPlan& plan, Names names, std::size_t column, const std::string& role) {
  const std::string name = in_quotes(names[column]);
  if (!plan.is_input[column]) {
    throw Error(ErrorKind::usage,
                fmt::format("the {} column {} is dropped; keep it or name another {}", role, name, role));
  }
  if (plan.categorical[column]) {
    throw Error(ErrorKind::usage, fmt::format("the {} column {} cannot be categorical; expected numbers", role, name));
  }
}

void plan_weight(ColumnPlan& plan, Names names, const DataOptions& options) {
  if (options.weight.empty()) return;
  const std::size_t weight = position(names, options.weight, "weight");
  if (weight == plan.target) {
    throw Error(ErrorKind::usage, fmt::format("the weight column {} is the target; name another weight or target",
                                              in_quotes(names[weight])));
  }
  check_has_numbers(plan, names, weight, "weight");
  plan.is_input[weight] = false;
  plan.weight = weight;
}

}  // namespace

ColumnPlan column_plan(Names names, const DataOptions& options, const std::string& file) {
  ColumnPlan plan;
  plan.target = options.target.empty() ? names.size() - 1 : position(names, options.target, "target");
  plan.categorical = marked(names, options.categorical, "categorical");
  plan.is_input = marked(names, options.drop, "drop");
  plan.is_input.flip();
  check_has_numbers(plan, names, plan.target, "target");
  plan_weight(plan, names, options);
  plan.is_input[plan.target] = false;
  if (std::find(plan.is_input.begin(), plan.is_input.end(), true) == plan.is_input.end()) {
    fail_at({file}, "no input columns are left beside the target " + in_quotes(names[plan.target]));
  }
  return plan;
}

}  // namespace direct
