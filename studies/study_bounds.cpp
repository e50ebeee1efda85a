// SPDX-License-Identifier: MIT
// Figures 2 and 3 of the paper, each bound beside ours: at a point, as the paper draws them, and in expectation, which
// is what the ELBO is made of. Every bound is compared with the exact value before anything is written.
#include <direct/model.h>

#include <fmt/format.h>
#include <cmath>
#include <stdexcept>

#include "bounds/entropy_curves.h"
#include "bounds/logistic_bounds.h"
#include "harness/command.h"
#include "harness/parse.h"
#include "harness/provenance.h"
#include "harness/results_table.h"

namespace study {
namespace {

constexpr double largest_logit = 6.0, logit_deviation = 1.0;
constexpr double largest_separation = 6.0;  // in deviations of a component
constexpr double rounding = 1e-9;

struct Arguments {
  std::string output = "docs/paper/bounds.csv";
  std::size_t points = 121;
};

struct CurveValue {
  std::string curve;
  double y = 0.0;
};

// The rows of one panel.
class Panel {
 public:
  Panel(std::string figure, std::string name) : figure_(std::move(figure)), name_(std::move(name)) {}

  void add(const std::string& curve, double x, double y) { rows_.push_back({figure_, name_, curve, cell(x), cell(y)}); }

  // Throws where one of them is above `exact`.
  void check(double x, double exact, const std::vector<CurveValue>& bounds) const {
    for (const CurveValue& bound : bounds)
      if (!(bound.y <= exact + rounding))
        throw std::logic_error(fmt::format("figure {}, {}: {} is {} above the exact value at {}", figure_, name_,
                                           bound.curve, bound.y - exact, x));
  }

  const std::vector<Cells>& rows() const { return rows_; }

 private:
  std::string figure_, name_;
  std::vector<Cells> rows_;
};

void add_exact_and_bounds(Panel& panel, double x, double exact, const std::vector<CurveValue>& bounds) {
  panel.check(x, exact, bounds);
  panel.add("exact", x, exact);
  for (const CurveValue& bound : bounds) panel.add(bound.curve, x, bound.y);
}

Panel logistic_points(std::size_t points) {
  Panel panel("2", "point");
  for (const double z : direct::linear_grid(-largest_logit, largest_logit, points))
    add_exact_and_bounds(panel, z, log_sigmoid(z),
                         {{"taylor-positive", right_taylor(z)},
                          {"taylor-negative", left_taylor(z)},
                          {"quadratic-1", quadratic_bound(z, 1.0)},
                          {"quadratic-3", quadratic_bound(z, 3.0)}});
  return panel;
}

// y is the bound minus the exact value.
Panel logistic_expectations(std::size_t points) {
  Panel panel("2", "expected");
  for (const double centre : direct::linear_grid(-largest_logit, largest_logit, points)) {
    const GridLaw law = logit_law(centre, logit_deviation);
    const double exact = expected_log_sigmoid(law);
    const std::vector<CurveValue> bounds = {
        {"taylor", expected_taylor(law)}, {"tilted", expected_tilted(law)}, {"quadratic", expected_quadratic(law)}};
    panel.check(centre, exact, bounds);
    for (const CurveValue& bound : bounds) panel.add(bound.curve, centre, bound.y - exact);
  }
  return panel;
}

Panel logarithm_points(std::size_t points) {
  Panel panel("3", "point");
  for (const double q : direct::linear_grid(1.0 / static_cast<double>(points), 1.0, points))
    add_exact_and_bounds(panel, q, std::log(1.0 / q),
                         {{"taylor-0.5", tangent(q, 0.5)}, {"taylor-0.25", tangent(q, 0.25)}});
  return panel;
}

Panel mixture_entropies(std::size_t points) {
  Panel panel("3", "mixture");
  for (const double separation : direct::linear_grid(0.0, largest_separation, points)) {
    const EntropyBounds bounds = entropy_bounds(separated_mixture(separation));
    add_exact_and_bounds(panel, separation, bounds.exact,
                         {{"taylor-plain", bounds.taylor_plain},
                          {"taylor-scaled", bounds.taylor_scaled},
                          {"taylor-best", bounds.taylor_best},
                          {"pairwise", bounds.pairwise},
                          {"larger", bounds.larger}});
  }
  return panel;
}

std::vector<Cells> all_rows(std::size_t points, const Provenance& provenance) {
  std::vector<Cells> rows;
  for (const Panel& panel :
       {logistic_points(points), logistic_expectations(points), logarithm_points(points), mixture_entropies(points)})
    for (const Cells& row : panel.rows()) rows.push_back(signed_row(row, 0, provenance));  // nothing is random
  return rows;
}

void write_bounds(const Arguments& arguments, const Provenance& provenance) {
  const std::vector<Cells> rows = all_rows(arguments.points, provenance);
  ResultsTable(arguments.output, signed_columns({"figure", "panel", "curve", "x", "y"}),
               {.key = {"figure"}, .machine = provenance.machine})
      .add(rows);
}

}  // namespace
}  // namespace study

int main(int argc, char** argv) {
  study::Arguments arguments;
  CLI::App app("Figures 2 and 3 of the paper: bounds of the logistic likelihood and of the entropy.", "study_bounds");
  app.option_defaults()->always_capture_default();
  app.add_option("-o,--output", arguments.output, "A CSV file, written afresh");
  app.add_option("--points", arguments.points, "Of each curve")->check(CLI::Range(2, 100000));
  return study::parse_and_run(app, argc, argv,
                              [&](const study::Provenance& provenance) { study::write_bounds(arguments, provenance); });
}
