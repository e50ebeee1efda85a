// SPDX-License-Identifier: MIT
#include <direct/network.h>

#include <cassert>
#include <string>

#include <direct/error.h>
#include <fmt/format.h>

#include "data/text.h"
#include "models/network/engine.h"

namespace direct {
namespace {

std::string name(const Network& network) {
  std::string result = std::to_string(network.num_inputs);
  for (const std::size_t width : network.hidden) result += fmt::format("-{}", width);
  return result + "-1";
}

std::string memory_text(double num_bytes) {
  if (num_bytes < 1e15) return readable_size(static_cast<std::size_t>(num_bytes));
  return fmt::format("{:.1e} GB", num_bytes * 1e-9);
}

void check_statistics(const Network& network, const NetworkSize& size, const SecondMoments& statistics) {
  if (statistics.num_features() == size.num_monomials) return;
  throw Error(ErrorKind::usage, fmt::format("a network of {} needs statistics of {} monomials of its inputs, found {}",
                                            name(network), size.num_monomials, statistics.num_features()));
}

std::unique_ptr<const NetworkEngine> engine(const Network& network, const SecondMoments& statistics,
                                            NetworkMethod method) {
  if (method == NetworkMethod::automatic)
    method = network.hidden.size() == 1 ? NetworkMethod::moments : NetworkMethod::forward_pass;
  return method == NetworkMethod::moments ? moments_engine(network, statistics)
                                          : forward_pass_engine(network, statistics);
}

}  // namespace

void require_memory(const Network& network, std::size_t memory_bytes, NetworkMethod method) {
  const NetworkSize size = network_size(network, method);
  if (size.memory_bytes <= static_cast<double>(memory_bytes)) return;
  const std::string terms = size.num_terms > 0.0 ? fmt::format("has up to {:.2g} terms and ", size.num_terms) : "";
  throw Error(ErrorKind::resource, fmt::format("a network of {} {}would take {}; `memory` allows {}", name(network),
                                               terms, memory_text(size.memory_bytes), readable_size(memory_bytes)));
}

QuadraticNetwork::QuadraticNetwork(Network network, const SecondMoments& statistics, std::size_t memory_bytes,
                                   NetworkMethod method)
    : network_(std::move(network)), num_rows_(statistics.num_rows) {
  require_memory(network_, memory_bytes, method);
  check_statistics(network_, network_size(network_, method), statistics);
  engine_ = engine(network_, statistics, method);
}

QuadraticNetwork::~QuadraticNetwork() = default;
QuadraticNetwork::QuadraticNetwork(QuadraticNetwork&&) noexcept = default;

double QuadraticNetwork::expected_square_error(const Matrix& levels, const Matrix& probabilities,
                                               Matrix* by_probability) const {
  assert(levels.cols() == num_weights(network_) && probabilities.cols() == levels.cols() &&
         probabilities.rows() == levels.rows());
  return engine_->expected_square_error(levels, probabilities, by_probability);
}

}  // namespace direct
