// SPDX-License-Identifier: MIT
#include <utility>

#include <direct/table.h>

namespace direct {
namespace {

template <typename Owned>
std::shared_ptr<const Owned> kept(Owned&& value) {
  return std::make_shared<const Owned>(std::move(value));
}

}  // namespace

Values::Values(const std::vector<double>& numbers) : Values(std::span<const double>(numbers)) {}

Values::Values(std::vector<double>&& numbers) {
  const auto owned = kept(std::move(numbers));
  *this = Values(owned->data(), owned->size(), 1, owned);
}

Values::Values(std::span<const double> numbers) : Values(numbers.data(), numbers.size(), 1) {}

Values::Values(const double* numbers, std::size_t size, std::ptrdiff_t stride, std::shared_ptr<const void> owner)
    : numbers_(numbers), stride_(stride), size_(size), owner_(std::move(owner)) {}

Values::Values(const std::vector<std::string>& texts) : texts_(texts), size_(texts.size()) {}

Values::Values(std::vector<std::string>&& texts) {
  const auto owned = kept(std::move(texts));
  *this = Values(*owned);
  owner_ = owned;
}

Values::Values(std::vector<std::string> levels, const std::vector<std::int32_t>& codes)
    : Values(std::move(levels), std::span<const std::int32_t>(codes)) {}

Values::Values(std::vector<std::string> levels, std::vector<std::int32_t>&& codes) {
  const auto owned = kept(std::move(codes));
  *this = Values(std::move(levels), std::span<const std::int32_t>(*owned));
  owner_ = owned;
}

Values::Values(std::vector<std::string> levels, std::span<const std::int32_t> codes)
    : codes_(codes.data()), size_(codes.size()) {
  const auto owned = kept(std::move(levels));
  texts_ = *owned;
  levels_ = owned;
}

std::optional<std::string_view> Values::text(std::size_t row) const {
  if (codes_ == nullptr) return texts_[row];
  const std::int32_t code = codes_[row];
  if (code == -1) return std::string_view();
  if (code < 0 || static_cast<std::size_t>(code) >= texts_.size()) return {};
  return texts_[static_cast<std::size_t>(code)];
}

MatrixRef::MatrixRef(const Matrix& matrix)
    : MatrixRef(matrix.data(), matrix.rows(), matrix.cols(), 1, static_cast<std::ptrdiff_t>(matrix.rows())) {}

MatrixRef::MatrixRef(Matrix&& matrix) {
  const auto owned = kept(std::move(matrix));
  *this = MatrixRef(*owned);
  owner_ = owned;
}

MatrixRef::MatrixRef(const double* numbers, std::size_t rows, std::size_t cols, std::ptrdiff_t row_stride,
                     std::ptrdiff_t column_stride, std::shared_ptr<const void> owner)
    : numbers_(numbers),
      rows_(rows),
      cols_(cols),
      row_stride_(row_stride),
      column_stride_(column_stride),
      owner_(std::move(owner)) {}

Values MatrixRef::column(std::size_t j) const {
  return {numbers_ + static_cast<std::ptrdiff_t>(j) * column_stride_, rows_, row_stride_, owner_};
}

}  // namespace direct
