// SPDX-License-Identifier: MIT
#include "laws/link/eta_law.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "algebra/categorical.h"
#include "algebra/log_sum.h"
#include "laws/link/line_integral.h"

namespace direct {
namespace {

constexpr double negligible_depth = 40.0;
// Parts of many weights take their time, and there are hardly any gaps between their values.
int most_splits(const RowTerms& terms) { return terms.num_wide() <= 16 ? 512 : 8; }

bool is_certain(const RowTerms& terms) { return !(terms.largest_span() > 0.0); }

// Chernoff: f(v) <= e^(theta v) F(theta) times the maximum of a log-concave density, which is at most one over its
// deviation.
double log_bound(const RowTerms& terms, const Transform& f) {
  if (is_certain(terms)) return log_value(f, terms.mean());
  const Integrand integrand{terms, f};
  const double theta = saddle_point(integrand, {f.left, f.right});
  return integrand.at(theta).value - 0.5 * std::log(transform_at(f, theta).curvature);
}

bool is_tail(const Transform& f) { return f.kind == TransformKind::gamma_p || f.kind == TransformKind::gamma_q; }

class Splitting {
 public:
  Splitting(const Transform& f, int most_splits) : f_(f), splits_left_(most_splits) {}

  double log_expectation(const RowTerms& terms) {
    if (is_certain(terms)) return log_value(f_, terms.mean());
    const std::vector<RowTerms::Value> values = terms.few_values(few_values);
    if (!values.empty()) return over_values(values);
    const bool allow_inexact = splits_left_ == 0;
    const LineIntegral integral = line_integral({terms, f_}, allow_inexact);
    return integral.exact || allow_inexact ? integral.log_value : over_parts(terms);
  }

 private:
  struct BoundedPart {
    double log_bound;
    const RowTerms::Part* part;
  };

  double over_values(const std::vector<RowTerms::Value>& values) const {
    std::vector<double> logs;
    for (const auto& [log_probability, z] : values) logs.push_back(log_probability + log_value(f_, z));
    return log_sum_exp(logs);
  }

  // The largest first: the others may be negligible.
  double over_parts(const RowTerms& terms) {
    --splits_left_;
    const std::vector<RowTerms::Part> parts = terms.split();
    std::vector<BoundedPart> order;
    for (const RowTerms::Part& part : parts) order.push_back({log_bound(part.terms, f_), &part});
    std::ranges::sort(order, std::ranges::greater(),
                      [](const BoundedPart& of) { return of.log_bound + of.part->log_probability; });
    double sum = log_of(order.front());
    for (std::size_t k = 1; k < order.size(); ++k)
      if (order[k].log_bound + order[k].part->log_probability > sum - negligible_depth)
        sum = log_sum(sum, log_of(order[k]));
    return sum;
  }

  // A tail may be all there is.
  double log_of(const BoundedPart& of) {
    const bool is_all =
        is_tail(f_) && of.log_bound > 0.0 && log_bound(of.part->terms, complement(f_)) < -negligible_depth;
    return of.part->log_probability + (is_all ? 0.0 : log_expectation(of.part->terms));
  }

  const Transform& f_;
  int splits_left_;
};

// The smaller of both by its integral, the larger as what it leaves.
IncompleteGamma eta_tails(const RowTerms& terms, const Transform& p, const Transform& q) {
  constexpr double large = 0.9;
  const double slope = Integrand{terms, p}.mean() + scaled_log_gamma(p.shape, 0.0).slope;
  const bool is_q_first = slope > 0.0;
  double first = std::min(1.0, std::exp(log_expectation(terms, is_q_first ? q : p))), second = 1.0 - first;
  if (first > large) {
    second = std::min(1.0, std::exp(log_expectation(terms, is_q_first ? p : q)));
    first = 1.0 - second;
  }
  return is_q_first ? IncompleteGamma{second, first} : IncompleteGamma{first, second};
}

}  // namespace

double log_expectation(const RowTerms& terms, const Transform& f) {
  return Splitting(f, most_splits(terms)).log_expectation(terms);
}

double log_expectation(const EtaLaw& eta, const Transform& f) {
  std::vector<double> logs;
  for (const auto& [log_weight, z] : eta.values) logs.push_back(log_weight + log_value(f, z));
  for (const auto& [log_weight, terms] : eta.products) logs.push_back(log_weight + log_expectation(terms, f));
  return log_sum_exp(logs);
}

IncompleteGamma expected_tails(const EtaLaw& eta, const Transform& p, const Transform& q) {
  IncompleteGamma sum{0.0, 0.0};
  const auto add = [&](double log_weight, const IncompleteGamma& part) {
    sum.p += std::exp(log_weight) * part.p;
    sum.q += std::exp(log_weight) * part.q;
  };
  for (const auto& [log_weight, z] : eta.values) add(log_weight, incomplete_gamma(p.shape, p.sign * z + p.shift));
  for (const auto& [log_weight, terms] : eta.products) add(log_weight, eta_tails(terms, p, q));
  return {.p = std::min(1.0, sum.p), .q = std::min(1.0, sum.q)};
}

}  // namespace direct
