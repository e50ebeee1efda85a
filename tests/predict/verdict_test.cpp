// SPDX-License-Identifier: MIT
#include "predict/trust/verdict.h"

#include <functional>

#include <gtest/gtest.h>

namespace direct::verdict_test {
namespace {

TrainedModel model_of_100_features() {
  TrainedModel model;
  model.preparation.features.kind = FeatureKind::fourier;
  model.prior = make_prior(PriorKind::gaussian, linear_grid(-3.0, 3.0, 15), 1.0, 100);
  model.summary.num_rows = 1000.0;
  model.summary.stop_reason = "max_iterations";
  return model;
}

Trust faultless() {
  return {.converged = true,
          .companion = CompanionComparison{.num_rows = 1000, .std_model_ratio = 1.0, .std_total_ratio = 1.0},
          .evidence = EvidenceComparison{},
          .importance = ImportanceCheck{.pareto_k = 0.2, .num_draws = 4000}};
}

struct Case {
  const char* name;
  std::function<void(Trust&, TrainedModel&)> change;
  Verdict expected;
  const char* words;  // in the worst finding
};

const Case cases[] = {
    {"nothing", [](Trust&, TrainedModel&) {}, Verdict::good, "agrees with full precision on 1000 pilot rows"},
    {"not converged", [](Trust& t, TrainedModel&) { t.converged = false; }, Verdict::fair,
     "did not converge (max_iterations): raise `max_iterations`"},
    {"means", [](Trust& t, TrainedModel&) { t.companion->mean_difference = 0.31; }, Verdict::fair,
     "differ from full precision by 0.31 of a standard deviation"},
    {"means far", [](Trust& t, TrainedModel&) { t.companion->mean_difference = 0.6; }, Verdict::poor,
     "raise `levels` or lower `num_features`."},
    {"no choice of features",
     [](Trust& t, TrainedModel& m) {
       t.companion->mean_difference = 0.6;
       m.preparation.features.kind = FeatureKind::linear;
     },
     Verdict::poor, "raise `levels`."},
    {"narrow", [](Trust& t, TrainedModel&) { t.companion->std_total_ratio = 0.93; }, Verdict::fair, "narrower than"},
    {"too narrow", [](Trust& t, TrainedModel&) { t.companion->std_total_ratio = 0.8; }, Verdict::poor, "narrower than"},
    {"wide", [](Trust& t, TrainedModel&) { t.companion->std_total_ratio = 1.2; }, Verdict::fair, "wider than"},
    {"too wide", [](Trust& t, TrainedModel&) { t.companion->std_total_ratio = 2.0; }, Verdict::poor, "wider than"},
    {"ends", [](Trust& t, TrainedModel&) { t.saturation.num_saturated = 11; }, Verdict::fair,
     "11 of 100 weights are at an end of their grid: widen it with `support` LO:HI"},
    {"a few ends", [](Trust& t, TrainedModel&) { t.saturation.num_saturated = 10; }, Verdict::good, "agrees"},
    {"few rows",
     [](Trust&, TrainedModel& m) {
       m.summary.num_rows = 99.0;
       m.options.posterior = PosteriorKind::mean_field;
     },
     Verdict::fair, "more features (100) than rows (99)"},
    {"no rows to compare", [](Trust& t, TrainedModel&) { t.companion.reset(); }, Verdict::unknown,
     "could not be compared with full precision; the fit converged"},
    {"heavy tail and no rows to compare",
     [](Trust& t, TrainedModel&) {
       t.companion.reset();
       t.importance->pareto_k = 0.9;
     },
     Verdict::fair, "Pareto k = 0.90"},
};

TEST(Verdict, IsThatOfTheWorstFinding) {
  for (const Case& one : cases) {
    Trust trust = faultless();
    TrainedModel model = model_of_100_features();
    one.change(trust, model);
    const std::vector<Finding> findings = findings_of(trust, model);
    ASSERT_FALSE(findings.empty()) << one.name;
    EXPECT_EQ(findings.front().verdict, one.expected) << one.name;
    EXPECT_NE(findings.front().sentence.find(one.words), std::string::npos)
        << one.name << ": " << findings.front().sentence;
  }
}

TEST(Verdict, IsNotLoweredByRemarks) {
  Trust trust = faultless();
  trust.importance->pareto_k = 2.0;
  trust.companion->std_model_ratio = 0.1;
  trust.evidence->gap_per_row = 3.0;
  const std::vector<Finding> findings = findings_of(trust, model_of_100_features());
  ASSERT_EQ(findings.size(), 4U);
  for (const Finding& finding : findings) EXPECT_EQ(finding.verdict, Verdict::good);
  EXPECT_NE(findings.front().sentence.find("agrees"), std::string::npos);
}

TEST(Verdict, NamesTheWorstFindingFirst) {
  Trust trust = faultless();
  trust.converged = false;
  trust.companion->std_model_ratio = 0.1;
  trust.companion->mean_difference = 0.6;
  const std::vector<Finding> findings = findings_of(trust, model_of_100_features());
  ASSERT_EQ(findings.size(), 3U);
  EXPECT_EQ(findings[0].verdict, Verdict::poor);
  EXPECT_EQ(findings[1].verdict, Verdict::fair);
  EXPECT_EQ(findings[2].verdict, Verdict::good);
}

}  // namespace
}  // namespace direct::verdict_test
