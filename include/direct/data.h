// SPDX-License-Identifier: MIT
// Rows: from text files, or a Table in memory (table.h), to encoded numbers. A Dataset names them; survey() makes one
// pass over them and learns the schema, the scaling and a sample of pilot rows, none of which depends on the order of
// the rows; a RowReader makes another pass and yields blocks of encoded rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <direct/likelihood.h>
#include <direct/matrix.h>
#include <direct/progress.h>
#include <direct/schema.h>
#include <direct/words.h>

namespace direct {

enum class Header { detect, yes, no };
constexpr auto words(Header) {
  return std::array{Word{"auto", Header::detect}, Word{"yes", Header::yes}, Word{"no", Header::no}};
}

// Columns are named by their header, or by their 0-based index in the file.
struct DataOptions {
  std::string target = {};                    // empty: the last column
  std::vector<std::string> drop = {};         // columns that are not inputs
  std::vector<std::string> categorical = {};  // columns that are categories though they look like numbers
  std::string weight = {};                    // empty: every row counts once; else as often as this column says
  std::string exposure = {};                  // of counts: what the mean is in proportion to; empty: to nothing
  Missing missing = Missing::error;
  Unseen unseen = Unseen::error;
  Header header = Header::detect;
  char delimiter = 0;  // 0: detected among comma, tab, semicolon
};

// True for the rows to use; rows are numbered from 0 through all files of the data set, headers not counted. May be
// called from several threads at once.
using RowFilter = std::function<bool(std::size_t row)>;

struct SpoolFile;     // what standard input is copied to, because it is read more than once
struct TableColumns;  // of a Table

struct Dataset {
  std::vector<std::string> paths;  // CSV or TSV, plain, gzip or zstd (told by their first bytes); "-" is standard input
  DataOptions options;
  RowFilter keep;  // empty: every row
  std::shared_ptr<const SpoolFile> spool;
  std::vector<std::string> notes;  // one line each: what was copied to a temporary file, and where
  // If set, survey() takes the types of the columns and their categories from here and learns the rest from the rows
  // that are kept. A category that none of these rows has is an input that is always 0.
  std::shared_ptr<const Schema> known_schema = {};
  std::shared_ptr<const TableColumns> table = {};  // if set, the rows are these and not those of files
};

// Of several processes that share a pass, each takes every count-th chunk.
struct Share {
  std::size_t index = 0;
  std::size_t count = 1;
};

// Checks that every path can be read and spools standard input. A Table becomes a Dataset by itself.
Dataset open_dataset(std::vector<std::string> paths, DataOptions options = {});
Dataset only_rows(Dataset dataset, RowFilter keep);

// A block of encoded rows, not standardised.
struct Rows {
  Matrix inputs;                       // rows x num_inputs
  std::vector<double> targets;         // empty when the reader was not asked for targets
  std::vector<double> weights;         // not negative; empty when there is no column of weights, or with the targets
  std::vector<double> exposures;       // positive; empty when there is no column of them
  std::vector<std::size_t> positions;  // the number of each row in the data set
};

struct SurveyOptions {
  std::uint64_t seed = 0;
  std::size_t max_pilot_rows = 1000;
  std::size_t max_sample_rows = 0;  // fewer than pilot rows: those are the sample
  Likelihood likelihood;            // what the targets must be
  Progress progress = {};
};

struct Survey {
  Schema schema;
  Scaling scaling;                  // of the rows kept
  std::size_t num_rows = 0;         // kept
  double total_weight = 0.0;        // of the rows kept: their number when there is no column of weights
  std::vector<double> least, most;  // of each input
  Rows pilot;                       // the rows whose contents have the smallest seeded hashes, each once
  Rows sample;                      // likewise, more of them: the pilot rows come first
  bool constant_target = false;
  std::vector<std::string> warnings;  // one line each: constant columns, constant target
};

// Throws Error(data) for an empty file, a ragged row, text in a column of numbers, a missing value when
// options.missing is error, a missing target or weight, a negative weight, NaN or infinity; always with file, line and
// column; and for weights that are all 0. Rows of weight 0 are checked but count for nothing. Classes are
// any two texts, sorted as numbers if they are, false before true, no before yes, else bytewise (the second has target
// 1); one class alone is an error, as are a third, counts that are negative or fractional, positive targets and
// exposures that are not.
Survey survey(const Dataset& dataset, const SurveyOptions& options = {});

// One pass over the data in blocks. Columns are matched by name where the file has a header, else by
// position; a missing column is an error, an unknown one a warning. New data need not have the column of weights.
class RowReader {
 public:
  enum class Targets { required, ignored };
  RowReader(const Dataset& dataset, const Schema& schema, Targets targets, std::size_t block_rows = 1024);
  ~RowReader();
  RowReader(RowReader&&) noexcept;
  RowReader& operator=(RowReader&&) noexcept;

  // False at the end. `rows` keeps its memory between calls. A block may be shorter than block_rows only at the end.
  bool next(Rows& rows);
  std::size_t unseen_levels() const;                 // cells encoded as "no level" under Unseen::ignore
  const std::vector<std::string>& warnings() const;  // complete once next() has returned false

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Row -> fold. Folds differ in size by at most one row.
std::vector<int> random_folds(std::size_t num_rows, int num_folds, std::uint64_t seed);
// Likewise, and the rows of each class are shared out evenly too: their numbers differ by at most one between folds.
std::vector<int> stratified_folds(const std::vector<bool>& is_second_class, int num_folds, std::uint64_t seed);

// An n x K matrix of 0 and 1 from a CSV file; masks[k][row] is true when row is a test row of fold k.
std::vector<std::vector<bool>> read_fold_masks(const std::string& path);

}  // namespace direct
