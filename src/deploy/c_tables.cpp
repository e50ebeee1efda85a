// SPDX-License-Identifier: MIT
#include "deploy/c_tables.h"

#include "deploy/c_text.h"
#include "deploy/device_tables.h"
#include "deploy/draw_encoding.h"
#include "deploy/self_test.h"

namespace direct {
namespace {

// Collects tables and remembers which there are.
class TableText {
 public:
  explicit TableText(const std::string& name) : name_(name), rom_(upper_case(name) + "_ROM") {}

  // Returns what points to it: its name, or 0 for an empty one.
  template <typename Value>
  std::string add(const char* type, const char* noun, std::span<const Value> values, const char* suffix = "") {
    if (values.empty()) return "0";
    const std::string full = name_ + "_table_" + noun;
    text_ += c_array(type, full, rom_, values, suffix);
    return full;
  }
  template <typename Value>
  std::string add(const char* type, const char* noun, const std::vector<Value>& values, const char* suffix = "") {
    return add(type, noun, std::span<const Value>(values), suffix);
  }

  const std::string& text() const { return text_; }

 private:
  std::string name_, rom_, text_;
};

std::string ratio_text(const IntegerRatio& ratio) {
  return fmt::format("{{{}u, {}u, {}u}}", ratio.multiplier, ratio.left, ratio.right);
}

// The entries of the struct of tables, in its order.
struct Entries {
  std::vector<std::string> values;
  void add(const std::string& value, const char* what) {
    values.push_back(fmt::format("  {}, /* {} */\n", value, what));
  }
  void add(std::uint64_t value, const char* what) { add(fmt::format("{}u", value), what); }
  std::string text() const { return fmt::format("{}", fmt::join(values, "")); }
};

void add_cosine_tables(const IntegerModel& model, bool whole_wave, TableText& tables, Entries& entries) {
  const IntegerCosines& cosines = model.cosines;
  entries.add(cosines.count(), "cosines of sums");
  entries.add(tables.add("uint32_t", "phases", cosines.phases, "u"), "phases");
  entries.add(cosines.short_inputs.size(), "inputs with words of 16 bits");
  entries.add(cosines.long_inputs.size(), "inputs with words of 32 bits");
  entries.add(tables.add("uint16_t", "short_inputs", listed_inputs(cosines.short_inputs), "u"), "the former");
  entries.add(tables.add("uint16_t", "long_inputs", listed_inputs(cosines.long_inputs), "u"), "the latter");
  entries.add(tables.add("uint8_t", "word_shifts", listed_shifts(cosines), "u"), "shifts of their codes");
  entries.add(tables.add("int16_t", "short_words", cosines.short_words), "words of 16 bits");
  entries.add(tables.add("int16_t", "quarter_sines", quarter_sines(model, whole_wave)), "sines of a quarter");
}

void add_features(const IntegerModel& model, bool whole_wave, TableText& tables, Entries& entries) {
  std::vector<std::int16_t> least, most;
  for (const InputQuantiser& input : model.inputs) {
    least.push_back(input.least);
    most.push_back(input.most);
  }
  entries.add(model.inputs.size(), "inputs");
  entries.add(tables.add("int16_t", "least", least), "least codes");
  entries.add(tables.add("int16_t", "most", most), "most codes");
  entries.add(model.num_features(), "features");
  entries.add(model.num_draws, "draws");
  entries.add(model.num_pairs, "pairs of frequencies");
  entries.add(model.num_singles, "single frequencies");
  entries.add(tables.add("uint32_t", "words", model.is_trained ? model.cosines.long_words : model.words, "u"), "words");
  entries.add(tables.add("int8_t", "cosines", device_cosines(model)), "cosines");
  entries.add(tables.add("int16_t", "fine_cosines", fine_cosines(model, whole_wave)), "cosines to interpolate");
  entries.add(fmt::format("{}", fine_offset(model)), "8 times the centres");
  add_cosine_tables(model, whole_wave, tables, entries);
  entries.add(model.is_wide ? 1 : 0, "features of 16 bits");
  entries.add(fmt::format("{}", model.constant), "constant");
  entries.add(tables.add("uint16_t", "columns", model.columns, "u"), "columns");
  entries.add(tables.add("int16_t", "centres", model.centres), "centres");
  const std::string steps = tables.add(model.is_wide ? "uint16_t" : "uint8_t", "steps", model.steps, "u");
  entries.add(model.is_wide ? "0" : steps, "steps");
  entries.add(model.is_wide ? steps : "0", "steps of 16 bits");
}

void add_draws(const IntegerModel& model, const std::string& macro, Encoding encoding, TableText& tables,
               Entries& entries) {
  const EncodedDraws draws = encoding == Encoding::code ? EncodedDraws{} : encoded_draws(model, encoding);
  const bool has_bytes = model.num_features() <= features_of_byte_indices;
  const bool has_values = model.levels == IntegerLevels::values && draws.encoding == Encoding::lists;
  const char* words[] = {"_EVEN", "_POW2", "_VALUES"};
  entries.add(macro + (draws.encoding == Encoding::gap     ? "_GAP"
                       : draws.encoding == Encoding::dense ? "_DENSE"
                                                           : "_LISTS"),
              "encoding");
  entries.add(macro + words[static_cast<std::size_t>(model.levels)], "levels");
  entries.add(draws.values.size(), "magnitudes");
  entries.add(has_values ? tables.add("int16_t", "values", draws.values) : "0", "values");
  entries.add(draws.long_lists ? 1 : 0, "long lists");
  entries.add(tables.add("uint16_t", "counts", draws.counts, "u"), "counts");
  const std::string gaps = tables.add("uint8_t", "gaps", draws.gaps, "u");
  const std::string indices = tables.add(has_bytes ? "uint8_t" : "uint16_t", "indices", draws.indices, "u");
  entries.add(gaps != "0" ? gaps : has_bytes ? indices : "0", "indices of 8 bits");
  entries.add(has_bytes ? "0" : indices, "indices of 16 bits");
  entries.add(draws.run, "features of a run");
  entries.add(tables.add("uint32_t", "nibbles", draws.nibbles, "u"), "nibbles");
  entries.add(tables.add("uint16_t", "short_nibbles", draws.short_nibbles, "u"), "nibbles of up to four draws");
  entries.add(tables.add("int8_t", "codes", draws.bytes), "codes");
}

void add_output(const IntegerModel& model, Entries& entries) {
  entries.add(fmt::format("{}", model.offset), "offset");
  entries.add(ratio_text(model.centre_ratio), "centre");
  entries.add(ratio_text(model.draw_ratio), "draw");
  entries.add(ratio_text(model.mean_ratio), "mean");
  entries.add(ratio_text(model.std_ratio), "std");
  entries.add(model.noise, "noise");
  entries.add(ratio_text(model.distance_ratio), "distance");
  entries.add(interval_whole(model), "interval, whole");
  entries.values.push_back(fmt::format("  {} /* interval, ratio */\n", ratio_text(interval_ratio(model))));
}

void add_quantiser(const IntegerModel& model, TableText& tables) {
  std::vector<std::int32_t> lowest;
  std::vector<std::uint32_t> multipliers;
  std::vector<std::uint16_t> shifts;
  for (const InputQuantiser& input : model.inputs) {
    lowest.push_back(input.lowest);
    multipliers.push_back(input.multiplier);
    shifts.push_back(input.shift);
  }
  tables.add("int32_t", "lowest", lowest);
  tables.add("uint32_t", "multipliers", multipliers, "u");
  tables.add("uint8_t", "shifts", shifts, "u");
}

// A struct of its own, so that a program that asks for neither interval nor quantile has none of it.
std::string student_text(const IntegerModel& model, const std::string& name, TableText& tables) {
  if (!model.student) return "";
  const IntegerStudent& student = *model.student;
  Entries entries;
  entries.add(student.model_weight, "weight of the model");
  entries.add(student.noise_weight, "weight of the noise");
  entries.add(ratio_text(student.root_ratio), "root");
  entries.add(tables.add("uint16_t", "t_interval", student.interval, "u"), "interval");
  entries.add(student.interval_left, "left");
  entries.add(student.interval_right, "right");
  entries.add(tables.add("uint16_t", "t_quantiles", student.quantiles, "u"), "quantiles");
  entries.values.push_back(fmt::format("  {}u /* left */\n", student.quantile_left));
  return fmt::format("static const {0}_student {0}_law = {{\n{1}}};\n\n", name, entries.text());
}

void add_golden(const IntegerModel& model, TableText& tables) {
  std::vector<std::uint32_t> values;
  for (const Golden& golden : golden_results(model)) values.insert(values.end(), golden.begin(), golden.end());
  tables.add("uint32_t", "golden", values, "u");
}

std::string banner(const char* text) { return fmt::format("/* {:-^110} */\n\n", fmt::format(" {} ", text)); }

}  // namespace

std::string c_tables(const IntegerModel& model, const std::string& name, const DeviceForm& form) {
  TableText tables(name);
  Entries entries;
  add_features(model, form.whole_wave, tables, entries);
  add_draws(model, upper_case(name), form.encoding, tables, entries);
  add_output(model, entries);
  add_quantiser(model, tables);
  add_golden(model, tables);
  const std::string student = student_text(model, name, tables);
  return banner("the model") + tables.text() +
         fmt::format("\nstatic const {0}_tables {0}_model = {{\n{1}}};\n\n", name, entries.text()) + student;
}

}  // namespace direct
