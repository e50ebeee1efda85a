// SPDX-License-Identifier: MIT
#include <direct/deploy.h>

#include "deploy/c_functions.h"
#include "deploy/c_tables.h"
#include "deploy/c_text.h"
#include "deploy/header_comment.h"

namespace direct {
namespace {

// Without its first comment and its guard, and with the model's name for ours.
std::string runtime(const std::string& name) {
  std::string text = device_file("direct_device.h");
  text.erase(0, text.find("#include <stdint.h>"));
  text.erase(text.rfind("#endif"));
  replace_all(text, "direct_", name + "_");
  replace_all(text, "DIRECT_", upper_case(name) + "_");
  return text;
}

}  // namespace

std::string c_header(const IntegerModel& model, const HeaderOptions& options) {
  check_header_name(options.name);
  check_encoding(model, options.form.encoding);
  const DeviceForm form = options.form.encoding == Encoding::automatic ? best_form(model) : options.form;
  const std::string guard = upper_case(options.name) + "_MODEL_H";
  return header_comment(model, options, form) + fmt::format("#ifndef {0}\n#define {0}\n\n", guard) +
         runtime(options.name) + c_tables(model, options.name, form) + c_functions(model, options.name, form.encoding) +
         "#endif\n";
}

}  // namespace direct
