// SPDX-License-Identifier: MIT
// A Preparation inside a container: names and choices as JSON, numbers as tensors. docs/file_formats.md has the layout.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include <direct/statistics.h>

#include "data/safetensors.h"

namespace direct {

nlohmann::json write_preparation(const Preparation& preparation, Container& container);

// Adds what descriptions had no words for while all targets were numbers with Gaussian noise.
void complete_preparation(nlohmann::json& description);

// Adds the degree of the features, which was 1 while no network was there.
void complete_features(nlohmann::json& description);

// Throws Error(model), or an exception of nlohmann's that the caller turns into one.
Preparation read_preparation(const nlohmann::json& description, const Container& container);

// The likelihood that an object names. Throws Error(model).
Likelihood likelihood_at(const nlohmann::json& object);

// All of it as one text, for other processes. `source` is what errors call it.
std::string text_of(const Preparation& preparation);
Preparation preparation_from(const std::string& text, const std::string& source);

}  // namespace direct
