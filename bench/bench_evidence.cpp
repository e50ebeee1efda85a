// SPDX-License-Identifier: MIT
// What does maximising the evidence on all rows cost, in Cholesky factorisations of the same size, and what is it worth
// in test NLL against the pilot's variances (the paper's protocol)?
#include <direct/direct.h>

#include <fmt/format.h>
#include <cstdlib>
#include <iostream>

#include "algebra/cholesky.h"
#include "algebra/parallel.h"
#include "random_statistics.h"
#include "summary.h"
#include "uci.h"

namespace {

using namespace direct;

void print_cost() {
  const SecondMoments statistics = bench::random_statistics(4000, 2000);
  Matrix matrix = statistics.gram;
  for (std::size_t j = 0; j < matrix.cols(); ++j) matrix(j, j) += 1.0;
  const double cholesky = bench::median_seconds(5, [&] {
    Matrix copy = matrix;
    if (!factorise(copy)) std::abort();
  });
  EvidenceMaximum maximum;
  const double search =
      bench::median_seconds(3, [&] { maximum = maximise_evidence(statistics, {.noise = 0.1, .weight = 0.001}); });
  std::cout << fmt::format(
      "b = 2000: {} factorisations, {:.3f} s; one Cholesky {:.3f} s; ratio {:.1f}\n"
      "bar: at most 8 factorisations: {}\n\n",
      maximum.factorisations, search, cholesky, search / cholesky, bench::verdict(maximum.factorisations <= 8));
}

struct Nll {
  double four_bits = 0.0, full_precision = 0.0;
};

Nll test_nll(const Prepared& prepared, const Statistics& statistics, const bench::UciSet& set,
             const FitOptions& options) {
  const Evaluation scores = evaluate(fit(statistics, prepared.preparation, options).model, set.test);
  return {scores.nll, scores.yardstick->nll};
}

// As in the paper: variances from the pilot rows, the noise fixed.
FitOptions paper_protocol(const Preparation& preparation) {
  const double scale = preparation.scaling.target_scale;
  return {.hyperparameters = Hyperparameters::pilot,
          .noise = fmt::format("{}", preparation.pilot.noise * scale * scale),
          .posterior = PosteriorKind::mean_field};
}

void print_worth(const std::string& name) {
  const bench::UciSet set = bench::uci_set(name, 0);
  const Prepared prepared = prepare(set.train, {});
  const Statistics statistics = std::move(accumulate(set.train, prepared.preparation).groups.front());
  const Nll pilot = test_nll(prepared, statistics, set, paper_protocol(prepared.preparation));
  const Nll evidence = test_nll(prepared, statistics, set, {.posterior = PosteriorKind::mean_field});
  const double gain = pilot.four_bits - evidence.four_bits;
  std::cout << fmt::format("| {} | {:.3f} | {:.3f} | {:.3f} | {:.3f} | {:.3f} ({}) |\n", name, pilot.full_precision,
                           evidence.full_precision, pilot.four_bits, evidence.four_bits, gain,
                           bench::verdict(gain > 0.3));
}

}  // namespace

int main() {
  use_single_threaded_blas();
  print_cost();
  if (bench::uci_names().empty()) {
    std::cout << "set DIRECT_UCI to compare the protocols on kin40k and pol\n";
    return 0;
  }
  std::cout << "| set | full precision, pilot NLL | evidence | 4 bits, pilot NLL | evidence | gain (bar 0.3) |\n"
               "|---|--:|--:|--:|--:|--:|\n";
  for (const char* name : {"kin40k", "pol"}) print_worth(name);
}
