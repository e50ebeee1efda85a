// SPDX-License-Identifier: MIT
#include "statistics/moments_file.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include <direct/error.h>

#include "data/json_fields.h"

namespace direct {

nlohmann::json write_moments(const SecondMoments& moments, Container& container) {
  const std::size_t b = moments.num_features();
  std::vector<double> packed;
  packed.reserve(b * (b + 1) / 2);
  for (std::size_t i = 0; i < b; ++i) {  // row i of the lower triangle is the start of column i
    const auto column = moments.gram.column(i).first(i + 1);
    packed.insert(packed.end(), column.begin(), column.end());
  }
  container.tensors.push_back(tensor("gram", packed, {packed.size()}));
  container.tensors.push_back(tensor("feature_target", moments.feature_target, {b}));
  return {{"num_rows", moments.num_rows}, {"target_square", moments.target_square}};
}

SecondMoments read_moments(const nlohmann::json& description, const Container& container, std::size_t num_features) {
  const std::vector<double> packed = doubles(container, "gram", {num_features * (num_features + 1) / 2});
  SecondMoments moments(num_features);  // after the file has shown that it holds as much
  moments.num_rows = count_at(description, "num_rows");
  moments.target_square = number_at(description, "target_square");
  moments.feature_target = doubles(container, "feature_target", {num_features});
  auto next = packed.begin();
  for (std::size_t i = 0; i < num_features; ++i)
    for (std::size_t j = 0; j <= i; ++j, ++next) moments.gram(i, j) = moments.gram(j, i) = *next;
  if (moments.num_rows == 0 || !(moments.target_square >= 0.0) || !std::isfinite(moments.target_square))
    throw Error(ErrorKind::model, "the statistics have no rows or a target square that is not a number");
  return moments;
}

}  // namespace direct
