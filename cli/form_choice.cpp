// SPDX-License-Identifier: MIT
#include "form_choice.h"

#include <algorithm>

#include <fmt/format.h>

#include <direct/error.h>

#include "device_measurement.h"
#include "interruption.h"
#include "words.h"

namespace direct {
namespace {

bool is_wanted(const FormCost& entry, const FormWish& wish) {
  return entry.cost && (wish.encoding == Encoding::automatic || wish.encoding == entry.form.encoding);
}

// Bounds, with the reason in place of what is impossible.
std::vector<FormCost> bounded_costs(const IntegerModel& model, Chip chip) {
  std::vector<FormCost> costs;
  const std::vector<DeviceForm> possible = possible_forms(model);
  for (const Encoding encoding : {Encoding::lists, Encoding::gap, Encoding::dense, Encoding::code}) {
    const std::size_t before = costs.size();
    for (const DeviceForm& form : possible)
      if (form.encoding == encoding) costs.push_back({form, device_cost(model, form, chip)});
    if (costs.size() > before) continue;
    try {
      check_encoding(model, encoding);
    } catch (const Error& error) {
      costs.push_back({{.encoding = encoding}, std::nullopt, error.what()});
    }
  }
  return costs;
}

// Puts what was measured in place of the bounds of all that are wanted; false where one cannot be measured.
bool measure_costs(const IntegerModel& model, const FormWish& wish, std::vector<FormCost>& costs) {
  std::vector<DeviceForm> forms;
  std::vector<FormCost*> wanted;
  for (FormCost& entry : costs)
    if (is_wanted(entry, wish)) {
      forms.push_back(entry.form);
      wanted.push_back(&entry);
    }
  const auto found = measured_costs(model, forms, wish.any_chip());
  if (!found) return false;
  for (std::size_t i = 0; i < wanted.size(); ++i) wanted[i]->cost = (*found)[i];
  return true;
}

const FormCost& best_of(const FormChoice& choice) {
  const FormCost* best = nullptr;
  for (const FormCost& entry : choice.costs)
    if (is_wanted(entry, choice.wish) && (!best || is_better(*entry.cost, *best->cost, choice.wish.any_aim())))
      best = &entry;
  return *best;
}

}  // namespace

const DeviceCost& FormChoice::cost() const { return *std::ranges::find(costs, form, &FormCost::form)->cost; }

std::optional<std::vector<DeviceCost>> measured_costs(const IntegerModel& model, const std::vector<DeviceForm>& forms,
                                                      Chip chip) {
  const std::string name = "measured_model";
  std::vector<std::string> headers;
  for (const DeviceForm& form : forms) headers.push_back(c_header(model, {.name = name, .form = form}));
  const auto found = measure_on(chip, headers, name);
  stop_if_interrupted();
  std::vector<DeviceCost> costs;
  for (std::size_t i = 0; i < forms.size(); ++i) {
    if (!found[i]) return std::nullopt;
    DeviceCost cost = device_cost(model, forms[i], chip);
    cost.flash_bytes = found[i]->flash_bytes;
    cost.buffer_bytes = found[i]->stack_bytes;
    cost.instructions = found[i]->instructions;
    costs.push_back(cost);
  }
  return costs;
}

FormChoice choose_form(const IntegerModel& model, const FormWish& wish, bool may_measure) {
  check_encoding(model, wish.encoding);
  FormChoice choice{.form = {}, .wish = wish, .costs = bounded_costs(model, wish.any_chip())};
  if (may_measure && (wish.aim || wish.chip)) choice.is_measured = measure_costs(model, wish, choice.costs);
  choice.form = best_of(choice).form;
  return choice;
}

std::string form_text(const DeviceForm& form) {
  return word_of(form.encoding) + (form.whole_wave ? ", whole wave" : "");
}

std::string choice_text(const FormChoice& choice) {
  const char* unit = choice.wish.any_chip() == Chip::avr ? "cycles" : "instructions";
  const std::string merit = choice.wish.any_aim() == Aim::size    ? "the fewest bytes of flash"
                            : choice.wish.any_aim() == Aim::speed ? fmt::format("the fewest {}", unit)
                                                                  : fmt::format("the least flash times {}", unit);
  return fmt::format("{}{} has {} on {} ({})", form_text(choice.form),
                     choice.wish.encoding == Encoding::automatic ? "" : ", as asked for,", merit,
                     word_of(choice.wish.any_chip()), choice.is_measured ? "measured" : "by bounds");
}

}  // namespace direct
