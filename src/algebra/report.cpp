// SPDX-License-Identifier: MIT
#include <direct/report.h>

namespace direct {

void Seconds::operator+=(const Seconds& other) {
  read += other.read;
  features += other.features;
  statistics += other.statistics;
  hyperparameters += other.hyperparameters;
  fit += other.fit;
  total += other.total;
}

void Report::add(const Report& other) {
  notes.insert(notes.end(), other.notes.begin(), other.notes.end());
  seconds += other.seconds;
}

void Report::add_first(const Report& other) {
  notes.insert(notes.begin(), other.notes.begin(), other.notes.end());
  seconds += other.seconds;
}

}  // namespace direct
