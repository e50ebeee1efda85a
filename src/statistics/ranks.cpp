// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cassert>
#include <chrono>
#include <cstdlib>
#include <new>

#include <direct/error.h>
#include <direct/ranks.h>
#include <direct/statistics.h>

#include "data/safetensors.h"
#include "statistics/communicator.h"
#include "statistics/preparation_file.h"

namespace direct {
namespace {

constexpr std::chrono::milliseconds hearing_interval{5};
constexpr std::size_t piece_length = std::size_t{1} << 20;  // of what another rank sends at once

// How the work of a rank ended. From `usage` on it has failed by itself.
enum class Ending : std::int64_t {
  done,
  stopped_by_others,
  usage,
  data,
  model,
  resource,
  memory,
  interrupted,
  unknown
};

bool is_failure(std::int64_t ending) { return ending > static_cast<std::int64_t>(Ending::stopped_by_others); }

struct Outcome {
  Ending ending = Ending::done;
  std::string message = {};
};

Ending ending_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::usage:
      return Ending::usage;
    case ErrorKind::data:
      return Ending::data;
    case ErrorKind::model:
      return Ending::model;
    case ErrorKind::resource:
      return Ending::resource;
  }
  return Ending::unknown;
}

[[noreturn]] void throw_error(const Outcome& outcome) {
  switch (outcome.ending) {
    case Ending::usage:
      throw Error(ErrorKind::usage, outcome.message);
    case Ending::data:
      throw Error(ErrorKind::data, outcome.message);
    case Ending::model:
      throw Error(ErrorKind::model, outcome.message);
    case Ending::resource:
      throw Error(ErrorKind::resource, outcome.message);
    case Ending::memory:
      throw std::bad_alloc();
    case Ending::interrupted:
      throw Interrupted();
    default:
      throw std::runtime_error(outcome.message);
  }
}

// Passes progress on, and stops the work when another rank has failed.
class Listener {
 public:
  Listener(Communicator& communicator, const Progress& progress) : communicator_(communicator), progress_(progress) {}

  bool has_heard() const { return has_heard_; }
  bool operator()(const ProgressEvent& event) {
    const auto now = std::chrono::steady_clock::now();
    if (!has_heard_ && now - last_ >= hearing_interval) {
      has_heard_ = communicator_.is_alarmed();
      last_ = now;
    }
    return !has_heard_ && (!progress_ || progress_(event));
  }

 private:
  Communicator& communicator_;
  const Progress& progress_;
  bool has_heard_ = false;
  std::chrono::steady_clock::time_point last_;
};

Outcome outcome_of(const std::function<void(const Progress&)>& work, Listener& listener) {
  try {
    work(std::ref(listener));
    return {};
  } catch (const Error& error) {
    return {ending_of(error.kind()), error.what()};
  } catch (const Interrupted&) {
    return {listener.has_heard() ? Ending::stopped_by_others : Ending::interrupted};
  } catch (const std::bad_alloc&) {
    return {Ending::memory};
  } catch (const std::exception& error) {
    return {Ending::unknown, error.what()};
  }
}

std::string shared_text(Communicator& communicator, std::string text, std::size_t from) {
  text.resize(static_cast<std::size_t>(communicator.gathered(static_cast<std::int64_t>(text.size()))[from]));
  communicator.broadcast(std::as_writable_bytes(std::span(text)), from);
  return text;
}

// The number of features of each rank's part; negative where it has none.
template <typename Moments>
std::int64_t width(const std::optional<Moments>& moments, std::size_t num_features) {
  return moments ? static_cast<std::int64_t>(num_features) : -1;
}

void sum(Communicator& communicator, std::optional<IntegerMoments>& moments) {
  const auto widths = communicator.gathered(width(moments, moments ? moments->num_features : 0));
  const std::int64_t widest = *std::max_element(widths.begin(), widths.end());
  if (widest < 0) return;
  if (!moments) moments.emplace(static_cast<std::size_t>(widest));
  auto num_rows = static_cast<std::int64_t>(moments->num_rows);  // modulo 2^64 both are the same
  communicator.add_up({&num_rows, 1});
  communicator.add_up(moments->sums);
  moments->num_rows = static_cast<std::uint64_t>(num_rows);
}

template <typename Call>
void for_each_part(SecondMoments& moments, const Call& call) {
  call(std::span(&moments.num_rows, 1));
  call(moments.gram.values());
  call(std::span(moments.feature_target));
  call(std::span(&moments.target_square, 1));
}

// In the order of the ranks: the same bytes whoever comes first.
void sum(Communicator& communicator, std::optional<SecondMoments>& moments) {
  const auto widths = communicator.gathered(width(moments, moments ? moments->num_features() : 0));
  if (communicator.rank() != 0) {
    if (moments) for_each_part(*moments, [&](std::span<double> part) { communicator.send_to_first(part); });
    return;
  }
  for (std::size_t from = 1; from < widths.size(); ++from) {
    if (widths[from] < 0) continue;
    SecondMoments theirs(static_cast<std::size_t>(widths[from]));
    for_each_part(theirs, [&](std::span<double> part) { communicator.receive(part, from); });
    if (moments) {
      merge(*moments, theirs);
    } else {
      moments = std::move(theirs);
    }
  }
}

void add_pieces(Communicator& communicator, std::span<double> piece) {
  if (communicator.rank() != 0) return communicator.send_to_first(piece);
  std::vector<double> theirs(piece.size());
  for (std::size_t from = 1; from < communicator.size(); ++from) {
    communicator.receive(theirs, from);
    for (std::size_t i = 0; i < piece.size(); ++i) piece[i] += theirs[i];
  }
}

// In the order of the ranks, on the first of them, which then tells the others.
void sum_everywhere(Communicator& communicator, std::span<double> values) {
  for (std::size_t begin = 0; begin < values.size(); begin += piece_length)
    add_pieces(communicator, values.subspan(begin, std::min(piece_length, values.size() - begin)));
  communicator.broadcast(std::as_writable_bytes(values), 0);
}

void wait_for_all(Communicator& communicator, std::size_t size) {
  [[maybe_unused]] const auto sizes = communicator.gathered(static_cast<std::int64_t>(size));
  assert(std::ranges::all_of(sizes, [&](std::int64_t other) { return other == sizes.front(); }));
}

}  // namespace

Ranks::Ranks() : communicator_(communicator()) {
  if (!communicator_) return;
  rank_ = communicator_->rank();
  size_ = communicator_->size();
}

Ranks::~Ranks() = default;

void Ranks::agree(const Progress& progress, const std::function<void(const Progress&)>& work) const {
  if (!communicator_) return work(progress);
  Listener listener(*communicator_, progress);
  Outcome outcome = outcome_of(work, listener);
  if (is_failure(static_cast<std::int64_t>(outcome.ending))) communicator_->raise_alarm();
  const auto endings = communicator_->gathered(static_cast<std::int64_t>(outcome.ending));
  std::vector<std::size_t> failed;
  for (std::size_t i = 0; i < endings.size(); ++i) {
    if (is_failure(endings[i])) failed.push_back(i);
  }
  communicator_->take_back_alarms(failed);
  if (failed.empty()) return;
  outcome.message = shared_text(*communicator_, std::move(outcome.message), failed.front());
  outcome.ending = static_cast<Ending>(endings[failed.front()]);
  throw_error(outcome);
}

Preparation Ranks::broadcast(const Preparation& of_first) const {
  if (!communicator_) return of_first;
  std::string text;
  agree({}, [&](const Progress&) { text = rank_ == 0 ? text_of(of_first) : ""; });
  text = shared_text(*communicator_, std::move(text), 0);
  Preparation result;
  agree({},
        [&](const Progress&) { result = rank_ == 0 ? of_first : preparation_from(text, "the preparation of rank 0"); });
  return result;
}

void Ranks::sum(Statistics& statistics) const {
  if (!communicator_) return;
  direct::sum(*communicator_, statistics.exact);
  direct::sum(*communicator_, statistics.rounded);
  if (rank_ != 0) statistics = {};
}

void Ranks::sum_everywhere(SecondMoments& moments) const {
  if (!communicator_) return;
  wait_for_all(*communicator_, moments.num_features());
  for_each_part(moments, [&](std::span<double> part) { direct::sum_everywhere(*communicator_, part); });
}

void Ranks::sum_everywhere(std::vector<double>& values) const {
  if (!communicator_) return;
  wait_for_all(*communicator_, values.size());
  direct::sum_everywhere(*communicator_, values);
}

std::optional<std::vector<int>> Ranks::exit_codes(int own) const {
  if (!communicator_) return std::vector<int>{own};
  const auto patience =
      own == 0 ? Communicator::Patience() : Communicator::Patience(Communicator::patience_with_others);
  const auto words = communicator_->last_words(own, patience);
  if (!words) return {};
  return std::vector<int>(words->begin(), words->end());
}

void Ranks::abort(int exit_code) const {
  if (communicator_) communicator_->abort(exit_code);
  std::_Exit(exit_code);
}

}  // namespace direct
