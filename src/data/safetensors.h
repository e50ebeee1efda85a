// SPDX-License-Identifier: MIT
// The container of our files: safetensors, with a digest as its last tensor.
//
//   8 bytes   length of the header, little endian
//   header    JSON: "__metadata__" {string: string}, and for each tensor {"dtype", "shape", "data_offsets": [begin,
//   end]};
//             keys sorted, filled up with spaces so that the data start at a multiple of 8
//   data      the tensors, one after another without gaps, little endian
//   16 bytes  the tensor "digest": XXH3-128, most significant byte first, of every byte before it
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace direct {

struct Tensor {
  std::string name;
  std::string dtype;  // "F64", "F32", "I64", "U8", ...
  std::vector<std::size_t> shape;
  std::vector<std::byte> bytes;
};

struct Container {
  std::map<std::string, std::string> metadata;
  std::vector<Tensor> tensors;  // in file order, without the digest
};

// Replaces the file in one step. Throws Error(resource).
void write_container(const Container& container, const std::string& path);
// Throws Error(model) for anything but a whole, untouched container.
Container read_container(const std::string& path);

// By its first bytes, which no text has. False for what cannot be read, and for a pipe, which is left as it is.
bool looks_like_container(const std::string& path);

std::vector<std::byte> serialise(const Container& container);
Container parse_container(std::span<const std::byte> bytes, const std::string& name_for_messages);

Tensor tensor(std::string name, std::span<const double> values, std::vector<std::size_t> shape);
Tensor tensor(std::string name, std::span<const std::int64_t> values, std::vector<std::size_t> shape);
Tensor tensor(std::string name, std::span<const std::int16_t> values, std::vector<std::size_t> shape);
Tensor tensor(std::string name, std::span<const std::uint32_t> values, std::vector<std::size_t> shape);
Tensor tensor(std::string name, std::span<const std::uint8_t> values, std::vector<std::size_t> shape);

// The values of an F64 tensor. Throws Error(model) when it is absent, of another type or shape, or has a value that is
// not finite.
std::vector<double> doubles(const Container& container, const std::string& name,
                            const std::vector<std::size_t>& expected_shape, bool allow_minus_infinity = false);

// The same for integers of 64 and 16 bits with a sign (I64, I16), of 32 bits without (U32), and for bytes (U8).
std::vector<std::int64_t> signed_integers(const Container& container, const std::string& name,
                                          const std::vector<std::size_t>& expected_shape);
std::vector<std::int16_t> short_integers(const Container& container, const std::string& name,
                                         const std::vector<std::size_t>& expected_shape);
std::vector<std::uint32_t> unsigned_integers(const Container& container, const std::string& name,
                                             const std::vector<std::size_t>& expected_shape);
std::vector<std::uint8_t> bytes(const Container& container, const std::string& name,
                                const std::vector<std::size_t>& expected_shape);

}  // namespace direct
