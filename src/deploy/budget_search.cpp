// SPDX-License-Identifier: MIT
#include <direct/budget.h>

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include <direct/error.h>

#include "algebra/parallel.h"
#include "algebra/stopwatch.h"
#include "fit/gaussian_only.h"
#include "fit/linear_only.h"
#include "predict/fold_survey.h"

namespace direct {
namespace {

struct AimedForm {
  Aim aim = Aim::balance;
  DeviceForm form;
  DeviceCost cost;
};

// A model of some features, levels and deviations, and its scores fold by fold.
struct Candidate {
  FeatureKind features;
  std::size_t num_features = 0, levels = 0, draws = 0;
  std::vector<AimedForm> forms = {};  // within the budget
  bool is_measured = false, trusted = true;
  std::vector<double> rmse = {}, nll = {}, coverage = {};
};

// All with one set of features, which are learned once for each fold.
struct Family {
  FeatureKind features;
  std::size_t num_features = 0;
  std::vector<Candidate> candidates;
};

std::vector<Family> families(const BudgetOptions& options) {
  std::vector<Family> result;
  for (const FeatureKind features : options.features)
    for (const std::size_t count : options.num_features) {
      Family family{features, count, {}};
      for (const std::size_t levels : options.levels)
        for (const std::size_t draws : options.draws)
          family.candidates.push_back({.features = features, .num_features = count, .levels = levels, .draws = draws});
      result.push_back(std::move(family));
    }
  return result;
}

FitOptions options_of(const FitOptions& fit, FeatureKind features, std::size_t count) {
  FitOptions result = fit;
  result.features = features;
  result.slim = true;
  if (features == FeatureKind::trained)
    result.num_features = count;
  else
    result.max_active_features = count;
  return result;
}

bool is_smaller(const DeviceCost& cost, const DeviceCost& other) { return is_better(cost, other, Aim::size); }

class Search {
 public:
  Search(const FitOptions& fit, const BudgetOptions& options)
      : fit_(fit), options_(options), families_(families(options)) {
    if (fit.progress)
      fit_.progress = [this, listener = fit.progress](const ProgressEvent&) {
        return listener({.stage = "tune", .done = static_cast<double>(num_fits_)});
      };
  }
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  void try_fold(const Dataset& training, const Dataset& test) {
    std::optional<Gathered> random;  // features to choose from, the same for any number of them
    for (Family& family : families_) {
      if (family.candidates.empty()) continue;
      const FitOptions how = options_of(fit_, family.features, family.num_features);
      if (family.features == FeatureKind::fourier && !random) random = gather(training, how);
      const Gathered trained = family.features == FeatureKind::fourier ? Gathered{} : gather(training, how);
      try_family(family, family.features == FeatureKind::fourier ? *random : trained, how, test);
      if (is_first_fold_) drop_what_is_too_large(family);
    }
    is_first_fold_ = false;
  }

  std::vector<BudgetPoint> points() const {
    std::vector<BudgetPoint> result;
    for (const Family& family : families_)
      for (const Candidate& candidate : family.candidates) add_points(candidate, result);
    return result;
  }

  const std::optional<DeviceCost>& smallest() const { return smallest_; }

 private:
  void try_family(Family& family, const Gathered& gathered, const FitOptions& how, const Dataset& test) {
    for (const std::size_t levels : options_.levels) {
      if (std::ranges::find(family.candidates, levels, &Candidate::levels) == family.candidates.end()) continue;
      FitOptions with_levels = how;
      with_levels.levels = levels;
      const TrainedModel model =
          fit(gathered.statistics.statistics, gathered.statistics.preparation, with_levels).model;
      ++num_fits_;
      for (Candidate& candidate : family.candidates)
        if (candidate.levels == levels) try_candidate(candidate, model, test);
    }
  }

  void try_candidate(Candidate& candidate, const TrainedModel& model, const Dataset& test) {
    const IntegerModel integer = integer_model(model, {.draws = candidate.draws, .seed = fit_.seed});
    if (is_first_fold_) choose_forms(candidate, integer);
    if (candidate.forms.empty()) return;
    const Evaluation evaluation = evaluate(model, integer, test, {.threads = fit_.threads});
    candidate.rmse.push_back(evaluation.rmse);
    candidate.nll.push_back(evaluation.nll);
    candidate.coverage.push_back(evaluation.intervals.at("0.9").coverage);
    candidate.trusted = candidate.trusted && evaluation.interval_warnings.empty();
  }

  // One form for each aim that has another one than those before.
  void choose_forms(Candidate& candidate, const IntegerModel& model) {
    const std::vector<DeviceForm> forms = possible_forms(model);
    std::optional<std::vector<DeviceCost>> measured;
    if (options_.measure) measured = options_.measure(model, forms, options_.chip);
    candidate.is_measured = measured.has_value();
    std::vector<DeviceCost> costs;
    for (std::size_t i = 0; i < forms.size(); ++i)
      costs.push_back(measured ? (*measured)[i] : device_cost(model, forms[i], options_.chip));
    for (const Aim aim : {Aim::size, Aim::balance, Aim::speed}) {
      const auto better = [aim](const DeviceCost& a, const DeviceCost& b) { return is_better(a, b, aim); };
      const auto best = static_cast<std::size_t>(std::ranges::min_element(costs, better) - costs.begin());
      if (!smallest_ || is_smaller(costs[best], *smallest_)) smallest_ = costs[best];
      const bool is_new = std::ranges::find(candidate.forms, forms[best], &AimedForm::form) == candidate.forms.end();
      if (is_new && options_.budget.holds(costs[best])) candidate.forms.push_back({aim, forms[best], costs[best]});
    }
  }

  // What does not fit has no scores, and more features of the same kind will not fit either.
  void drop_what_is_too_large(Family& family) {
    std::erase_if(family.candidates, [](const Candidate& candidate) { return candidate.forms.empty(); });
    if (!family.candidates.empty()) return;
    for (Family& other : families_)
      if (other.features == family.features && other.num_features > family.num_features) other.candidates.clear();
  }

  void add_points(const Candidate& candidate, std::vector<BudgetPoint>& points) const {
    for (const AimedForm& entry : candidate.forms)
      points.push_back({.features = candidate.features,
                        .num_features = candidate.num_features,
                        .levels = candidate.levels,
                        .draws = candidate.draws,
                        .aim = entry.aim,
                        .form = entry.form,
                        .cost = entry.cost,
                        .is_measured = candidate.is_measured,
                        .rmse = fold_spread(candidate.rmse),
                        .nll = fold_spread(candidate.nll),
                        .coverage = fold_spread(candidate.coverage),
                        .trusted = candidate.trusted});
  }

  FitOptions fit_;
  const BudgetOptions& options_;
  std::vector<Family> families_;
  std::size_t num_fits_ = 0;
  bool is_first_fold_ = true;
  std::optional<DeviceCost> smallest_;
};

bool dominates(const BudgetPoint& one, const BudgetPoint& other) {
  const std::array differences{
      one.nll.mean - other.nll.mean,
      static_cast<double>(one.cost.flash_bytes) - static_cast<double>(other.cost.flash_bytes),
      static_cast<double>(one.cost.instructions) - static_cast<double>(other.cost.instructions)};
  return std::ranges::all_of(differences, [](double d) { return d <= 0.0; }) &&
         std::ranges::any_of(differences, [](double d) { return d < 0.0; });
}

void sort_points(BudgetSearch& search) {
  std::vector<BudgetPoint>& points = search.points;
  std::ranges::stable_sort(points, {}, [](const BudgetPoint& point) { return point.cost.flash_bytes; });
  for (BudgetPoint& point : points)
    point.on_frontier = std::ranges::none_of(points, [&](const BudgetPoint& other) { return dominates(other, point); });
  const bool some = std::ranges::any_of(points, &BudgetPoint::trusted);
  const auto worse = [some](const BudgetPoint& a, const BudgetPoint& b) {
    if (some && a.trusted != b.trusted) return a.trusted;
    return a.nll.mean < b.nll.mean;
  };
  search.best = static_cast<std::size_t>(std::ranges::min_element(points, worse) - points.begin());
}

void require_some(const BudgetSearch& search, const std::optional<DeviceCost>& smallest) {
  if (!search.points.empty()) return;
  throw Error(ErrorKind::usage,
              fmt::format("no model is within the budget: the smallest takes {} bytes of flash, {} bytes of memory "
                          "and {} instructions; expected a larger budget",
                          smallest->flash_bytes, smallest->buffer_bytes, smallest->instructions));
}

BudgetSearch search_in_arena(const Dataset& dataset, const FitOptions& fit, const BudgetOptions& options) {
  const FoldSurvey folds = fold_survey(dataset, fit, options.cv);
  Search search(fit, options);
  for (std::size_t k = 0; k < folds.plan.num_folds(); ++k)
    search.try_fold(training_rows(folds.dataset, folds.plan, k), test_rows(folds.dataset, folds.plan, k));
  BudgetSearch result{.points = search.points(),
                      .num_rows = folds.plan.num_rows(),
                      .num_folds = folds.plan.num_folds(),
                      .notes = folds.notes};
  require_some(result, search.smallest());
  sort_points(result);
  return result;
}

void check_search(const FitOptions& fit, const BudgetOptions& options) {
  check(fit);
  require_linear(fit.model, "tune");
  require_gaussian(fit.likelihood, "tune");
  const auto require = [](bool holds, const char* message) {
    if (!holds) throw Error(ErrorKind::usage, message);
  };
  require(has_deviations(fit), "a budget is for `posterior` draws on a learned support; expected neither changed");
  require(
      !options.features.empty() && !options.num_features.empty() && !options.levels.empty() && !options.draws.empty(),
      "a budget needs features, levels and deviations to try");
  require(std::ranges::all_of(
              options.features,
              [](FeatureKind kind) { return kind == FeatureKind::trained || kind == FeatureKind::fourier; }),
          "`features`: a budget is for trained and Fourier features; expected trained or fourier");
}

}  // namespace

bool Budget::holds(const DeviceCost& cost) const {
  const auto is_within = [](std::size_t value, std::size_t limit) { return limit == 0 || value <= limit; };
  return is_within(cost.flash_bytes, flash_bytes) && is_within(cost.buffer_bytes, ram_bytes) &&
         is_within(cost.instructions, instructions);
}

BudgetSearch search_within(const Dataset& dataset, const FitOptions& fit, const BudgetOptions& options) {
  check_search(fit, options);
  const Stopwatch stopwatch;
  BudgetSearch result = with_threads(fit.threads, [&] { return search_in_arena(dataset, fit, options); });
  result.seconds = stopwatch.seconds();
  return result;
}

}  // namespace direct
