// SPDX-License-Identifier: MIT
// What a reader wants to know of statistics and of the map that they were gathered with.
#pragma once

#include <string>

#include <direct/fit.h>
#include <direct/statistics.h>

#include "reporting.h"

namespace direct {

int feature_bits(const FeatureMap& map);
bool is_exact(const Statistics& statistics);          // sums of integers: no order of rows, no split changes them
std::string row_count(double num_rows);               // "no rows", "1 row", "2.5 rows"
std::string feature_count(const FeatureMap& map);     // "64 fourier features of 8 bits"
std::string second_split(const Seconds& seconds);     // "read 0.10, features 0.20, ..."
std::string exactness(const Statistics& statistics);  // "exact" or "rounded"

// What prepare, accumulate and merge say about the file they wrote: on stdout with --json, else on stderr.
void report_statistics(const Gathered& gathered, const std::string& path, const Reporting& reporting);

}  // namespace direct
