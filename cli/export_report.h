// SPDX-License-Identifier: MIT
// What direct export says of the header that it wrote.
#pragma once

#include <string>
#include <vector>

#include <direct/deploy.h>

#include "form_choice.h"

namespace direct {

struct DeviceExport {
  std::string path;  // of the header
  std::string name;  // the prefix of what it defines
  IntegerModel model;
  FormChoice choice;
  std::vector<DeviceMeasurement> measurements;
  std::vector<std::string> interval_warnings = {};  // why the intervals cannot be trusted
};

// Features that some draw or centre is not zero for; the others of the buffer are there for their neighbours only.
std::size_t num_used_features(const IntegerModel& model);

// What excludes overflow: no input exceeds the bound, and the integers hold the limit.
struct ProvenBound {
  const char* word;  // in JSON
  const char* text;
  std::int64_t bound = 0, limit = 0;
};
std::vector<ProvenBound> proven_bounds(const IntegerModel& model);

std::string summary_text(const DeviceExport& device);  // a few lines
std::string table_text(const DeviceExport& device);    // --report
std::string to_json(const DeviceExport& device);

}  // namespace direct
