// SPDX-License-Identifier: MIT
#include "deploy/self_test.h"

namespace direct {

std::vector<std::vector<std::int16_t>> golden_inputs(std::size_t num_inputs) {
  std::vector<std::vector<std::int16_t>> result(num_golden_vectors, std::vector<std::int16_t>(num_inputs, 0));
  for (std::size_t j = 0; j < num_inputs; ++j) result[1][j] = j % 2 == 0 ? 32767 : -32767;
  std::uint32_t state = 1;
  for (std::size_t k = 2; k < num_golden_vectors; ++k)
    for (std::int16_t& code : result[k]) {
      state = state * 1664525U + 1013904223U;
      code = static_cast<std::int16_t>(static_cast<std::uint16_t>(state >> 16));
    }
  return result;
}

std::vector<Golden> golden_results(const IntegerModel& model) {
  const IntegerPredictor predictor(model, {.encoding = Encoding::lists});
  std::vector<Golden> result;
  for (const std::vector<std::int16_t>& codes : golden_inputs(model.inputs.size())) {
    const IntegerPrediction prediction = predictor(codes);
    const std::vector<std::int32_t> draws = predictor.draws(codes);
    const IntegerPredictor::Interval interval = predictor.interval(prediction);
    std::uint32_t checksum = 0;
    const auto add = [&](std::int32_t value) { checksum = checksum * 31U + static_cast<std::uint32_t>(value); };
    for (const std::int32_t draw : draws) add(draw);
    add(predictor.quantile(draws, golden_probability));
    add(interval.lower);
    add(interval.upper);
    result.push_back({static_cast<std::uint32_t>(prediction.mean), prediction.std_model, prediction.std_total,
                      prediction.saturated ? 1U : 0U, checksum});
  }
  return result;
}

}  // namespace direct
