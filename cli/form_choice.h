// SPDX-License-Identifier: MIT
// How the header of direct export holds a model, and what speaks for it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <direct/deploy.h>

namespace direct {

// What the user asks for. Without an aim and a chip the choice is by bounds, so that it is the same on every machine.
struct FormWish {
  Encoding encoding = Encoding::automatic;
  std::optional<Aim> aim;
  std::optional<Chip> chip;

  Aim any_aim() const { return aim.value_or(Aim::balance); }
  Chip any_chip() const { return chip.value_or(Chip::cortex_m3); }
};

struct FormCost {
  DeviceForm form;
  std::optional<DeviceCost> cost;  // none: it cannot hold the codes,
  std::string reason = {};         // because of this
};

struct FormChoice {
  DeviceForm form;
  FormWish wish;
  bool is_measured = false;     // else bounds
  std::vector<FormCost> costs;  // of every form, on the chip of the wish

  const DeviceCost& cost() const;  // of the chosen form
};

// What each form takes on the chip; nothing where its compiler or emulator is not there, or one of them fails.
std::optional<std::vector<DeviceCost>> measured_costs(const IntegerModel& model, const std::vector<DeviceForm>& forms,
                                                      Chip chip);

// Throws Error(usage) for an encoding that cannot hold the codes, and Interrupted.
FormChoice choose_form(const IntegerModel& model, const FormWish& wish, bool may_measure);

std::string form_text(const DeviceForm& form);  // "dense, whole wave"
std::string choice_text(
    const FormChoice& choice);  // "dense has the least product of flash and cycles on avr, measured"

}  // namespace direct
