// SPDX-License-Identifier: MIT
#include "flags.h"

namespace direct {

CLI::Option* add_text(CLI::App& command, const std::string& flag, const std::string& values, std::string& field,
                      const std::string& help) {
  return command.add_option(flag, field, help)->type_name(values)->default_str(field)->take_last();
}

CLI::Option* add_list(CLI::App& command, const std::string& flag, const std::string& values,
                      std::vector<std::string>& field, const std::string& help) {
  return command.add_option(flag, field, help)->type_name(values)->delimiter(',')->allow_extra_args(false);
}

void add_data_files(CLI::App& command, std::vector<std::string>& paths) {
  command.add_option("DATA", paths, "CSV or TSV files with one schema, plain, .gz or .zst; - is standard input")
      ->type_name("")
      ->required();
}

void add_model_file(CLI::App& command, std::string& path) {
  command.add_option("MODEL", path, "a .direct file, written by direct fit")->type_name("")->required();
}

}  // namespace direct
