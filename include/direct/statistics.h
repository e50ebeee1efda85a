// SPDX-License-Identifier: MIT
// Features and targets -> sums. After this stage the number of rows no longer matters: SecondMoments is all
// that a linear model sees of the data. Statistics is how they are gathered and kept: a monoid, with merge() as plus.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <direct/data.h>
#include <direct/features.h>
#include <direct/matrix.h>
#include <direct/progress.h>
#include <direct/report.h>

namespace direct {

// For standardised targets y and features Phi.
struct SecondMoments {
  SecondMoments() = default;
  explicit SecondMoments(std::size_t num_features) : gram(num_features, num_features), feature_target(num_features) {}

  std::size_t num_features() const { return feature_target.size(); }

  double num_rows = 0.0;               // the sum of their weights
  Matrix gram;                         // Phi' Phi, both triangles
  std::vector<double> feature_target;  // Phi' y
  double target_square = 0.0;          // y' y

  bool operator==(const SecondMoments&) const = default;
};

void merge(SecondMoments& into, const SecondMoments& other);

// Adds rows block by block. The bytes of the result depend on the blocks, never on the number of threads.
class MomentAccumulator {
 public:
  explicit MomentAccumulator(std::size_t num_features) : sums_(num_features) {}
  void add(const Matrix& features, std::span<const double> targets);
  void add_weighted(Matrix& features, std::span<double> targets, std::span<const double> weights);  // scales them
  SecondMoments finish() &&;

 private:
  SecondMoments sums_;  // only the lower triangle of gram is kept up to date
};

// The sums of rows with integer features and whole weights: exact, so they do not depend on the order of the rows, on
// threads, files or ranks. A target is `target_digits` more columns: its digits to base 128, from -64 to 63, in fixed
// point with 24 bits after the point.
struct IntegerMoments {
  static constexpr std::size_t target_digits = 7;

  IntegerMoments() = default;
  explicit IntegerMoments(std::size_t num_features, int value_bits = 8);

  std::size_t num_columns() const { return num_features + target_digits; }

  std::size_t num_features = 0;
  int value_bits = 8;              // of a feature: 8, or 12
  std::uint64_t num_rows = 0;      // the sum of their weights
  std::vector<std::int64_t> sums;  // lower triangle, row by row, of the Gram matrix of the features and the digits

  bool operator==(const IntegerMoments&) const = default;
};

void merge(IntegerMoments& into, const IntegerMoments& other);
SecondMoments second_moments(const IntegerMoments& moments);  // of features over 128, or 2048

// All that a pass over rows leaves behind. `exact` is there when the features are integers; `rounded` when they are
// not, and when rows of fractional weight or a decay have ended the exactness. The statistics are the sum of both.
struct Statistics {
  std::optional<IntegerMoments> exact;
  std::optional<SecondMoments> rounded;

  bool operator==(const Statistics&) const = default;
};

Statistics empty_statistics(const FeatureMap& map);
void merge(Statistics& into, const Statistics& other);
void decay(Statistics& statistics, double factor);  // every row so far counts `factor` times; 0 < factor <= 1
double num_rows(const Statistics& statistics);
SecondMoments second_moments(const Statistics& statistics);

// Variances of the noise and of the prior of a weight, of the standardised target.
struct Variances {
  double noise = 1.0;
  double weight = 1.0;

  bool operator==(const Variances&) const = default;
};

// All that turns a row of a file into a row of features. Statistics may be merged when this is the same.
struct Preparation {
  Schema schema;
  Scaling scaling;
  FeatureMap features;
  std::vector<double> least, most;  // of each input, as a reader encodes it; none in files of older versions
  Variances pilot;                  // from the pilot rows: the paper's protocol
  Matrix pilot_inputs;              // the pilot rows, as a reader encodes them, in an order of their own
  std::vector<double> pilot_targets;
};

// What keeps statistics of the two from being merged, in words; empty when nothing does.
std::string difference(const Preparation& one, const Preparation& other);

// Which statistics a row belongs to; a negative number skips the row.
using RowGroup = std::function<int(std::size_t row)>;

struct AccumulateOptions {
  int num_groups = 1;
  RowGroup group = {};  // empty: every row belongs to group 0
  Share share = {};
  Progress progress = {};
};

struct Accumulation : Report {
  std::vector<Statistics> groups;
};

// One pass over the data. Throws Error(data) for a target farther from the mean than 2^20 scales.
Accumulation accumulate(const Dataset& dataset, const Preparation& preparation, const AccumulateOptions& options = {});

// What a .stats file holds. Without rows it is a prepared map: the identity of merge.
struct PreparedStatistics {
  Preparation preparation;
  Statistics statistics;
};

// Throws Error(data) that says what differs, and leaves `into` as it was.
void merge(PreparedStatistics& into, const PreparedStatistics& other);

void save_statistics(const PreparedStatistics& statistics, const std::string& path);  // throws Error(resource)
PreparedStatistics load_statistics(const std::string& path);                          // throws Error(model)
bool is_statistics_file(const std::string& path);  // or a model: by its first bytes; false for what cannot be read

class Communicator;

// The processes that mpirun started together, or this one alone. There is one object, made before any other thread and
// destroyed last. Where this library was built without MPI, every process is alone.
class Ranks {
 public:
  Ranks();
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  std::size_t rank() const { return rank_; }
  std::size_t size() const { return size_; }

  // Every rank calls these, in the same order. What `work` throws on one rank, agree() throws on all of them, once each
  // has finished or noticed: the same error everywhere, that of the lowest rank. `work` gets a Progress to report to,
  // through which it notices the failure of another rank.
  void agree(const Progress& progress, const std::function<void(const Progress&)>& work) const;
  Preparation broadcast(const Preparation& of_first) const;  // what rank 0 passes, on all ranks
  void sum(Statistics& statistics) const;                    // on rank 0; the others' are left empty
  void sum_everywhere(SecondMoments& moments) const;         // the same bytes on every rank
  void sum_everywhere(std::vector<double>& values) const;

  // The last call of a program, with its exit code: those of all ranks, once each has come here. A rank whose own is
  // not 0 waits for some seconds only. Nothing then: the others know nothing of its failure, and all that is left is
  // abort().
  std::optional<std::vector<int>> exit_codes(int own) const;
  [[noreturn]] void abort(int exit_code) const;  // ends every rank, wherever it is

 private:
  std::unique_ptr<Communicator> communicator_;  // none: this process is alone
  std::size_t rank_ = 0;
  std::size_t size_ = 1;
};

}  // namespace direct
