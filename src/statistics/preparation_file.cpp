// SPDX-License-Identifier: MIT
#include "statistics/preparation_file.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include <direct/error.h>

#include "data/json_fields.h"

namespace direct {

NLOHMANN_JSON_SERIALIZE_ENUM(Missing,
                             {{Missing::error, "error"}, {Missing::mean, "mean"}, {Missing::indicator, "indicator"}})
NLOHMANN_JSON_SERIALIZE_ENUM(Unseen, {{Unseen::error, "error"}, {Unseen::ignore, "ignore"}})
NLOHMANN_JSON_SERIALIZE_ENUM(FeatureKind, {{FeatureKind::fourier, "fourier"},
                                           {FeatureKind::linear, "linear"},
                                           {FeatureKind::given, "given"}})

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
          {"num_file_columns", schema.num_file_columns},
          {"has_header", schema.has_header},
          {"missing", schema.missing},
          {"unseen", schema.unseen},
          {"dropped", schema.dropped}};
}

Schema schema_from(const json& j) {
  Schema schema{.target_name = j.at("target_name"),
                .target_position = count_at(j, "target_position"),
                .num_file_columns = count_at(j, "num_file_columns"),
                .has_header = j.at("has_header"),
                .missing = word_at<Missing>(j, "missing"),
                .unseen = word_at<Unseen>(j, "unseen"),
                .dropped = j.at("dropped")};
  for (const json& column : j.at("columns")) schema.columns.push_back(column_from(column));
  return schema;
}

void require(bool holds, const char* message) {
  if (!holds) throw Error(ErrorKind::model, message);
}

void check(const Preparation& p) {
  for (const Column& column : p.schema.columns) {
    require(column.position < p.schema.num_file_columns, "a column lies outside of the file it was learned from");
    require(std::isfinite(column.fill), "the fill value of a column is not finite");
  }
  require(p.schema.target_position < p.schema.num_file_columns,
          "the target lies outside of the file it was learned from");
  for (double scale : p.scaling.input_scales) require(scale > 0.0, "the scale of an input is not positive");
  require(p.scaling.target_scale > 0.0 && std::isfinite(p.scaling.target_scale),
          "the scale of the target is not positive");
  require(p.pilot.noise > 0.0 && p.pilot.weight > 0.0, "the pilot variances are not positive");
}

}  // namespace

json write_preparation(const Preparation& p, Container& container) {
  const std::size_t inputs = p.features.num_inputs;
  container.tensors.push_back(tensor("input_means", p.scaling.input_means, {inputs}));
  container.tensors.push_back(tensor("input_scales", p.scaling.input_scales, {inputs}));
  if (p.features.kind == FeatureKind::fourier)
    container.tensors.push_back(
        tensor("frequencies", p.features.frequencies.values(), {p.features.frequencies.cols(), inputs}));
  return {
      {"schema", to_json(p.schema)},
      {"target_mean", p.scaling.target_mean},
      {"target_scale", p.scaling.target_scale},
      {"features", {{"kind", p.features.kind}, {"num_inputs", inputs}, {"num_features", p.features.num_features()}}},
      {"pilot", {{"noise", p.pilot.noise}, {"weight", p.pilot.weight}}}};
}

Preparation read_preparation(const json& description, const Container& container) {
  Preparation p{.schema = schema_from(description.at("schema")),
                .scaling = {.target_mean = number_at(description, "target_mean"),
                            .target_scale = number_at(description, "target_scale")},
                .features = {.kind = word_at<FeatureKind>(description.at("features"), "kind")},
                .pilot = {.noise = number_at(description.at("pilot"), "noise"),
                          .weight = number_at(description.at("pilot"), "weight")}};
  const std::size_t inputs = num_inputs(p.schema);
  require(inputs > 0, "there are no inputs");  // without them, frequencies in any number fill no bytes
  require(count_at(description.at("features"), "num_inputs") == inputs, "the number of inputs does not fit the schema");
  p.features.num_inputs = inputs;
  p.scaling.input_means = doubles(container, "input_means", {inputs});
  p.scaling.input_scales = doubles(container, "input_scales", {inputs});
  const std::size_t num_features = count_at(description.at("features"), "num_features");
  if (p.features.kind == FeatureKind::fourier) {
    const std::vector<double> values = doubles(container, "frequencies", {num_features / 2, inputs});
    p.features.frequencies = Matrix(inputs, num_features / 2);
    std::copy(values.begin(), values.end(), p.features.frequencies.data());
  }
  require(p.features.num_features() == num_features, "the number of features does not fit the feature map");
  check(p);
  return p;
}

}  // namespace direct
