// SPDX-License-Identifier: MIT
// The one place of a study that sees the words of its command line.
#pragma once

#include <CLI/CLI.hpp>

#include <functional>

#include "harness/command.h"
#include "harness/provenance.h"

namespace study {

// Reads the arguments and runs the body. --help is exit code 0, wrong words are 2.
inline int parse_and_run(CLI::App& app, int argc, char** argv, const std::function<void(const Provenance&)>& body) {
  for (CLI::Option* option : app.get_options()) option->take_last();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  return run(app.get_name(), [&] { body(provenance(argc, argv)); });
}

}  // namespace study
