// SPDX-License-Identifier: MIT
#include "deploy/header_comment.h"

#include <cmath>

#include "deploy/c_text.h"
#include "deploy/draw_encoding.h"

namespace direct {
namespace {

const char* encoding_word(Encoding encoding) {
  switch (encoding) {
    case Encoding::automatic:
      break;
    case Encoding::lists:
      return "lists";
    case Encoding::gap:
      return "gap";
    case Encoding::dense:
      return "dense";
    case Encoding::code:
      return "code";
  }
  return "auto";
}

std::string shape_text(const IntegerModel& model, Encoding encoding) {
  return fmt::format(
      " * inputs     {}\n * features   {} of {}, {} bits each\n * {:<10} {}, {:.1f} % of their codes zero, "
      "encoding "
      "{}\n",
      model.inputs.size(), model.num_features(), model.num_model_features, model.is_wide ? 16 : 8,
      model.student ? "deviations" : "draws", model.num_draws, 100.0 * model.zero_codes(), encoding_word(encoding));
}

std::string cosines_text(const IntegerModel& model, const DeviceForm& form) {
  if (!model.is_trained) return "";
  const IntegerCosines& cosines = model.cosines;
  return fmt::format(
      " * cosines    {}, of {} inputs with words of 16 bits and {} with words of 32; interpolated in a {} of a wave\n",
      cosines.count(), cosines.short_inputs.size(), cosines.long_inputs.size(), form.whole_wave ? "table" : "quarter");
}

std::string cost_text(const IntegerModel& model, const HeaderOptions& options, const DeviceForm& form) {
  const DeviceCost cost = device_cost(model, form);
  std::string text = fmt::format(
      " * flash      {} bytes of tables{}\n * memory     {} bytes of buffers, on the stack\n", cost.table_bytes,
      form.encoding == Encoding::code ? " (estimated: draws are code)" : "", cost.buffer_bytes);
  for (const DeviceMeasurement& found : options.measurements)
    text += fmt::format(" * {:<10} {} {} a prediction, {} bytes of flash, {} bytes of stack (measured, -O2)\n",
                        comment_text(found.target), found.instructions, found.in_cycles ? "cycles" : "instructions",
                        found.flash_bytes, found.stack_bytes);
  if (options.measurements.empty())
    text +=
        fmt::format(" * Cortex-M3  at most {} instructions a prediction (a bound, not measured)\n", cost.instructions);
  return text;
}

std::string bounds_text(const IntegerBounds& bounds) {
  return fmt::format(
      " *\n * No sum can overflow, whatever the inputs: centres reach {} (below 2^30), draws {}, their deviations\n"
      " * {} (below 2^31), results and intervals {} (below 2^30).\n",
      bounds.centre, bounds.draw, bounds.deviation, bounds.output);
}

std::string interval_text(const IntegerModel& model) {
  if (model.student && !model.interval_calibrated)
    return fmt::format("mean -+ {:.4f} to {:.4f} std_total, a quantile\n * of Student's t by its degrees of freedom",
                       model.student->smallest_scale, model.student->largest_scale);
  return fmt::format("mean -+ {:.4f} std_total, {}", model.interval_scale,
                     model.interval_calibrated ? "from held-out rows and all draws of the model"
                                               : "that of a Gaussian, not calibrated");
}

std::string output_text(const IntegerModel& model) {
  return fmt::format(
      " *\n * Results are integers over 2^{}, in units of {}: 1 stands for {:.6g}. The noise is {} of them.\n * The "
      "interval has level {}: {}.\n",
      model.output_bits, comment_text(model.target_name), std::ldexp(1.0, -model.output_bits), model.noise,
      model.interval_level, interval_text(model));
}

std::string inputs_text(const IntegerModel& model) {
  std::string text = " *\n * input  bits  reading = input * 2^bits; in range are inputs from, to\n";
  for (std::size_t j = 0; j < model.inputs.size(); ++j) {
    const InputQuantiser& input = model.inputs[j];
    text += fmt::format(" * {:>5} {:>5}  {}: {:.8g} to {:.8g}{}\n", j, input.bits, comment_text(input.name),
                        input.lowest_input(), input.highest_input(),
                        input.missing ? fmt::format("; {:.8g} where it is missing", *input.missing) : "");
  }
  return text;
}

}  // namespace

std::string header_comment(const IntegerModel& model, const HeaderOptions& options, const DeviceForm& form) {
  return fmt::format(
             "/* SPDX-License-Identifier: MIT\n * {}: a model of {} in integers, written by `direct export`. C99, "
             "needs "
             "<stdint.h> only.\n *\n",
             options.name, comment_text(model.target_name)) +
         shape_text(model, form.encoding) + cosines_text(model, form) + cost_text(model, options, form) +
         (model.distortion ? fmt::format(" * rounding   adds {:.2g} of the variance of the noise\n", *model.distortion)
                           : std::string()) +
         fmt::format(" * digest     {}\n", model.digest) + bounds_text(model.bounds) + output_text(model) +
         inputs_text(model) +
         fmt::format(
             " *\n *   int16_t x[{1}_NUM_INPUTS];                 x[i] = {0}_quantise(i, reading) for every input\n"
             " *   {0}_result result;\n *   {0}_predict(x, &result);               result.mean, result.std_total\n"
             " *   {0}_selftest() == 0                    this chip computes what the host computed\n */\n",
             options.name, upper_case(options.name));
}

}  // namespace direct
