// SPDX-License-Identifier: MIT
#include "export_report.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "words.h"

namespace direct {
namespace {

std::string plural(std::size_t count, const char* noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

// "8422 instructions on Cortex-M0, 6120 on Cortex-M3, 90000 cycles on ATmega328p"
std::string measured_text(const std::vector<DeviceMeasurement>& measurements) {
  std::string text, last_unit;
  for (const DeviceMeasurement& measurement : measurements) {
    const std::string unit = measurement.in_cycles ? " cycles" : " instructions";
    text += fmt::format("{}{}{} on {}", text.empty() ? "" : ", ", measurement.instructions,
                        unit == last_unit ? "" : unit, measurement.target);
    last_unit = unit;
  }
  return text;
}

std::string cost_text(const DeviceExport& device, const DeviceCost& cost) {
  if (!device.measurements.empty()) return fmt::format("a prediction takes {}", measured_text(device.measurements));
  return fmt::format("a prediction takes at most {} instructions on Cortex-M3 (a bound, not measured)",
                     cost.instructions);
}

std::string distortion_text(const IntegerModel& model) {
  if (!model.distortion) return "unknown: the model has no statistics (slim)";
  return fmt::format("{:.2g} of the noise variance is what the integers add to it", *model.distortion);
}

std::string deviations_text(const IntegerStudent& student, std::size_t count) {
  return fmt::format("{} of the model's {}{}", count, student.num_model_deviations,
                     student.cost ? fmt::format(", at an expected cost of {:.2g} nats per row", *student.cost) : "");
}

std::string interval_text(const IntegerModel& model) {
  if (model.student && !model.interval_calibrated)
    return fmt::format("mean -+ {:.4g} to {:.4g} std_total at {}, by the degrees of freedom of a t",
                       model.student->smallest_scale, model.student->largest_scale, model.interval_level);
  return fmt::format("mean -+ {:.4g} std_total at {}{}", model.interval_scale, model.interval_level,
                     model.interval_calibrated ? ", calibrated" : "");
}

std::string inputs_text(const IntegerModel& model) {
  constexpr std::size_t max_shown = 4;
  std::vector<std::string> parts;
  for (const InputQuantiser& input : model.inputs) {
    if (parts.size() == max_shown) break;
    parts.push_back(fmt::format("{} {:.4g} to {:.4g}", input.name, input.lowest_input(), input.highest_input()));
  }
  const std::size_t left = model.inputs.size() - parts.size();
  return fmt::format("{}{}", fmt::join(parts, ", "), left == 0 ? "" : fmt::format(" and {} more (--report)", left));
}

std::string measurement_table(const DeviceExport& device) {
  if (device.measurements.empty()) return "\nnot measured: the instructions are bounds for a Cortex-M3\n";
  std::string text =
      fmt::format("\n{:<12} {:>12} {:>10} {:>10} {:>10}\n", "target", "instructions", "cycles", "flash", "stack");
  for (const DeviceMeasurement& m : device.measurements)
    text +=
        fmt::format("{:<12} {:>12} {:>10} {:>10} {:>10}\n", m.target, m.in_cycles ? "" : std::to_string(m.instructions),
                    m.in_cycles ? std::to_string(m.instructions) : "", m.flash_bytes, m.stack_bytes);
  return text;
}

std::string bounds_table(const IntegerModel& model) {
  std::string text = fmt::format("{:<46} {:>12} {:>12}\n", "no overflow", "at most", "limit");
  for (const ProvenBound& proven : proven_bounds(model))
    text += fmt::format("{:<46} {:>12} {:>12}\n", proven.text, proven.bound, proven.limit);
  return text;
}

std::string encodings_table(const DeviceExport& device) {
  const FormChoice& choice = device.choice;
  const Chip chip = choice.wish.any_chip();
  const char* unit = chip == Chip::avr ? "cycles" : "instructions";
  std::string text = fmt::format("\n{:<18} {:>12} {:>12} {:>12} {:>12}\n", "encoding", "table bytes", "flash bytes",
                                 "memory bytes", unit);
  for (const auto& [form, cost, reason] : choice.costs) {
    text += fmt::format("{:<18} ", form_text(form));
    text += cost ? fmt::format("{:>12} {:>12} {:>12} {:>12}{}\n", cost->table_bytes, cost->flash_bytes,
                               cost->buffer_bytes, cost->instructions, form == choice.form ? " *" : "")
                 : reason + "\n";
  }
  return text + fmt::format("({} for {}; * is the encoding of the header)\n",
                            choice.is_measured ? "flash and " + std::string(unit) + " were measured"
                                               : "flash is an estimate, " + std::string(unit) + " are bounds",
                            word_of(chip));
}

std::string inputs_table(const IntegerModel& model) {
  std::string text = fmt::format("\n{:<24} {:>5} {:>12} {:>10} {:>5} {:>7} {:>7} {:>12} {:>12}\n", "input", "bits",
                                 "lowest", "multiplier", "shift", "least", "most", "from", "to");
  for (const InputQuantiser& input : model.inputs)
    text += fmt::format("{:<24} {:>5} {:>12} {:>10} {:>5} {:>7} {:>7} {:>12.6g} {:>12.6g}\n", input.name, input.bits,
                        input.lowest, input.multiplier, input.shift, input.least, input.most, input.lowest_input(),
                        input.highest_input());
  return text;
}

}  // namespace

std::size_t num_used_features(const IntegerModel& model) {
  std::size_t used = 0;
  for (std::size_t j = 0; j < model.num_features(); ++j) {
    bool is_used = !model.centres.empty() && model.centres[j] != 0;
    for (std::size_t s = 0; s < model.num_draws; ++s) is_used |= model.codes[s * model.num_features() + j] != 0;
    used += is_used ? 1 : 0;
  }
  return used;
}

std::vector<ProvenBound> proven_bounds(const IntegerModel& model) {
  constexpr std::int64_t word = (std::int64_t{1} << 31) - 1, scaled = std::int64_t{1} << 30;
  const IntegerBounds& bounds = model.bounds;
  return {{"centre", "product of features and centres", bounds.centre, scaled},
          {"draw", "sum of a draw", bounds.draw, word},
          {"deviation", "draws times a draw's distance from their mean", bounds.deviation, word},
          {"output", "mean and draws", bounds.output, scaled}};
}

std::string summary_text(const DeviceExport& device) {
  const IntegerModel& model = device.model;
  const DeviceCost cost = device_cost(model, device.choice.form);
  std::string text =
      fmt::format("{}: {}, {} of {} features, {}\n", device.path == "-" ? device.name : device.path,
                  plural(model.inputs.size(), "input"), num_used_features(model), model.num_model_features,
                  plural(model.num_draws, model.student ? "deviation" : "draw"));
  auto end = std::back_inserter(text);
  fmt::format_to(end, "  codes      {:.1f} % are zero, encoding {}\n", 100 * model.zero_codes(),
                 word_of(device.choice.form.encoding));
  fmt::format_to(end, "  choice     {}\n", choice_text(device.choice));
  fmt::format_to(end, "  size       {} bytes of tables in flash, {} bytes of memory\n", cost.table_bytes,
                 cost.buffer_bytes);
  fmt::format_to(end, "  cost       {}\n", cost_text(device, cost));
  fmt::format_to(end, "  distortion {}\n", distortion_text(model));
  if (model.student) fmt::format_to(end, "  deviations {}\n", deviations_text(*model.student, model.num_draws));
  fmt::format_to(end, "  output     integers over 2^{}, in units of {}\n", model.output_bits, model.target_name);
  fmt::format_to(end, "  interval   {}\n", interval_text(model));
  fmt::format_to(end, "  inputs     saturate beyond {}\n", inputs_text(model));
  return text;
}

std::string table_text(const DeviceExport& device) {
  return bounds_table(device.model) + encodings_table(device) + inputs_table(device.model) + measurement_table(device);
}

}  // namespace direct
