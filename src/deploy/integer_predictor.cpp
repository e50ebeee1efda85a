// SPDX-License-Identifier: MIT
#include <direct/deploy.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <direct/error.h>

#include "deploy/device_tables.h"
#include "deploy/input_quantiser.h"

namespace direct {
namespace {

void check_codes(const direct_tables& tables, std::span<const std::int16_t> codes) {
  if (codes.size() != tables.num_inputs)
    throw Error(ErrorKind::usage, fmt::format("the model expects {} codes, found {}", tables.num_inputs, codes.size()));
}

}  // namespace

struct IntegerPredictor::Tables {
  Tables(const IntegerModel& of_model, const DeviceForm& form) : model(of_model), device(of_model, form) {}

  // The sum of the centres; `sums` becomes that of every draw.
  std::int32_t sums_at(std::span<const std::int16_t> codes, std::vector<std::int32_t>& sums) const {
    const direct_tables& tables = device();
    check_codes(tables, codes);
    sums.resize(tables.num_draws);
    const std::size_t feature_bytes = tables.is_wide ? sizeof(std::int16_t) : 1;
    std::vector<std::int16_t> buffer((tables.num_features * feature_bytes + 1) / 2);
    const std::int32_t centre = features_at(codes, buffer.data());
    direct_sums(&tables, buffer.data(), sums.data());
    return centre;
  }

  // Fills the buffer and returns the sum of the centres.
  std::int32_t features_at(std::span<const std::int16_t> codes, std::int16_t* buffer) const {
    const direct_tables& tables = device();
    if (model.is_trained) {
      std::vector<std::int16_t> turns(tables.num_cosines);
      return direct_trained(&tables, codes.data(), turns.data(), buffer);
    }
    if (tables.is_wide) return direct_wide(&tables, codes.data(), buffer);
    return direct_fourier(&tables, codes.data(), reinterpret_cast<std::uint8_t*>(buffer));
  }

  const IntegerModel& model;
  DeviceTables device;
};

IntegerPredictor::IntegerPredictor(const IntegerModel& model, const DeviceForm& form) {
  check_encoding(model, form.encoding);
  tables_ = std::make_unique<const Tables>(model, form.encoding == Encoding::automatic ? best_form(model) : form);
}

IntegerPredictor::~IntegerPredictor() = default;

std::vector<std::int16_t> IntegerPredictor::codes(std::span<const double> inputs) const {
  const std::vector<InputQuantiser>& quantisers = tables_->model.inputs;
  if (inputs.size() != quantisers.size())
    throw Error(ErrorKind::usage,
                fmt::format("the model expects {} inputs, found {}", quantisers.size(), inputs.size()));
  std::vector<std::int16_t> result;
  for (std::size_t j = 0; j < inputs.size(); ++j) result.push_back(device_code(quantisers[j], inputs[j]));
  return result;
}

IntegerPrediction IntegerPredictor::operator()(std::span<const std::int16_t> codes) const {
  std::vector<std::int32_t> sums;
  const std::int32_t centre = tables_->sums_at(codes, sums);
  direct_result result{};
  if (tables_->model.student)
    direct_summarise_deviations(&tables_->device(), centre, sums.data(), &result);
  else
    direct_summarise(&tables_->device(), centre, sums.data(), &result);
  return {.mean = result.mean,
          .std_model = result.std_model,
          .std_total = result.std_total,
          .saturated = direct_flags(&tables_->device(), codes.data()) != 0};
}

std::vector<std::int32_t> IntegerPredictor::draws(std::span<const std::int16_t> codes) const {
  std::vector<std::int32_t> sums;
  const std::int32_t centre = tables_->sums_at(codes, sums);
  sums.resize(tables_->model.num_draw_values());
  if (tables_->model.student)
    direct_pair_values(&tables_->device(), centre, sums.data());
  else
    direct_draw_values(&tables_->device(), centre, sums.data());
  return sums;
}

std::int32_t IntegerPredictor::quantile(std::span<const std::int32_t> draws, std::uint16_t probability) const {
  const IntegerModel& model = tables_->model;
  if (draws.size() != model.num_draw_values())
    throw Error(ErrorKind::usage,
                fmt::format("the model has {} draws, found {}", model.num_draw_values(), draws.size()));
  if (model.student) {
    std::vector<std::int32_t> deviations(model.num_draws);
    return direct_student_quantile(&tables_->device(), &tables_->device.student(), draws.data(), deviations.data(),
                                   probability);
  }
  return direct_quantile_of(&tables_->device(), draws.data(), probability);
}

IntegerPredictor::Interval IntegerPredictor::interval(const IntegerPrediction& prediction) const {
  const direct_result result{prediction.mean, prediction.std_model, prediction.std_total, 0};
  Interval interval;
  if (tables_->model.student && !tables_->model.interval_calibrated)
    direct_student_interval(&tables_->device(), &tables_->device.student(), &result, &interval.lower, &interval.upper);
  else
    direct_interval_of(&tables_->device(), &result, &interval.lower, &interval.upper);
  return interval;
}

double IntegerPredictor::value(std::int64_t integer) const {
  return std::ldexp(static_cast<double>(integer), -tables_->model.output_bits);
}

}  // namespace direct
