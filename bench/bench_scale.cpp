// SPDX-License-Identifier: MIT
// How fast is the pass over the data, and where does its time go? Rows of the set "electric" (d = 11) from a CSV file,
// 2000 integer features. Against (a) the rate of the machine's own SGEMM, measured in the same run, on all cores, and
// (b) a plain baseline on a slice: features in double, then dsyrk. Useful operations: rows * b * (b + 1).
//
//   bench_scale [--rows 2049280] [--features 2000] [--file electric.csv]
#include <direct/direct.h>

#include <cblas.h>
#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <numbers>

#include "algebra/blas.h"
#include "algebra/dense.h"
#include "algebra/parallel.h"
#include "algebra/stopwatch.h"
#include "size_arguments.h"

namespace {

using namespace direct;

double operations(double num_rows, std::size_t num_features) {
  const auto b = static_cast<double>(num_features);
  return num_rows * b * (b + 1.0);
}

// All cores, each with products of its own: the most the machine gives to single-precision products.
double sgemm_rate() {
  constexpr int n = 2048;
  constexpr std::size_t size = std::size_t{n} * n;
  const std::vector<float> left(size, 1.0F), right(size, 2.0F);
  const auto cores = static_cast<std::size_t>(tbb::info::default_concurrency());
  std::vector<std::vector<float>> products(cores, std::vector<float>(size));
  const auto multiply = [&](std::size_t core) {
    cblas_sgemm(CblasColMajor, CblasTrans, CblasNoTrans, n, n, n, 1.0F, left.data(), n, right.data(), n, 0.0F,
                products[core].data(), n);
  };
  parallel_for(cores, multiply);
  double best = 0.0;
  for (int repetition = 0; repetition < 5; ++repetition) {
    const Stopwatch stopwatch;
    parallel_for(cores, multiply);
    best = std::max(best, 2.0 * n * n * n * static_cast<double>(cores) / stopwatch.seconds());
  }
  return best;
}

Rows standardised_rows(const Dataset& dataset, const Preparation& preparation) {
  RowReader reader(dataset, preparation.schema, RowReader::Targets::required, std::size_t{1} << 20);
  Rows rows;
  reader.next(rows);
  standardise_inputs(preparation.scaling, rows.inputs);
  return rows;
}

// Lower triangle, with all of OpenBLAS's threads.
Matrix dsyrk(const Matrix& features) {
  const int n = static_cast<int>(features.rows()), b = static_cast<int>(features.cols());
  Matrix gram(features.cols(), features.cols());
  openblas_set_num_threads(tbb::info::default_concurrency());
  cblas_dsyrk(CblasColMajor, CblasLower, CblasTrans, b, n, 1.0, features.data(), n, 0.0, gram.data(), b);
  use_single_threaded_blas();
  return gram;
}

// Sums of multiples of 2^-14 are exact in double as well, so the two must be equal to the last bit.
bool is_right(const Dataset& slice, const Preparation& preparation) {
  Matrix features;
  evaluate(preparation.features, standardised_rows(slice, preparation).inputs, features);
  const Matrix expected = dsyrk(features);
  const SecondMoments ours = second_moments(accumulate(slice, preparation).groups.front());
  for (std::size_t j = 0; j < expected.cols(); ++j)
    for (std::size_t i = j; i < expected.rows(); ++i)
      if (ours.gram(i, j) != expected(i, j)) return false;
  return true;
}

// What one would write first: all features of a slice in double, then one dsyrk. Rows per second, reading left out.
double baseline_rate(const Dataset& slice, const Preparation& preparation) {
  const Rows rows = standardised_rows(slice, preparation);
  const Matrix& frequencies = preparation.features.frequencies;
  const Stopwatch stopwatch;
  const Eigen::MatrixXd turns = view(rows.inputs) * view(frequencies);
  Matrix features(rows.inputs.rows(), 2 * frequencies.cols());
  for (std::size_t k = 0; k < frequencies.cols(); ++k) {
    const auto angle = 2.0 * std::numbers::pi * turns.col(static_cast<Eigen::Index>(k)).array();
    view(features.column(2 * k)).array() = angle.cos();
    view(features.column(2 * k + 1)).array() = angle.sin();
  }
  dsyrk(features);
  return static_cast<double>(features.rows()) / stopwatch.seconds();
}

void print_pass(const Accumulation& pass, double seconds, double num_rows, std::size_t num_features, double sgemm) {
  const double rate = operations(num_rows, num_features) / seconds;
  std::cout << fmt::format("- pass over {:.0f} rows: {:.1f} s, {:.0f} rows/s, {:.1f} GFLOP/s\n", num_rows, seconds,
                           num_rows / seconds, rate * 1e-9);
  std::cout << fmt::format("- of this: read and parse {:.1f} %, features {:.1f} %, sums {:.1f} % (at {:.1f} GFLOP/s)\n",
                           100 * pass.seconds.read / seconds, 100 * pass.seconds.features / seconds,
                           100 * pass.seconds.statistics / seconds,
                           operations(num_rows, num_features) / pass.seconds.statistics * 1e-9);
  std::cout << fmt::format("- SGEMM on all cores: {:.1f} GFLOP/s; pass / SGEMM {:.2f} (bar 0.7): {}\n", sgemm * 1e-9,
                           rate / sgemm, rate >= 0.7 * sgemm ? "holds" : "FALLS SHORT");
}

}  // namespace

int main(int argc, char** argv) {
  const bench::SizeArguments arguments = bench::size_arguments(argc, argv, {.num_rows = 2049280});
  std::string file = arguments.file;
  if (file.empty()) {
    file = std::filesystem::temp_directory_path() / fmt::format("direct_bench_{}.csv", ::getpid());
    generate("electric", arguments.num_rows, 1, file);
  }
  use_single_threaded_blas();
  const Dataset dataset = open_dataset({file});
  FitOptions options{.num_features = arguments.num_features, .feature_bits = 8};
  const Prepared prepared = prepare(dataset, options);
  std::cout << fmt::format("- first pass (schema, scaling, pilot rows): {:.1f} s, {:.0f} rows/s\n",
                           prepared.seconds.read, static_cast<double>(prepared.num_rows) / prepared.seconds.read);
  if (!is_right(only_rows(dataset, [](std::size_t row) { return row < 3000; }), prepared.preparation)) {
    std::cerr << "bench_scale: the statistics differ from a plain sum\n";
    return 1;
  }
  const double sgemm_before = sgemm_rate();
  const Stopwatch stopwatch;
  const Accumulation pass = accumulate(dataset, prepared.preparation);
  const double seconds = stopwatch.seconds();
  const double num_rows = direct::num_rows(pass.groups.front());
  print_pass(pass, seconds, num_rows, arguments.num_features, std::max(sgemm_before, sgemm_rate()));

  options.feature_bits = 0;
  const Dataset slice = only_rows(dataset, [](std::size_t row) { return row < 20000; });
  const double plain = baseline_rate(slice, prepare(slice, options).preparation);
  const double speedup = num_rows / seconds / plain;
  std::cout << fmt::format(
      "- plain baseline (features in double, dsyrk, reading left out): {:.0f} rows/s; ours is {:.1f} "
      "times as fast (bar 4): {}\n",
      plain, speedup, speedup >= 4.0 ? "holds" : "FALLS SHORT");
  if (arguments.file.empty()) std::filesystem::remove(file);
}
