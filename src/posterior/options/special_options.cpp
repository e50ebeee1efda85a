// SPDX-License-Identifier: MIT
#include "posterior/options/special_options.h"

#include <algorithm>
#include <charconv>
#include <iterator>

#include "statistics/preparation_file.h"

namespace direct {
namespace {

constexpr std::size_t max_neurons = std::size_t{1} << 20;

std::vector<std::size_t> widths_from(std::string_view text) {
  std::vector<std::size_t> widths;
  for (std::size_t first = 0; first <= text.size();) {
    const std::size_t end = std::min(text.find(',', first), text.size());
    std::size_t width = 0;
    const auto [rest, error] = std::from_chars(text.data() + first, text.data() + end, width);
    if (error != std::errc() || rest != text.data() + end || width == 0)
      throw Error(
          ErrorKind::usage,
          fmt::format("`hidden`: expected the neurons of each hidden layer, from 1, as in 8 or 8,4; found \"{}\"",
                      text));
    widths.push_back(width);
    first = end + 1;
  }
  return widths;
}

std::vector<std::size_t> widths_at(const nlohmann::json& object) {
  std::vector<std::size_t> widths;
  require_field(object.at("hidden").is_array(), "hidden", "a list");
  for (const nlohmann::json& width : object.at("hidden")) {
    require_field(
        width.is_number_unsigned() && width.get<std::size_t>() >= 1 && width.get<std::size_t>() <= max_neurons,
        "hidden", "a list of positive counts");
    widths.push_back(width.get<std::size_t>());
  }
  return widths;
}

std::size_t max_active_features_from(std::string_view text) {
  if (text == "all") return all_features;
  if (text == "auto") return 0;
  std::size_t count = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error == std::errc() && rest == text.data() + text.size() && count > 0) return count;
  refuse_option("max_active_features", "all, auto or a whole number from 1", fmt::format("\"{}\"", text));
}

}  // namespace

Option hidden_option(OptionInfo info) {
  return {.info = std::move(info),
          .set = [](FitOptions& options, std::string_view text) { options.hidden = widths_from(text); },
          .text = [](const FitOptions& options) { return fmt::format("{}", fmt::join(options.hidden, ",")); },
          .to_json = [](const FitOptions& options) { return nlohmann::json(options.hidden); },
          .from_json = [](const nlohmann::json& object, FitOptions& options) { options.hidden = widths_at(object); },
          .check = {}};
}

// In files a word, too.
Option feature_bits_option(const OptionInfo& info) {
  Option option = count_option(info, &FitOptions::feature_bits, automatic_feature_bits, "");
  option.set = [](FitOptions& options, std::string_view text) {
    if (text == "auto") {
      options.feature_bits = automatic_feature_bits;
      return;
    }
    const auto bits = number_of<unsigned>("`feature_bits`", text);
    if (bits != 0 && bits != 8 && bits != 12)
      refuse_option("feature_bits", "auto, 8, 12, or 0 for floating point", text);
    options.feature_bits = static_cast<int>(bits);
  };
  option.to_json = [](const FitOptions& options) {
    return options.feature_bits == automatic_feature_bits ? nlohmann::json("auto")
                                                          : nlohmann::json(options.feature_bits);
  };
  option.from_json = [](const nlohmann::json& object, FitOptions& options) {
    options.feature_bits = object.at("feature_bits") == "auto" ? automatic_feature_bits
                                                               : static_cast<int>(count_at(object, "feature_bits", 12));
  };
  option.check = [](const FitOptions& options) {
    const int bits = options.feature_bits;
    if (bits != automatic_feature_bits && bits != 0 && bits != 8 && bits != 12)
      refuse_option("feature_bits", "auto, 8, 12, or 0 for floating point", std::to_string(bits));
  };
  return option;
}

// In files a text, too.
Option max_active_features_option(const OptionInfo& info) {
  const auto text = [](const FitOptions& options) {
    if (options.max_active_features == all_features) return std::string("all");
    return options.max_active_features == 0 ? std::string("auto") : std::to_string(options.max_active_features);
  };
  return {.info = info,
          .set = [](FitOptions& options,
                    std::string_view given) { options.max_active_features = max_active_features_from(given); },
          .text = text,
          .to_json = [text](const FitOptions& options) { return nlohmann::json(text(options)); },
          .from_json =
              [](const nlohmann::json& object, FitOptions& options) {
                const nlohmann::json& field = object.at("max_active_features");
                require_field(field.is_string(), "max_active_features", "all, auto or a number");
                try {
                  options.max_active_features = max_active_features_from(field.get<std::string>());
                } catch (const Error&) {
                  require_field(false, "max_active_features", "all, auto or a number");
                }
              },
          .check = {}};
}

Option likelihood_option(OptionInfo info) {
  info.help = "what the target is: ";
  for (const Likelihood& likelihood : all_likelihoods()) {
    fmt::format_to(std::back_inserter(info.help), "{}{} ({})", info.values.empty() ? "" : ", ", likelihood->help,
                   likelihood->name);
    fmt::format_to(std::back_inserter(info.values), "{}{}", info.values.empty() ? "" : "|", likelihood->name);
  }
  return {.info = std::move(info),
          .set = [](FitOptions& options, std::string_view text) { options.likelihood = Likelihood(text); },
          .text = [](const FitOptions& options) { return std::string(options.likelihood->name); },
          .to_json = [](const FitOptions& options) { return nlohmann::json(options.likelihood->name); },
          .from_json = [](const nlohmann::json& object,
                          FitOptions& options) { options.likelihood = likelihood_at(object); },
          .check = {}};
}

// The default depends on the kind of posterior.
Option components_option(const OptionInfo& info) {
  Option option = field_option(info, &FitOptions::components);
  option.set = [](FitOptions& options, std::string_view text) {
    const auto count = number_of<std::size_t>("`components`", text);
    if (count < 1) refuse_option("components", "1 or more", text);
    options.components = count;
  };
  option.text = [](const FitOptions& options) {
    if (options.components > 0) return std::to_string(options.components);
    const auto count = [](PosteriorKind kind) { return num_components(FitOptions{.posterior = kind}); };
    return fmt::format("{}, {} or {}", count(PosteriorKind::mean_field), count(PosteriorKind::mixture),
                       count(PosteriorKind::draws));
  };
  option.from_json = [](const nlohmann::json& object, FitOptions& options) {
    options.components = count_at(object, "components", most_components);
  };
  return option;
}

}  // namespace direct
