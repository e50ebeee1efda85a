// SPDX-License-Identifier: MIT
// A model as the device's own type, for the host to run the device's code on.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <direct/deploy.h>

#include "deploy/draw_encoding.h"
#include "direct_device.h"

namespace direct {

// The tables of a model and what they point to. Not to be copied.
class DeviceTables {
 public:
  DeviceTables(const IntegerModel& model, const DeviceForm& form);
  DeviceTables(const DeviceTables&) = delete;
  DeviceTables& operator=(const DeviceTables&) = delete;

  const direct_tables& operator()() const { return tables_; }
  const direct_student& student() const { return student_; }  // of a model with deviations

 private:
  void point_to_features(const IntegerModel& model, bool whole_wave);
  void point_to_cosines(const IntegerModel& model);
  void point_to_draws(const IntegerModel& model);

  EncodedDraws draws_;
  std::vector<std::int16_t> least_, most_;
  std::vector<std::uint8_t> byte_steps_, byte_indices_;
  direct_tables tables_{};
  direct_student student_{};
};

// The table of the device: sines, and cosines 64 entries later. Features of 12 bits have one of the others, and inputs
// as features none.
std::span<const std::int8_t> device_cosines(const IntegerModel& model);
std::span<const std::int16_t> fine_cosines(const IntegerModel& model, bool whole_wave);  // of features of 12 bits
std::span<const std::int16_t> quarter_sines(const IntegerModel& model,
                                            bool whole_wave);  // of trained ones, if not whole
std::int32_t fine_offset(const IntegerModel& model);           // of 12 bits, else 0

// The inputs of cosines, or none where they are the first ones; likewise the shifts, where none is shifted.
std::span<const std::uint16_t> listed_inputs(const std::vector<std::uint16_t>& inputs);
std::span<const std::uint8_t> listed_shifts(const IntegerCosines& cosines);

direct_ratio device_ratio(const IntegerRatio& ratio);
std::uint8_t interval_whole(const IntegerModel& model);
IntegerRatio interval_ratio(const IntegerModel& model);

}  // namespace direct
