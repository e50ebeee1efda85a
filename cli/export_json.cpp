// SPDX-License-Identifier: MIT
// What direct export wrote, as JSON.
#include <cmath>

#include "export_report.h"
#include "json_parts.h"
#include "option_flags.h"
#include "words.h"

namespace direct {
namespace {

Json inputs_json(const IntegerModel& model) {
  Json inputs = Json::array();
  for (const InputQuantiser& input : model.inputs)
    inputs.push_back({{"name", input.name},
                      {"bits", input.bits},
                      {"lowest_reading", input.lowest},
                      {"multiplier", input.multiplier},
                      {"shift", input.shift},
                      {"least_code", input.least},
                      {"most_code", input.most},
                      {"least", input.lowest_input()},
                      {"most", input.highest_input()}});
  return inputs;
}

Json bounds_json(const IntegerModel& model) {
  Json bounds = Json::object();
  for (const ProvenBound& proven : proven_bounds(model))
    bounds[proven.word] = {{"bound", proven.bound}, {"limit", proven.limit}};
  return bounds;
}

Json cost_json(const DeviceCost& cost) {
  return {{"table_bytes", cost.table_bytes},
          {"flash_bytes", cost.flash_bytes},
          {"buffer_bytes", cost.buffer_bytes},
          {"instructions", cost.instructions}};
}

// An encoding that cannot hold the codes is null.
Json encodings_json(const FormChoice& choice) {
  Json encodings = Json::object();
  for (const auto& [form, cost, reason] : choice.costs)
    if (!cost || form.whole_wave == choice.form.whole_wave)
      encodings[word_of(form.encoding)] = cost ? cost_json(*cost) : Json();
  return encodings;
}

Json form_choice_json(const FormChoice& choice) {
  return {{"optimize", word_of(choice.wish.any_aim())},
          {"chip", word_of(choice.wish.any_chip())},
          {"measured", choice.is_measured},
          {"whole_wave", choice.form.whole_wave},
          {"text", choice_text(choice)}};
}

Json measurements_json(const std::vector<DeviceMeasurement>& measurements) {
  Json array = Json::array();
  for (const DeviceMeasurement& m : measurements)
    array.push_back({{"target", m.target},
                     {"instructions", m.in_cycles ? Json() : Json(m.instructions)},
                     {"cycles", m.in_cycles ? Json(m.instructions) : Json()},
                     {"flash_bytes", m.flash_bytes},
                     {"stack_bytes", m.stack_bytes}});
  return array;
}

}  // namespace

std::string to_json(const DeviceExport& device) {
  const IntegerModel& model = device.model;
  return printed(
      {{"schema_version", schema_version},
       {"name", device.name},
       {"target", model.target_name},
       {"digest", model.digest},
       {"num_inputs", model.inputs.size()},
       {"num_features", num_used_features(model)},
       {"num_model_features", model.num_model_features},
       {"num_draws", model.num_draws},
       {"zero_codes", model.zero_codes()},
       {"levels", word_of(model.levels)},
       {"encoding", word_of(device.choice.form.encoding)},
       {"choice", form_choice_json(device.choice)},
       {"encodings", encodings_json(device.choice)},
       {"output_bits", model.output_bits},
       {"noise", std::ldexp(model.noise, -model.output_bits)},
       {"interval",
        {{"level", model.interval_level}, {"scale", model.interval_scale}, {"calibrated", model.interval_calibrated}}},
       {"distortion", model.distortion ? Json(*model.distortion) : Json()},
       {"bounds", bounds_json(model)},
       {"inputs", inputs_json(model)},
       {"measurements", measurements_json(device.measurements)},
       {"num_deviations", model.student ? Json(model.num_draws) : Json()},
       {"deviations_cost", model.student && model.student->cost ? Json(*model.student->cost) : Json()},
       {"interval_warnings", with_flags(device.interval_warnings)},
       {"warnings", with_flags(model.warnings)}});
}

}  // namespace direct
