// SPDX-License-Identifier: MIT
// Predicts as a chip does, and writes the C header for it. Host and chip run the same code, device/direct_device.h: the
// integers are the same, bit for bit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <direct/device_form.h>
#include <direct/evaluate.h>
#include <direct/integer_model.h>

namespace direct {

struct IntegerPrediction {
  std::int32_t mean = 0;
  std::uint32_t std_model = 0, std_total = 0;
  bool saturated = false;  // an input is out of range
};

// Runs the device's code. Safe to use from several threads; the model must outlive it.
class IntegerPredictor {
 public:
  explicit IntegerPredictor(const IntegerModel& model, const DeviceForm& form = {});
  ~IntegerPredictor();

  // Inputs as a reader encodes them, in units of the data, to codes: as the device's quantiser does.
  std::vector<std::int16_t> codes(std::span<const double> inputs) const;
  IntegerPrediction operator()(std::span<const std::int16_t> codes) const;
  // What each draw predicts. Deviations d_0, d_1, ... have the draws mean + d_0, mean - d_0, mean + d_1, ...
  std::vector<std::int32_t> draws(std::span<const std::int16_t> codes) const;
  std::int32_t quantile(std::span<const std::int32_t> draws, std::uint16_t probability) const;  // over 65536
  struct Interval {
    std::int32_t lower = 0, upper = 0;
  };
  Interval interval(const IntegerPrediction& prediction) const;
  double value(std::int64_t integer) const;  // in units of the target

 private:
  struct Tables;
  std::unique_ptr<const Tables> tables_;
};

// Scores of what the chip says of rows whose targets are known. The density is that of its draws with its noise, or the
// t of its deviations. Intervals are mean -+ scale * std_total, with the scale of the calibration, of the t, or of a
// Gaussian.
Evaluation evaluate(const TrainedModel& model, const IntegerModel& integer, const Dataset& dataset,
                    const EvaluateOptions& options = {});

// What a prediction takes, compiled with -O2. Instructions, or cycles of an AVR, are an upper bound, from the shape of
// the model; bytes of flash an estimate.
struct DeviceCost {
  std::size_t table_bytes = 0;   // of constants in flash
  std::size_t buffer_bytes = 0;  // of memory: features and sums of the draws
  std::size_t flash_bytes = 0;   // tables and instructions
  std::size_t instructions = 0;
};
DeviceCost device_cost(const IntegerModel& model, const DeviceForm& form, Chip chip = Chip::cortex_m3);

// All that can hold the codes of a model.
std::vector<DeviceForm> possible_forms(const IntegerModel& model);
// Whether a form that takes so much serves the aim better than another.
bool is_better(const DeviceCost& cost, const DeviceCost& other, Aim aim);
// The best of the possible forms by device_cost().
DeviceForm best_form(const IntegerModel& model, Aim aim = Aim::balance, Chip chip = Chip::cortex_m3);

// Throws Error(usage) for an encoding that cannot hold the codes.
void check_encoding(const IntegerModel& model, Encoding encoding);

// A line of measurements on one target, for the comment of the header.
struct DeviceMeasurement {
  std::string target;  // "Cortex-M3"
  std::size_t flash_bytes = 0, stack_bytes = 0;
  std::size_t instructions = 0;  // of a prediction; cycles of an AVR
  bool in_cycles = false;
};

struct HeaderOptions {
  std::string name = "model";  // a C identifier: the prefix of all that the header defines
  DeviceForm form = {};
  std::vector<DeviceMeasurement> measurements = {};  // none: the bounds of device_cost() stand in their place
};

// Throws Error(usage) unless this may be the prefix of what a header defines: a C identifier, and no word of C or C++.
void check_header_name(const std::string& name);

// One C99 header: tables, code, a self-test. Throws Error(usage) for another name.
std::string c_header(const IntegerModel& model, const HeaderOptions& options = {});

// Files that a bare Cortex-M or an AVR needs to run a header in an emulator, by name; for measurements and tests.
std::string device_file(const std::string& name);

}  // namespace direct
