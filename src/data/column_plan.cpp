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

void check_is_kept(const ColumnPlan& plan, Names names, std::size_t column, const std::string& role) {
  if (plan.is_input[column]) return;
  throw Error(ErrorKind::usage, fmt::format("the {} column {} is dropped; keep it or name another {}", role,
                                            in_quotes(names[column]), role));
}

void check_has_numbers(const ColumnPlan& plan, Names names, std::size_t column, const std::string& role) {
  if (!plan.categorical[column]) return;
  throw Error(ErrorKind::usage,
              fmt::format("the {} column {} cannot be categorical; expected numbers", role, in_quotes(names[column])));
}

void check_differs(Names names, std::size_t column, const char* role, std::optional<std::size_t> other,
                   const char* other_role) {
  if (column != other) return;
  throw Error(ErrorKind::usage, fmt::format("the {} column {} is the {}; name another {} or {}", role,
                                            in_quotes(names[column]), other_role, role, other_role));
}

// A column of numbers that is no input. Nothing where the user names none.
std::optional<std::size_t> side_column(ColumnPlan& plan, Names names, const std::string& wanted, const char* role) {
  if (wanted.empty()) return {};
  const std::size_t column = position(names, wanted, role);
  check_differs(names, column, role, plan.target, "target");
  check_differs(names, column, role, plan.weight, "weight");
  check_is_kept(plan, names, column, role);
  check_has_numbers(plan, names, column, role);
  plan.is_input[column] = false;
  return column;
}

void check_has_exposure(const DataOptions& options, Likelihood likelihood) {
  if (options.exposure.empty() || likelihood->takes_exposure) return;
  std::string takers;
  for (const Likelihood& other : all_likelihoods())
    if (other->takes_exposure) takers += fmt::format("{}{}", takers.empty() ? "" : " or ", other->name);
  throw Error(ErrorKind::usage, fmt::format("the exposure column {} is for counts alone; expected `likelihood` {}",
                                            in_quotes(options.exposure), takers));
}

}  // namespace

std::vector<bool> marked_columns(Names names, const std::vector<std::string>& wanted, const char* role) {
  std::vector<bool> marks(names.size());
  for (const std::string& name : wanted) marks[position(names, name, role)] = true;
  return marks;
}

ColumnPlan column_plan(Names names, const DataOptions& options, Likelihood likelihood, const std::string& file) {
  check_has_exposure(options, likelihood);
  ColumnPlan plan;
  plan.target = options.target.empty() ? names.size() - 1 : position(names, options.target, "target");
  plan.categorical = marked_columns(names, options.categorical, "categorical");
  plan.is_input = marked_columns(names, options.drop, "drop");
  plan.is_input.flip();
  check_is_kept(plan, names, plan.target, "target");
  if (!likelihood->has_classes) check_has_numbers(plan, names, plan.target, "target");
  plan.weight = side_column(plan, names, options.weight, "weight");
  plan.exposure = side_column(plan, names, options.exposure, "exposure");
  plan.is_input[plan.target] = false;
  if (std::find(plan.is_input.begin(), plan.is_input.end(), true) == plan.is_input.end()) {
    fail_at({file}, "no input columns are left beside the target " + in_quotes(names[plan.target]));
  }
  return plan;
}

}  // namespace direct
