// SPDX-License-Identifier: MIT
// The words of the command line for the values of our enumerations: one table each, for reading, help and output.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include <direct/deploy.h>
#include <direct/error.h>
#include <direct/fit.h>
#include <direct/trust.h>

namespace direct {

template <typename Enum>
struct Word {
  std::string_view word;
  Enum value;
};
template <typename Enum>
Word(const char*, Enum) -> Word<Enum>;  // clang 14 does not deduce it by itself

constexpr auto words(Missing) {
  return std::array{Word{"error", Missing::error}, Word{"mean", Missing::mean}, Word{"indicator", Missing::indicator}};
}
constexpr auto words(Unseen) { return std::array{Word{"error", Unseen::error}, Word{"ignore", Unseen::ignore}}; }
constexpr auto words(Header) {
  return std::array{Word{"auto", Header::detect}, Word{"yes", Header::yes}, Word{"no", Header::no}};
}
constexpr auto words(FeatureKind) {
  return std::array{Word{"fourier", FeatureKind::fourier}, Word{"linear", FeatureKind::linear},
                    Word{"given", FeatureKind::given}, Word{"trained", FeatureKind::trained}};
}
constexpr auto words(ModelKind) {
  return std::array{Word{"linear", ModelKind::linear}, Word{"network", ModelKind::network}};
}
constexpr auto words(Hyperparameters) {
  return std::array{Word{"metric", Hyperparameters::metric}, Word{"evidence", Hyperparameters::evidence},
                    Word{"pilot", Hyperparameters::pilot}};
}
constexpr auto words(PriorKind) {
  return std::array{Word{"gaussian", PriorKind::gaussian}, Word{"uniform", PriorKind::uniform},
                    Word{"laplace", PriorKind::laplace}, Word{"spike-slab", PriorKind::spike_slab}};
}
constexpr auto words(Optimizer) {
  return std::array{Word{"auto", Optimizer::automatic}, Word{"best", Optimizer::best},
                    Word{"ascent", Optimizer::ascent}, Word{"lbfgs", Optimizer::lbfgs}, Word{"adam", Optimizer::adam}};
}
constexpr auto words(LogisticBound) {
  return std::array{Word{"taylor", LogisticBound::taylor}, Word{"tilted", LogisticBound::tilted},
                    Word{"quadratic", LogisticBound::quadratic}};
}
constexpr auto words(PosteriorKind) {
  return std::array{Word{"mean-field", PosteriorKind::mean_field}, Word{"mixture", PosteriorKind::mixture},
                    Word{"draws", PosteriorKind::draws}};
}
constexpr auto words(Entropy) {
  return std::array{Word{"exact", Entropy::exact}, Word{"taylor", Entropy::taylor}, Word{"pairwise", Entropy::pairwise},
                    Word{"sampled", Entropy::sampled}};
}
constexpr auto words(EnsembleLaw) {
  return std::array{Word{"t", EnsembleLaw::t}, Word{"mixture", EnsembleLaw::mixture}};
}
constexpr auto words(PriorBound) {
  return std::array{Word{"jensen", PriorBound::jensen}, Word{"responsibility", PriorBound::responsibility},
                    Word{"sampled", PriorBound::sampled}};
}
constexpr auto words(DrawFate) {
  return std::array{Word{"kept", DrawFate::kept}, Word{"refined", DrawFate::refined},
                    Word{"replaced", DrawFate::replaced}};
}

// How draws are written; the command alone knows it.
enum class DrawFormat { automatic, packed, codes, values };
constexpr auto words(DrawFormat) {
  return std::array{Word{"auto", DrawFormat::automatic}, Word{"packed", DrawFormat::packed},
                    Word{"codes", DrawFormat::codes}, Word{"values", DrawFormat::values}};
}

constexpr auto words(Encoding) {
  return std::array{Word{"auto", Encoding::automatic}, Word{"lists", Encoding::lists}, Word{"gap", Encoding::gap},
                    Word{"dense", Encoding::dense}, Word{"code", Encoding::code}};
}
constexpr auto words(Aim) {
  return std::array{Word{"balance", Aim::balance}, Word{"size", Aim::size}, Word{"speed", Aim::speed}};
}
constexpr auto words(Chip) {
  return std::array{Word{"avr", Chip::avr}, Word{"cortex-m0", Chip::cortex_m0}, Word{"cortex-m3", Chip::cortex_m3},
                    Word{"cortex-m4", Chip::cortex_m4}, Word{"rv32", Chip::rv32}};
}
constexpr auto words(IntegerLevels) {
  return std::array{Word{"even", IntegerLevels::even}, Word{"pow2", IntegerLevels::pow2},
                    Word{"values", IntegerLevels::values}};
}
constexpr auto words(Verdict) {
  return std::array{Word{"good", Verdict::good}, Word{"unknown", Verdict::unknown}, Word{"fair", Verdict::fair},
                    Word{"poor", Verdict::poor}};
}

template <typename Enum>
std::string word_of(Enum value) {
  for (const auto& entry : words(value)) {
    if (entry.value == value) return std::string(entry.word);
  }
  return "?";
}

// "error|mean|indicator"
template <typename Enum>
std::string word_list() {
  std::string list;
  for (const auto& entry : words(Enum{})) list += (list.empty() ? "" : "|") + std::string(entry.word);
  return list;
}

template <typename Enum>
Enum value_of(const std::string& flag, const std::string& word) {
  for (const auto& entry : words(Enum{})) {
    if (entry.word == word) return entry.value;
  }
  throw Error(ErrorKind::usage, flag + ": expected " + word_list<Enum>() + ", found \"" + word + "\"");
}

}  // namespace direct
