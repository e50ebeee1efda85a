// SPDX-License-Identifier: MIT
#include "data/safetensors_header.h"

#include <algorithm>
#include <set>
#include <tuple>

#include <nlohmann/json.hpp>

#include <direct/error.h>

#include "data/json_text.h"

namespace direct {
namespace {

using nlohmann::json;

constexpr std::size_t most_tensors = 10'000;
constexpr std::size_t deepest_nesting = 3;
constexpr const char* metadata_key = "__metadata__";

const std::map<std::string, std::size_t> bytes_of_dtype = {{"BOOL", 1}, {"U8", 1},   {"I8", 1},  {"I16", 2}, {"U16", 2},
                                                           {"F16", 2},  {"BF16", 2}, {"I32", 4}, {"U32", 4}, {"F32", 4},
                                                           {"I64", 8},  {"U64", 8},  {"F64", 8}};

// A first look that refuses what the JSON library would take silently: the second of two equal keys, any depth of
// nesting, any number of tensors.
class HeaderRules : public nlohmann::json_sax<json> {
 public:
  explicit HeaderRules(const std::string& name) : name_(name) {}

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return open(); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(); }
  bool end_array() override { return close(); }
  bool key(string_t& key) override {
    if (!keys_.back().insert(key).second) fail_model(name_, "its header has a duplicate key \"" + key + "\"");
    if (keys_.size() == 1 && keys_.back().size() > most_tensors + 1) fail_model(name_, "it has too many tensors");
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const json::exception&) override {
    fail_model(name_, "its header is not valid JSON");
  }

 private:
  bool open() {
    keys_.emplace_back();
    if (keys_.size() > deepest_nesting) fail_model(name_, "its header is nested too deeply");
    return true;
  }
  bool close() {
    keys_.pop_back();
    return true;
  }

  const std::string& name_;
  std::vector<std::set<std::string>> keys_;  // of each open object or list
};

std::vector<std::size_t> sizes(const json& list, const std::string& name) {
  if (!list.is_array()) fail_model(name, "its header has something else where a list of sizes is expected");
  std::vector<std::size_t> result;
  for (const json& value : list) {
    if (!value.is_number_unsigned()) fail_model(name, "its header has a size that is not a whole number");
    result.push_back(value.get<std::size_t>());
  }
  return result;
}

TensorEntry entry(const std::string& key, const json& description, const std::string& name) {
  if (!description.is_object() || description.size() != 3 || !description.contains("dtype") ||
      !description.contains("shape") || !description.contains("data_offsets") || !description["dtype"].is_string()) {
    fail_model(name, "expected dtype, shape and data_offsets of tensor \"" + key + "\"");
  }
  TensorEntry result{key, description["dtype"].get<std::string>(), sizes(description["shape"], name)};
  const auto offsets = sizes(description["data_offsets"], name);
  if (offsets.size() != 2 || offsets[0] > offsets[1]) fail_model(name, "tensor \"" + key + "\" has wrong offsets");
  result.begin = offsets[0];
  result.end = offsets[1];
  if (tensor_bytes(result.dtype, result.shape) != result.end - result.begin) {
    fail_model(name, "tensor \"" + key + "\" has another size than its type and shape say");
  }
  return result;
}

std::map<std::string, std::string> metadata(const json& object, const std::string& name) {
  if (!object.is_object()) fail_model(name, "its metadata are not an object");
  std::map<std::string, std::string> result;
  for (const auto& [key, value] : object.items()) {
    if (!value.is_string()) fail_model(name, "its metadata \"" + key + "\" are not a string");
    result.emplace(key, value.get<std::string>());
  }
  return result;
}

void check_cover(const std::vector<TensorEntry>& entries, std::size_t data_bytes, const std::string& name) {
  std::size_t end = 0;
  for (const TensorEntry& entry : entries) {
    if (entry.begin != end) fail_model(name, "tensor \"" + entry.name + "\" does not follow the one before it");
    end = entry.end;
  }
  if (end != data_bytes) fail_model(name, "it has another length than its header says");
}

}  // namespace

void fail_model(const std::string& name, const std::string& message) {
  throw Error(ErrorKind::model, name + ": is damaged or of another kind: " + message);
}

std::optional<std::size_t> tensor_bytes(const std::string& dtype, std::span<const std::size_t> shape) {
  const auto found = bytes_of_dtype.find(dtype);
  if (found == bytes_of_dtype.end()) return {};
  std::size_t bytes = found->second;
  for (const std::size_t size : shape) {
    if (__builtin_mul_overflow(bytes, size, &bytes)) return {};
  }
  return bytes;
}

std::string header_text(const ContainerHeader& header) {
  json result = json::object();
  result[metadata_key] = header.metadata;
  for (const TensorEntry& entry : header.entries) {
    result[entry.name] = {{"dtype", entry.dtype}, {"shape", entry.shape}, {"data_offsets", {entry.begin, entry.end}}};
  }
  try {
    return text_of(result);
  } catch (const json::exception&) {
    throw Error(ErrorKind::model, "the model cannot be saved: a name in it is not valid UTF-8");
  }
}

ContainerHeader parsed_header(std::string_view text, std::size_t data_bytes, const std::string& name) {
  if (!text.starts_with('{')) fail_model(name, "its header is not a JSON object");
  HeaderRules rules(name);
  json::sax_parse(text, &rules);
  const json parsed = parsed_json(text);
  ContainerHeader header;
  for (const auto& [key, value] : parsed.items()) {
    if (key == metadata_key)
      header.metadata = metadata(value, name);
    else
      header.entries.push_back(entry(key, value, name));
  }
  std::sort(header.entries.begin(), header.entries.end(), [](const TensorEntry& a, const TensorEntry& b) {
    return std::tie(a.begin, a.end, a.name) < std::tie(b.begin, b.end, b.name);
  });
  check_cover(header.entries, data_bytes, name);
  return header;
}

}  // namespace direct
