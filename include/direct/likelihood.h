// SPDX-License-Identifier: MIT
// What a target is, given its linear predictor eta = phi'w + offset. Each likelihood is one file of src/likelihoods.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <direct/words.h>

namespace direct {

// How E log(1 + exp(x)) is bounded where classes are learned. taylor: Theorem 2 of the paper; tilted: with a parameter
// that is the best for each row; quadratic: Jaakkola and Jordan's.
enum class LogisticBound { taylor, tilted, quadratic };
constexpr auto words(LogisticBound) {
  return std::array{Word{"taylor", LogisticBound::taylor}, Word{"tilted", LogisticBound::tilted},
                    Word{"quadratic", LogisticBound::quadratic}};
}

// The facts about a likelihood that all rooms may ask for.
struct LikelihoodTraits {
  std::string_view name;
  std::string_view help;        // completes "the target is "
  bool is_gaussian = false;     // y = eta + noise: sums over the rows are all that a fit needs
  bool has_classes = false;     // targets are two labels, encoded as 0 and 1; else numbers
  bool is_count = false;        // targets are whole numbers
  bool takes_exposure = false;  // the expected target is in proportion to an exposure
  bool has_bound = false;       // a LogisticBound applies
  bool is_bounded = false;      // its expectation is bounded from below; else it is exact
  std::string_view
      dispersion_name;  // what `inspect` calls the variance that is learned beside the weights; empty: none

  bool has_dispersion() const { return !dispersion_name.empty(); }
};

// What a report says of a fitted target in one line.
struct TargetSummary {
  std::string target, exposure;
  std::vector<std::string> classes;
  std::string bound;
  double noise_variance = 0.0, noise_std = 0.0;  // the dispersion takes the place of the variance
};

class LikelihoodFamily;  // not for users: src/likelihoods/family.h

// A likelihood by its name, a value that is cheap to copy.
class Likelihood {
 public:
  Likelihood();                       // gaussian
  Likelihood(std::string_view name);  // throws Error(usage) for a name that is unknown
  Likelihood(const char* name) : Likelihood(std::string_view(name)) {}

  const LikelihoodTraits* operator->() const;
  const LikelihoodFamily& family() const { return *family_; }
  std::string summary(const TargetSummary& target) const;

  bool operator==(const Likelihood&) const = default;

 private:
  const LikelihoodFamily* family_;
};

std::vector<Likelihood> all_likelihoods();

}  // namespace direct
