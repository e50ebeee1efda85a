// SPDX-License-Identifier: MIT
// What the library throws. Wrong input is an Error whose kind decides the exit code of the command;
// a progress callback that returns false ends the call with Interrupted.
#pragma once

#include <stdexcept>
#include <string>

namespace direct {

enum class ErrorKind { usage, data, model, resource };

class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
  ErrorKind kind() const noexcept { return kind_; }

 private:
  ErrorKind kind_;
};

class Interrupted : public std::runtime_error {
 public:
  Interrupted() : std::runtime_error("interrupted") {}
};

}  // namespace direct
