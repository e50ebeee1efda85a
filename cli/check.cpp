// SPDX-License-Identifier: MIT
// direct check: can a model be trusted?
#include <iterator>
#include <memory>

#include <fmt/format.h>

#include <direct/trust.h>

#include "command.h"
#include "fit_options.h"
#include "flags.h"
#include "json.h"
#include "model_view.h"
#include "option_flags.h"
#include "output.h"
#include "reporting.h"
#include "words.h"

namespace direct {
namespace {

constexpr const char* check_examples = R"(Examples:
  direct check model.direct
  direct check model.direct --json

Compares the model with the same one in full precision, on the rows that it keeps from its
training data: what few bits and independent weights cost. Whether full precision is right is for
direct evaluate to say. A --slim model keeps nothing to compare. Exit code 0 whatever the verdict.)";

struct CheckArguments {
  std::string model_path;
  TrustOptions options;
  Reporting reporting;
};

std::string line(const char* name, const std::string& value) { return fmt::format("{:<11} {}\n", name, value); }

std::string list_text(const char* name, const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) text += line(text.empty() ? name : "", sentence);
  return text;
}

std::string comparison_text(const CompanionComparison& c) {
  return line("means", fmt::format("{:.3f} deviations from full precision (rms of {} pilot rows), {:.3f} at most",
                                   c.mean_difference, c.num_rows, c.worst_difference)) +
         line("std_model", fmt::format("{:.3f} of full precision's", c.std_model_ratio)) +
         line("std_total", fmt::format("{:.3f} of full precision's", c.std_total_ratio));
}

std::string feature_codes_text(const FeatureCost& cost) {
  return line("codes", "of features " + feature_cost_text(cost));
}

std::string evidence_text(const EvidenceComparison& e) {
  return line("elbo", fmt::format("{:.3f} nats; log evidence of full precision {:.3f}, {:.4f} more per row", e.elbo,
                                  e.log_evidence, e.gap_per_row));
}

std::string weights_text(const Trust& trust) {
  std::string text =
      fmt::format("{:.1f} nonzero, {:.1f} determined by the data", trust.nonzero_weights, trust.effective_weights);
  if (trust.companion_effective_weights) {
    fmt::format_to(std::back_inserter(text), " ({:.1f} in full precision)", *trust.companion_effective_weights);
  }
  return line("weights", text);
}

std::string saturation_text(const Saturation& s) {
  return line("ends", fmt::format("{:.4f} of the probability is at the ends of the grids, {:.4f} of the prior's; {} "
                                  "weights are mostly there",
                                  s.mass_at_ends, s.prior_mass_at_ends, s.num_saturated));
}

std::string trust_text(const Trust& trust) {
  std::string text = line("verdict", word_of(trust.verdict));
  text += list_text("findings", with_flags(trust.findings));
  text += list_text("missing", with_flags(trust.missing));
  text += line("converged", trust.converged ? "yes" : "no");
  if (trust.levels) text += line("levels", levels_text(*trust.levels));
  if (trust.companion) text += comparison_text(*trust.companion);
  if (trust.feature_codes) text += feature_codes_text(*trust.feature_codes);
  if (trust.evidence) text += evidence_text(*trust.evidence);
  text += weights_text(trust) + saturation_text(trust.saturation);
  if (trust.importance) {
    text += line("pareto k", fmt::format("{:.2f} ({} draws)", trust.importance->pareto_k, trust.importance->num_draws));
  }
  return text;
}

ExitCode run_check(const CheckArguments& arguments) {
  const Trust result = trust(load_model(arguments.model_path), arguments.options);
  print(arguments.reporting.json ? to_json(result)
                                 : interval_warnings_text(result.interval_warnings) + trust_text(result));
  return exit_ok;
}

}  // namespace

Action add_check(Flags& flags) {
  auto arguments = std::make_shared<CheckArguments>();
  flags.footer(check_examples);
  add_model_file(flags, arguments->model_path);
  flags.number("--seed", "N", arguments->options.seed, "of the draws; the same seed gives the same bytes");
  add_threads_flag(flags, arguments->options.threads);
  add_json_flag(flags, arguments->reporting);
  add_quiet_flag(flags, arguments->reporting);
  return [arguments](const Ranks&) { return run_check(*arguments); };
}

}  // namespace direct
