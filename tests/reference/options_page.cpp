// SPDX-License-Identifier: MIT
// Prints docs/reference/options.md, from the table of options.
#include <algorithm>
#include <cstdio>
#include <string>

#include <direct/options.h>

namespace {

// The cells of a table cannot hold a bar.
std::string cell(std::string text) {
  for (std::size_t i = 0; (i = text.find('|', i)) != std::string::npos; i += 2) text.insert(i, "\\");
  return text;
}

std::string flag(std::string name) {
  std::ranges::replace(name, '_', '-');
  return "--" + name;
}

}  // namespace

int main() {
  std::puts(
      "# Options of a fit\n\n"
      "Written by `make docs` from the table in `src/posterior/options/option_table.cpp`, which the flags of the "
      "command, "
      "their checks and the keys of a model file are made from, too. In C++ an option is a field of "
      "`direct::FitOptions`, "
      "or `direct::set_option(options, name, text)`; files keep all but `threads`.");
  std::string group;
  for (const direct::OptionInfo& option : direct::option_infos()) {
    if (option.group != group) {
      group = option.group;
      std::printf("\n## %s\n\n| option | flag | values | default | what it is |\n|---|---|---|---|---|\n",
                  group.c_str());
    }
    std::printf("| `%s` | `%s` | %s | %s | %s |\n", option.name.c_str(), flag(option.name).c_str(),
                cell(option.values).c_str(), option.default_text.c_str(), cell(option.help).c_str());
  }
}
