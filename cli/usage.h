// SPDX-License-Identifier: MIT
// What the command line looks like: its help pages, and what it says to arguments that it does not understand.
#pragma once

#include <memory>
#include <string>

#include <CLI/CLI.hpp>

namespace direct {

std::shared_ptr<CLI::FormatterBase> help_format();

// One line, with the nearest known flag or command where there is one near.
std::string message(const CLI::App& program, const CLI::ParseError& error);

}  // namespace direct
