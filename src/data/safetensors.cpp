// SPDX-License-Identifier: MIT
#include "data/safetensors.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <utility>

#include <sys/stat.h>

#include <xxhash.h>

#include <direct/atomic_file.h>
#include "data/file_descriptor.h"
#include "data/safetensors_header.h"

namespace direct {
namespace {

static_assert(std::endian::native == std::endian::little, "tensors are copied to and from files as they are");

constexpr std::size_t length_bytes = 8;
constexpr std::size_t digest_bytes = sizeof(XXH128_canonical_t);
constexpr std::size_t longest_header_bytes = 100'000'000;
constexpr const char* digest_name = "digest";

std::array<std::byte, digest_bytes> digest(std::span<const std::byte> bytes) {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits(bytes.data(), bytes.size()));
  return std::bit_cast<std::array<std::byte, digest_bytes>>(canonical);
}

void append(std::vector<std::byte>& into, std::span<const std::byte> bytes) {
  const std::size_t before = into.size();
  into.resize(before + bytes.size());  // g++ 12 sees an overflow in insert() here that is not there
  std::copy(bytes.begin(), bytes.end(), into.begin() + static_cast<std::ptrdiff_t>(before));
}

ContainerHeader header_of(const Container& container) {
  ContainerHeader header{container.metadata, {}};
  std::size_t end = 0;
  const auto add = [&](const std::string& name, const std::string& dtype, const auto& shape, std::size_t bytes) {
    header.entries.push_back({name, dtype, shape, end, end + bytes});
    end += bytes;
  };
  for (const Tensor& tensor : container.tensors) {
    assert(tensor_bytes(tensor.dtype, tensor.shape) == tensor.bytes.size() && tensor.name != digest_name);
    add(tensor.name, tensor.dtype, tensor.shape, tensor.bytes.size());
  }
  add(digest_name, "U8", std::vector<std::size_t>{digest_bytes}, digest_bytes);
  return header;
}

// Checks the length before anybody believes it.
std::size_t header_length(std::span<const std::byte> bytes, const std::string& name) {
  if (bytes.size() < length_bytes) fail_model(name, "it is too short");
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), length_bytes);
  if (length > longest_header_bytes) fail_model(name, "it does not start like one");
  if (length > bytes.size() - length_bytes) fail_model(name, "its header is too long");
  return static_cast<std::size_t>(length);
}

void check_digest(const ContainerHeader& header, std::span<const std::byte> bytes, const std::string& name) {
  if (header.entries.empty()) fail_model(name, "it has no digest");
  const TensorEntry& last = header.entries.back();
  if (last.name != digest_name || last.dtype != "U8" || last.end - last.begin != digest_bytes) {
    fail_model(name, "it has no digest");
  }
  const auto expected = digest(bytes.first(bytes.size() - digest_bytes));
  if (!std::equal(expected.begin(), expected.end(), bytes.end() - digest_bytes))
    fail_model(name, "its digest does not match");
}

std::vector<std::byte> file_bytes(const std::string& path) {
  const FileDescriptor file = open_for_reading(path, {ErrorKind::model, "a model file"});
  struct stat status {};
  if (::fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode)) fail_model(path, "it is not a regular file");
  std::vector<std::byte> bytes(static_cast<std::size_t>(status.st_size));
  for (std::size_t done = 0; done < bytes.size();) {
    const auto count = read_some(file.number(), {reinterpret_cast<char*>(bytes.data()) + done, bytes.size() - done});
    if (count < 0) throw Error(ErrorKind::model, path + ": cannot be read: " + system_message());
    if (count == 0) fail_model(path, "it became shorter while it was read");
    done += static_cast<std::size_t>(count);
  }
  return bytes;
}

template <typename Value>
Tensor tensor_of(std::string name, const char* dtype, std::span<const Value> values, std::vector<std::size_t> shape) {
  const auto bytes = std::as_bytes(values);
  return {std::move(name), dtype, std::move(shape), {bytes.begin(), bytes.end()}};
}

template <typename Value>
std::vector<Value> values_of(const Container& container, const std::string& name, const char* dtype,
                             const std::vector<std::size_t>& expected_shape) {
  const auto found = std::find_if(container.tensors.begin(), container.tensors.end(),
                                  [&](const Tensor& tensor) { return tensor.name == name; });
  if (found == container.tensors.end()) throw Error(ErrorKind::model, "tensor \"" + name + "\" is missing");
  if (found->dtype != dtype || found->shape != expected_shape) {
    throw Error(ErrorKind::model, "tensor \"" + name + "\" has an unexpected type or shape");
  }
  std::vector<Value> values(found->bytes.size() / sizeof(Value));
  std::copy(found->bytes.begin(), found->bytes.end(), std::as_writable_bytes(std::span(values)).begin());
  return values;
}

}  // namespace

std::vector<std::byte> serialise(const Container& container) {
  std::string header = header_text(header_of(container));
  header.resize((header.size() + 7) / 8 * 8, ' ');
  const std::uint64_t length = header.size();
  std::vector<std::byte> bytes;
  append(bytes, std::as_bytes(std::span(&length, 1)));
  append(bytes, std::as_bytes(std::span(header)));
  for (const Tensor& tensor : container.tensors) append(bytes, tensor.bytes);
  append(bytes, digest(bytes));
  return bytes;
}

Container parse_container(std::span<const std::byte> bytes, const std::string& name) {
  const std::size_t length = header_length(bytes, name);
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()) + length_bytes, length);
  const auto data = bytes.subspan(length_bytes + length);
  ContainerHeader header = parsed_header(text, data.size(), name);
  check_digest(header, bytes, name);
  header.entries.pop_back();
  Container container{std::move(header.metadata), {}};
  for (TensorEntry& entry : header.entries) {
    const auto part = data.subspan(entry.begin, entry.end - entry.begin);
    container.tensors.push_back(
        {std::move(entry.name), std::move(entry.dtype), std::move(entry.shape), {part.begin(), part.end()}});
  }
  return container;
}

void write_container(const Container& container, const std::string& path) {
  AtomicFile file(path);
  file.write(serialise(container));
  file.commit();
}

bool looks_like_container(const std::string& path) {
  struct stat status {};  // to look into a pipe would take bytes out of it
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
  std::array<char, length_bytes + 1> start{};
  std::ifstream file(path, std::ios::binary);
  if (!file.read(start.data(), start.size()) || start.back() != '{') return false;
  std::uint64_t length = 0;
  std::memcpy(&length, start.data(), length_bytes);
  return length <= longest_header_bytes;
}

Container read_container(const std::string& path) { return parse_container(file_bytes(path), path); }

Tensor tensor(std::string name, std::span<const double> values, std::vector<std::size_t> shape) {
  return tensor_of(std::move(name), "F64", values, std::move(shape));
}

Tensor tensor(std::string name, std::span<const std::int64_t> values, std::vector<std::size_t> shape) {
  return tensor_of(std::move(name), "I64", values, std::move(shape));
}

Tensor tensor(std::string name, std::span<const std::int16_t> values, std::vector<std::size_t> shape) {
  return tensor_of(std::move(name), "I16", values, std::move(shape));
}

Tensor tensor(std::string name, std::span<const std::uint32_t> values, std::vector<std::size_t> shape) {
  return tensor_of(std::move(name), "U32", values, std::move(shape));
}

Tensor tensor(std::string name, std::span<const std::uint8_t> values, std::vector<std::size_t> shape) {
  return tensor_of(std::move(name), "U8", values, std::move(shape));
}

std::vector<double> doubles(const Container& container, const std::string& name,
                            const std::vector<std::size_t>& expected_shape, bool allow_minus_infinity) {
  std::vector<double> values = values_of<double>(container, name, "F64", expected_shape);
  const auto is_allowed = [&](double value) {
    return std::isfinite(value) || (allow_minus_infinity && value == -HUGE_VAL);
  };
  if (!std::all_of(values.begin(), values.end(), is_allowed)) {
    throw Error(ErrorKind::model, "tensor \"" + name + "\" has a value that is not finite");
  }
  return values;
}

std::vector<std::int64_t> signed_integers(const Container& container, const std::string& name,
                                          const std::vector<std::size_t>& expected_shape) {
  return values_of<std::int64_t>(container, name, "I64", expected_shape);
}

std::vector<std::int16_t> short_integers(const Container& container, const std::string& name,
                                         const std::vector<std::size_t>& expected_shape) {
  return values_of<std::int16_t>(container, name, "I16", expected_shape);
}

std::vector<std::uint32_t> unsigned_integers(const Container& container, const std::string& name,
                                             const std::vector<std::size_t>& expected_shape) {
  return values_of<std::uint32_t>(container, name, "U32", expected_shape);
}

std::vector<std::uint8_t> bytes(const Container& container, const std::string& name,
                                const std::vector<std::size_t>& expected_shape) {
  return values_of<std::uint8_t>(container, name, "U8", expected_shape);
}

}  // namespace direct
