// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <direct/deploy.h>

namespace direct {

// What a prediction of an exported header takes on every chip whose compiler and emulator are installed: Cortex-M0, M3
// and M4F (arm-none-eabi-gcc, qemu-system-arm), ATmega328p (avr-gcc, simavr), RV32IMC (riscv64-unknown-elf-gcc,
// qemu-system-riscv32), at -O2. A chip that is too small for the
// model, or where anything fails, the self-test for one, is left out. Throws Interrupted.
std::vector<DeviceMeasurement> measure(const std::string& header, const std::string& name);

// What each of several headers of one name takes on one chip.
std::vector<std::optional<DeviceMeasurement>> measure_on(Chip chip, const std::vector<std::string>& headers,
                                                         const std::string& name);

}  // namespace direct
