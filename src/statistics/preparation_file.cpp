// SPDX-License-Identifier: MIT
#include "statistics/preparation_file.h"

#include <cmath>
#include <span>

#include <nlohmann/json.hpp>

#include "data/class_table.h"
#include "data/json_fields.h"
#include "data/json_text.h"

namespace direct {

namespace {

using nlohmann::json;

json to_json(const Column& column) {
  return {{"name", column.name},     {"position", column.position},   {"categorical", column.categorical},
          {"levels", column.levels}, {"indicator", column.indicator}, {"fill", column.fill}};
}

Column column_from(const json& j) {
  return {.name = j.at("name"),
          .position = count_at(j, "position"),
          .categorical = j.at("categorical"),
          .levels = j.at("levels"),
          .indicator = j.at("indicator"),
          .fill = number_at(j, "fill")};
}

json to_json(const Schema& schema) {
  json columns = json::array();
  for (const Column& column : schema.columns) columns.push_back(to_json(column));
  return {{"columns", columns},
          {"target_name", schema.target_name},
          {"target_position", schema.target_position},
          {"weight_name", schema.weight_name},
          {"weight_position", schema.weight_position},
          {"exposure_name", schema.exposure_name},
          {"exposure_position", schema.exposure_position},
          {"likelihood", schema.likelihood->name},
          {"classes", schema.classes},
          {"num_file_columns", schema.num_file_columns},
          {"has_header", schema.has_header},
          {"missing", word_of(schema.missing)},
          {"unseen", word_of(schema.unseen)},
          {"dropped", schema.dropped}};
}

Schema schema_from(const json& j) {
  Schema schema{.target_name = j.at("target_name"),
                .target_position = count_at(j, "target_position"),
                .weight_name = j.at("weight_name"),
                .weight_position = count_at(j, "weight_position"),
                .exposure_name = j.at("exposure_name"),
                .exposure_position = count_at(j, "exposure_position"),
                .likelihood = likelihood_at(j),
                .classes = j.at("classes"),
                .num_file_columns = count_at(j, "num_file_columns"),
                .has_header = j.at("has_header"),
                .missing = word_at<Missing>(j, "missing"),
                .unseen = word_at<Unseen>(j, "unseen"),
                .dropped = j.at("dropped")};
  for (const json& column : j.at("columns")) schema.columns.push_back(column_from(column));
  return schema;
}

void check_targets(const Preparation& p) {
  const Schema& schema = p.schema;
  if (schema.likelihood->has_classes) {
    require(schema.classes.size() == 2 && !ClassTable({schema.classes[0]}).find(schema.classes[1]),
            "the classes of the target are not two that differ");
  } else {
    require(schema.classes.empty(), "the target has classes, but its likelihood has none");
  }
  require(schema.exposure_name.empty() || schema.likelihood->takes_exposure,
          "there is an exposure, but the targets are no counts");
  require(schema.exposure_name.empty() || schema.exposure_position < schema.num_file_columns,
          "the exposure lies outside of the file it was learned from");
  require(schema.likelihood->is_gaussian || p.scaling.target_scale == 1.0,
          "the target is scaled, which its likelihood does not allow");
}

void check_preparation(const Preparation& p) {
  for (const Column& column : p.schema.columns) {
    require(column.position < p.schema.num_file_columns, "a column lies outside of the file it was learned from");
    require(std::isfinite(column.fill), "the fill value of a column is not finite");
  }
  require(p.schema.target_position < p.schema.num_file_columns,
          "the target lies outside of the file it was learned from");
  for (double scale : p.scaling.input_scales) require(scale > 0.0, "the scale of an input is not positive");
  require(p.scaling.target_scale > 0.0 && std::isfinite(p.scaling.target_scale),
          "the scale of the target is not positive");
  require(p.schema.weight_name.empty() || p.schema.weight_position < p.schema.num_file_columns,
          "the weight lies outside of the file it was learned from");
  require(p.pilot.noise > 0.0 && p.pilot.weight > 0.0, "the pilot variances are not positive");
  for (std::size_t j = 0; j < p.least.size(); ++j) require(p.least[j] <= p.most[j], "the range of an input is empty");
  check_targets(p);
}

json write_features(const FeatureMap& map, Container& container) {
  const std::size_t inputs = map.num_inputs;
  if (map.integer) {
    container.tensors.push_back(tensor("code_centres", map.integer->centres, {inputs}));
    container.tensors.push_back(tensor("code_steps", map.integer->steps, {inputs}));
    container.tensors.push_back(tensor("phase_words", map.integer->words, {inputs, map.integer->num_words()}));
    if (map.integer->is_trained())
      container.tensors.push_back(tensor("phases", map.integer->phases, {map.integer->phases.size()}));
  } else if (map.kind == FeatureKind::fourier || map.kind == FeatureKind::trained) {
    container.tensors.push_back(tensor("frequencies", map.frequencies.values(), {map.frequencies.cols(), inputs}));
  }
  if (map.kind == FeatureKind::trained && !map.integer) {
    container.tensors.push_back(tensor("phases", map.phases, {map.phases.size()}));
    container.tensors.push_back(tensor("code_centres", map.centres, {inputs}));
    container.tensors.push_back(tensor("feature_scales", map.scales, {inputs}));
  }
  return {{"kind", word_of(map.kind)},
          {"bits", map.integer ? map.integer->value_bits : 0},
          {"degree", map.degree},
          {"num_inputs", inputs},
          {"num_features", map.num_features()}};
}

IntegerFourier integer_from(const Container& container, FeatureKind kind, std::size_t inputs,
                            std::size_t num_frequencies, int bits) {
  IntegerFourier integer{.num_frequencies = num_frequencies,
                         .value_bits = bits,
                         .centres = doubles(container, "code_centres", {inputs}),
                         .steps = doubles(container, "code_steps", {inputs})};
  if (kind == FeatureKind::trained) integer.phases = unsigned_integers(container, "phases", {num_frequencies});
  integer.words = unsigned_integers(container, "phase_words", {inputs, integer.num_words()});
  for (double step : integer.steps) require(step > 0.0, "the step of an input's codes is not positive");
  return integer;
}

FeatureMap features_from(const json& j, const Container& container, std::size_t inputs) {
  constexpr std::size_t most_degree = 64;
  FeatureMap map{
      .kind = word_at<FeatureKind>(j, "kind"), .num_inputs = inputs, .degree = count_at(j, "degree", most_degree)};
  const bool is_trained = map.kind == FeatureKind::trained,
             has_frequencies = is_trained || map.kind == FeatureKind::fourier;
  require(map.degree >= 1 && (map.degree == 1 || !has_frequencies),
          "the degree of the features does not fit their kind");
  require(inputs > 0, "there are no inputs");  // without them, frequencies in any number fill no bytes
  require(count_at(j, "num_inputs") == inputs, "the number of inputs does not fit the schema");
  const std::size_t num_features = count_at(j, "num_features");
  const std::size_t bits = count_at(j, "bits");
  require(bits == 0 || bits == 12 || (bits == 8 && map.kind == FeatureKind::fourier),
          "the features have an unknown number of bits");
  require(bits == 0 || has_frequencies, "the features have bits, but are the inputs");
  require(!is_trained || num_features > inputs + 1, "there are no trained features beside the inputs");
  const std::size_t num_frequencies = is_trained ? num_features - inputs - 1 : num_features / 2;
  if (bits != 0) {
    map.integer = integer_from(container, map.kind, inputs, num_frequencies, static_cast<int>(bits));
  } else if (has_frequencies) {
    const std::vector<double> values = doubles(container, "frequencies", {num_frequencies, inputs});
    map.frequencies = Matrix(inputs, num_frequencies);
    std::copy(values.begin(), values.end(), map.frequencies.data());
  }
  if (is_trained && bits == 0) {
    map.phases = doubles(container, "phases", {num_frequencies});
    map.centres = doubles(container, "code_centres", {inputs});
    map.scales = doubles(container, "feature_scales", {inputs});
    for (const double scale : map.scales) require(scale > 0.0, "the scale of an input is not positive");
  }
  require(map.num_features() == num_features, "the number of features does not fit the feature map");
  return map;
}

}  // namespace

json write_preparation(const Preparation& p, Container& container) {
  const std::size_t inputs = p.features.num_inputs, pilot_rows = p.pilot_targets.size();
  container.tensors.push_back(tensor("input_means", p.scaling.input_means, {inputs}));
  container.tensors.push_back(tensor("input_scales", p.scaling.input_scales, {inputs}));
  if (!p.least.empty()) {
    container.tensors.push_back(tensor("input_least", p.least, {inputs}));
    container.tensors.push_back(tensor("input_most", p.most, {inputs}));
  }
  json features = write_features(p.features, container);
  container.tensors.push_back(tensor("pilot_inputs", p.pilot_inputs.values(), {p.pilot_inputs.cols(), pilot_rows}));
  container.tensors.push_back(tensor("pilot_targets", p.pilot_targets, {pilot_rows}));
  return {{"schema", to_json(p.schema)},
          {"target_mean", p.scaling.target_mean},
          {"target_scale", p.scaling.target_scale},
          {"features", std::move(features)},
          {"ranges", !p.least.empty()},
          {"pilot", {{"noise", p.pilot.noise}, {"weight", p.pilot.weight}, {"num_rows", pilot_rows}}}};
}

void complete_preparation(json& description) {
  const json defaults = to_json(Schema{});
  for (const char* field : {"exposure_name", "exposure_position", "likelihood", "classes"})
    description.at("schema")[field] = defaults.at(field);
}

void complete_features(json& description) {
  description.at("features")["degree"] = 1U;
  description["ranges"] = false;
}

Preparation read_preparation(const json& description, const Container& container) {
  const json& pilot = description.at("pilot");
  Preparation p{.schema = schema_from(description.at("schema")),
                .scaling = {.target_mean = number_at(description, "target_mean"),
                            .target_scale = number_at(description, "target_scale")},
                .pilot = {.noise = number_at(pilot, "noise"), .weight = number_at(pilot, "weight")}};
  const std::size_t inputs = num_inputs(p.schema), pilot_rows = count_at(pilot, "num_rows");
  p.features = features_from(description.at("features"), container, inputs);
  p.scaling.input_means = doubles(container, "input_means", {inputs});
  p.scaling.input_scales = doubles(container, "input_scales", {inputs});
  if (description.at("ranges").get<bool>()) {
    p.least = doubles(container, "input_least", {inputs});
    p.most = doubles(container, "input_most", {inputs});
  }
  p.pilot_targets = doubles(container, "pilot_targets", {pilot_rows});
  const std::vector<double> values = doubles(container, "pilot_inputs", {inputs, pilot_rows});
  p.pilot_inputs = Matrix(pilot_rows, inputs);
  std::copy(values.begin(), values.end(), p.pilot_inputs.data());
  check_preparation(p);
  return p;
}

std::string text_of(const Preparation& preparation) {
  Container container;
  container.metadata["preparation"] = text_of(write_preparation(preparation, container));
  const std::vector<std::byte> bytes = serialise(container);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Preparation preparation_from(const std::string& text, const std::string& source) {
  const Container container = parse_container(std::as_bytes(std::span(text)), source);
  return read_preparation(parsed_json(container.metadata.at("preparation")), container);
}

Likelihood likelihood_at(const nlohmann::json& object) {
  const nlohmann::json& field = object.at("likelihood");
  require_field(field.is_string(), "likelihood", "a known word");
  for (const Likelihood& known : all_likelihoods())
    if (known->name == field.get<std::string>()) return known;
  require_field(false, "likelihood", "a known word");
  return {};
}

}  // namespace direct
