// SPDX-License-Identifier: MIT
#include "fit/sparse_fit.h"

#include <fmt/format.h>

#include "fit/feature_selection.h"
#include "fit/price.h"
#include "fit/restricted.h"
#include "fit/sparsity_options.h"
#include "fit/spike_search.h"

namespace direct {
namespace {

bool is_sparse_enough(const FittedPosterior& plain, const SparseProblem& p) {
  const std::size_t b = p.statistics.num_features();
  if (leaves_out_features(p.options)) return most_active_features(p.options, b).value_or(0) >= b;
  return sparsity(plain.fit.posterior, plain.prior) >= p.options.target_sparsity;
}

// The variances that were chosen for all features choose among them, and are then chosen anew for those that are left.
FittedPosterior fit_with_some_features(const SparseProblem& p, const WeightPrior& whole, ChosenVariances& chosen) {
  const std::size_t b = p.statistics.num_features();
  const std::vector<std::size_t> features = selected_features(p.statistics, chosen.variances,
                                                              {.group_size = group_size(p.preparation.features.kind),
                                                               .most = most_active_features(p.options, b),
                                                               .progress = p.options.progress});
  const SecondMoments statistics = restricted(p.statistics, features);
  const FitOptions options = restricted(p.options, features);
  chosen = chosen_variances(statistics, p.preparation, options, p.noise);
  FittedPosterior fitted = expanded(p.fit(statistics, chosen.variances, options, features), features, whole);
  fitted.fit.report.notes.push_back(fmt::format("{} of {} features are active", features.size(), b));
  return fitted;
}

std::string price_note(const Price& price) {
  return fmt::format(
      "the zeros cost, on the training rows: elbo {:+.4g}, rmse {:+.4g}, nll {:+.4g} per row; cv and evaluate say it "
      "of "
      "others",
      price.elbo, price.rmse, price.nll);
}

}  // namespace

FittedPosterior fit_sparse(const SparseProblem& p, ChosenVariances& chosen) {
  Variances variances = chosen.variances;
  FittedPosterior plain = p.fit(p.statistics, variances, p.options, {});
  if (is_sparse_enough(plain, p)) {
    chosen.variances = variances;
    if (p.preparation.schema.likelihood->is_gaussian) plain.fit.report.price = Price{};
    return plain;
  }
  FittedPosterior sparse = leaves_out_features(p.options) ? fit_with_some_features(p, plain.prior, chosen)
                                                          : fit_with_spike(p, plain, chosen.variances);
  FitReport& report = sparse.fit.report;
  const double zeros = sparsity(sparse.fit.posterior, sparse.prior);
  if (leaves_out_features(p.options) && zeros < p.options.target_sparsity - 1e-9)
    report.notes.push_back(
        fmt::format("{:.4g} % of the weights are zero and not the {:.4g} % asked for: one feature, or one pair, stays",
                    100.0 * zeros, 100.0 * p.options.target_sparsity));
  if (!p.preparation.schema.likelihood->is_gaussian) return sparse;  // whose price is not in the statistics
  report.price = price(p.statistics, sparse, plain, p.preparation.scaling.target_scale);
  report.notes.push_back(price_note(*report.price));
  return sparse;
}

}  // namespace direct
