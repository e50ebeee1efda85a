// SPDX-License-Identifier: MIT
#include <array>

#include <fmt/format.h>

#include <direct/error.h>

#include "likelihoods/family.h"

namespace direct {

// The likelihoods there are, each in a file of its own, in the order in which they are shown; the first is the default.
const LikelihoodFamily &gaussian_family(), &bernoulli_family(), &poisson_family(), &gamma_family();

namespace {

const auto& registry() {
  static const std::array families = {&gaussian_family(), &bernoulli_family(), &poisson_family(), &gamma_family()};
  return families;
}

const LikelihoodFamily& found(std::string_view name) {
  std::string known;
  for (const LikelihoodFamily* family : registry()) {
    if (family->traits().name == name) return *family;
    known += fmt::format("{}{}", known.empty() ? "" : "|", family->traits().name);
  }
  throw Error(ErrorKind::usage, fmt::format("`likelihood`: expected {}, found \"{}\"", known, name));
}

}  // namespace

Likelihood::Likelihood() : family_(registry().front()) {}

Likelihood::Likelihood(std::string_view name) : family_(&found(name)) {}

const LikelihoodTraits* Likelihood::operator->() const { return &family_->traits(); }

std::string Likelihood::summary(const TargetSummary& target) const { return family_->summary(target); }

std::vector<Likelihood> all_likelihoods() {
  std::vector<Likelihood> result;
  for (const LikelihoodFamily* family : registry()) result.emplace_back(family->traits().name);
  return result;
}

}  // namespace direct
