// SPDX-License-Identifier: MIT
#include <cmath>
#include <string>

#include <direct/error.h>
#include <direct/network.h>
#include <gtest/gtest.h>

#include "models/network/forward_pass.h"

namespace direct::network_size_test {
namespace {

double actual_terms(const Network& network) { return static_cast<double>(ForwardPass(network).square().num_terms()); }

double most_terms(const Network& network) { return network_size(network, NetworkMethod::forward_pass).num_terms; }

TEST(NetworkSize, CountsTheTermsOfOneHiddenLayer) {
  for (std::size_t inputs = 1; inputs <= 4; ++inputs)
    for (std::size_t width = 1; width <= 4; ++width) {
      const Network network{.num_inputs = inputs, .hidden = {width}};
      EXPECT_EQ(most_terms(network), actual_terms(network)) << inputs << "-" << width;
    }
}

TEST(NetworkSize, BoundsTheTermsOfMoreHiddenLayers) {
  const std::vector<Network> networks = {
      {.num_inputs = 2, .hidden = {2, 2}},    {.num_inputs = 3, .hidden = {2, 1}},
      {.num_inputs = 1, .hidden = {3, 2}},    {.num_inputs = 3, .hidden = {3, 2}},
      {.num_inputs = 1, .hidden = {1, 1, 1}}, {.num_inputs = 2, .hidden = {1, 2, 1}}};
  for (const Network& network : networks) {
    EXPECT_GE(most_terms(network), actual_terms(network));
    EXPECT_LT(most_terms(network), 5.0 * actual_terms(network));  // and not by much
  }
}

TEST(NetworkSize, MemoryHoldsTheTerms) {
  const Network network{.num_inputs = 3, .hidden = {3, 2}};
  const ForwardPass pass(network);
  const auto statistics = 8.0 * 35.0 * 35.0;
  EXPECT_EQ(network_size(network).num_monomials, 35U);
  EXPECT_GE(network_size(network).memory_bytes,
            statistics + static_cast<double>(pass.square().memory_bytes() + pass.output().memory_bytes()));
}

TEST(NetworkSize, OfMomentsHasNoTerms) {
  const Network network{.num_inputs = 10, .hidden = {100}};
  for (const NetworkMethod method : {NetworkMethod::automatic, NetworkMethod::moments}) {
    const NetworkSize size = network_size(network, method);
    EXPECT_EQ(size.num_weights, 11U * 100U + 101U);
    EXPECT_EQ(size.num_monomials, 66U);
    EXPECT_EQ(size.num_terms, 0.0);
    EXPECT_GE(size.memory_bytes, 8.0 * 66.0 * 66.0 + 15.0 * 8.0 * static_cast<double>(size.num_weights));
    EXPECT_LT(size.memory_bytes, 1e7);
  }
  EXPECT_GT(network_size({.num_inputs = 10, .hidden = {2, 2}}).num_terms, 0.0);
}

TEST(NetworkSize, IsANumberForAnyNetwork) {
  const Network huge{.num_inputs = std::size_t{1} << 20, .hidden = std::vector<std::size_t>(6, std::size_t{1} << 20)};
  const NetworkSize size = network_size(huge);
  EXPECT_FALSE(std::isnan(size.num_terms));
  EXPECT_GT(size.num_terms, 1e100);
  EXPECT_GT(size.memory_bytes, 1e100);
  EXPECT_TRUE(std::isfinite(size.memory_bytes));
}

// Kind and message.
template <typename Call>
std::pair<ErrorKind, std::string> error_of(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    return {error.kind(), error.what()};
  }
  return {ErrorKind::data, "nothing was thrown"};
}

void expect_usage(const Network& network, const std::string& message, NetworkMethod method = NetworkMethod::automatic) {
  const auto [kind, text] = error_of([&] { network_size(network, method); });
  EXPECT_EQ(kind, ErrorKind::usage);
  EXPECT_EQ(text, message);
}

TEST(NetworkSize, RefusesWhatIsNoNetwork) {
  expect_usage({.num_inputs = 0, .hidden = {2}}, "a network needs at least one input, found none");
  expect_usage({.num_inputs = 2, .hidden = {}}, "`hidden`: expected at least one layer, found none");
  expect_usage({.num_inputs = 2, .hidden = {3, 0}}, "`hidden`: expected at least one neuron in each layer, found 0");
  expect_usage({.num_inputs = 2, .hidden = std::vector<std::size_t>(7, 1)},
               "`hidden`: expected at most 6 layers, found 7");
  expect_usage({.num_inputs = 2, .hidden = {2000000}},
               "`hidden`: expected at most 1048576 neurons in each layer, found 2000000");
  expect_usage({.num_inputs = 2, .hidden = {2, 2}}, "the method of moments is for one hidden layer, found 2",
               NetworkMethod::moments);
}

TEST(QuadraticNetwork, RefusesStatisticsOfAnotherDegree) {
  const auto [kind, text] = error_of([] {
    QuadraticNetwork({.num_inputs = 2, .hidden = {2}}, SecondMoments(3), QuadraticNetwork::default_memory_bytes,
                     NetworkMethod::forward_pass);
  });
  EXPECT_EQ(kind, ErrorKind::usage);
  EXPECT_EQ(text, "a network of 2-2-1 needs statistics of 6 monomials of its inputs, found 3");
}

// Before anything is built: this one would never be.
TEST(QuadraticNetwork, RefusesWhatTakesTooMuchMemory) {
  const Network network{.num_inputs = 10, .hidden = {64, 64}};
  const auto [kind, text] = error_of([&] { QuadraticNetwork(network, SecondMoments(1001)); });
  EXPECT_EQ(kind, ErrorKind::resource);
  EXPECT_TRUE(text.starts_with("a network of 10-64-64-1 has up to ")) << text;
  EXPECT_TRUE(text.ends_with(" GB; `memory` allows 4.3 GB")) << text;
}

TEST(QuadraticNetwork, OfMomentsIsRefusedForItsStatistics) {
  const Network network{.num_inputs = 10, .hidden = {4}};
  const auto [kind, text] = error_of([&] { QuadraticNetwork(network, SecondMoments(66), 30000); });
  EXPECT_EQ(kind, ErrorKind::resource);
  EXPECT_EQ(text, "a network of 10-4-1 would take 433.2 kB; `memory` allows 30.0 kB");
}

TEST(QuadraticNetwork, TakesTheMemoryThatItNeeds) {
  const Network network{.num_inputs = 2, .hidden = {2, 2}};
  const auto enough = static_cast<std::size_t>(std::ceil(network_size(network).memory_bytes));
  EXPECT_NO_THROW(QuadraticNetwork(network, SecondMoments(15), enough));
  EXPECT_EQ(error_of([&] { QuadraticNetwork(network, SecondMoments(15), enough - 1); }).first, ErrorKind::resource);
}

}  // namespace
}  // namespace direct::network_size_test
