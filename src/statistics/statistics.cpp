// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/statistics.h>

#include <cmath>

#include "algebra/dense.h"

namespace direct {
namespace {

// into += factor * other
void add_multiple(SecondMoments& into, double factor, const SecondMoments& other) {
  into.num_rows += factor * other.num_rows;
  into.target_square += factor * other.target_square;
  view(into.feature_target) += factor * view(other.feature_target);
  view(into.gram) += factor * view(other.gram);
}

}  // namespace

Statistics empty_statistics(const FeatureMap& map) {
  Statistics statistics;
  if (map.integer)
    statistics.exact = IntegerMoments(map.num_features(), map.integer->value_bits);
  else
    statistics.rounded = SecondMoments(map.num_features());
  return statistics;
}

void merge(SecondMoments& into, const SecondMoments& other) {
  if (into.num_features() != other.num_features())
    throw Error(ErrorKind::usage, "statistics of " + std::to_string(into.num_features()) +
                                      " features cannot be merged with those of " +
                                      std::to_string(other.num_features()));
  add_multiple(into, 1.0, other);
}

void merge(Statistics& into, const Statistics& other) {
  if (into.exact.has_value() != other.exact.has_value())
    throw Error(ErrorKind::usage, "statistics of integer features cannot be merged with those of others");
  if (into.exact) merge(*into.exact, *other.exact);
  if (!other.rounded) return;
  if (into.rounded)
    merge(*into.rounded, *other.rounded);
  else
    into.rounded = other.rounded;
}

void decay(Statistics& statistics, double factor) {
  if (!(factor > 0.0 && factor <= 1.0))
    throw Error(ErrorKind::usage, "`decay`: expected a factor above 0 and at most 1, found " + std::to_string(factor));
  if (factor == 1.0) return;
  const SecondMoments before = second_moments(statistics);
  statistics.rounded = SecondMoments(before.num_features());
  add_multiple(*statistics.rounded, factor, before);
  if (statistics.exact) statistics.exact = IntegerMoments(before.num_features(), statistics.exact->value_bits);
}

double num_rows(const Statistics& statistics) {
  return (statistics.exact ? static_cast<double>(statistics.exact->num_rows) : 0.0) +
         (statistics.rounded ? statistics.rounded->num_rows : 0.0);
}

SecondMoments second_moments(const Statistics& statistics) {
  if (!statistics.exact) return statistics.rounded.value_or(SecondMoments());
  SecondMoments result = second_moments(*statistics.exact);
  if (statistics.rounded) merge(result, *statistics.rounded);
  return result;
}

}  // namespace direct
