// SPDX-License-Identifier: MIT
// Options of a fit that are neither a number nor a word. Each can be written as the text of its flag, as in
// {.support = "-1:1", .noise = "0.1:10:15"}; a text that is none throws Error(usage).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <direct/matrix.h>

namespace direct {

// The levels of the weights.
struct Support {
  enum class Kind {
    automatic,       // evenly spaced about zero
    learned,         // for each weight a centre and a step of its own
    learned_shared,  // a centre for each weight and one step
    pow2,            // zero and powers of two
    range,           // evenly spaced from low to high
    list,
    file  // of a list for each weight
  };

  Support() = default;
  Support(std::string_view text);  // auto, learned, learned-shared, pow2, LO:HI, V1,V2,..., or @FILE
  Support(const char* text) : Support(std::string_view(text)) {}
  Support(const std::string& text) : Support(std::string_view(text)) {}

  bool is_learned() const { return kind == Kind::learned || kind == Kind::learned_shared; }
  bool operator==(const Support&) const = default;

  Kind kind = Kind::learned;
  double low = 0.0, high = 0.0;  // of a range
  std::vector<double> levels;    // of a list
  std::string path;              // of a file
};

// What is known of the variance of the noise, in the units of the target squared, or of the dispersion.
struct NoiseLevels {
  NoiseLevels() = default;             // nothing: it is found
  NoiseLevels(double variance);        // all
  NoiseLevels(std::string_view text);  // auto, VARIANCE, or LO:HI:COUNT
  NoiseLevels(const char* text) : NoiseLevels(std::string_view(text)) {}
  NoiseLevels(const std::string& text) : NoiseLevels(std::string_view(text)) {}

  bool is_automatic() const { return count == 0; }
  std::vector<double> variances() const;  // on a logarithmic grid; none where they are found
  bool operator==(const NoiseLevels&) const = default;

  double low = 0.0, high = 0.0;
  std::size_t count = 0;  // 0: automatic
};

// The standard deviation of the prior.
struct PriorScale {
  PriorScale() = default;             // found
  PriorScale(double deviation);       // given
  PriorScale(std::string_view text);  // auto or a number
  PriorScale(const char* text) : PriorScale(std::string_view(text)) {}
  PriorScale(const std::string& text) : PriorScale(std::string_view(text)) {}

  bool is_automatic() const { return deviation == 0.0; }
  bool operator==(const PriorScale&) const = default;

  double deviation = 0.0;  // 0: automatic
};

// Several scales of the prior, one of which is that of all weights: factors of the prior scale with their weights.
struct PriorMixture {
  PriorMixture() = default;             // none
  PriorMixture(std::string_view text);  // none or WEIGHT:FACTOR,...
  PriorMixture(const char* text) : PriorMixture(std::string_view(text)) {}
  PriorMixture(const std::string& text) : PriorMixture(std::string_view(text)) {}

  bool empty() const { return factors.empty(); }
  bool operator==(const PriorMixture&) const = default;

  std::vector<double> weights, factors;
};

// A number of bytes.
struct MemorySize {
  MemorySize(std::size_t bytes_taken) : bytes(bytes_taken) {}
  MemorySize(std::string_view text);  // such as 500MB or 4GB, of 1000 each
  MemorySize(const char* text) : MemorySize(std::string_view(text)) {}
  MemorySize(const std::string& text) : MemorySize(std::string_view(text)) {}

  bool operator==(const MemorySize&) const = default;

  std::size_t bytes = 0;
};

// As it may be written again.
std::string text_of(const Support& support);
std::string text_of(const NoiseLevels& noise);
std::string text_of(const PriorScale& scale);
std::string text_of(const PriorMixture& mixture);
std::string text_of(const MemorySize& memory);

}  // namespace direct
