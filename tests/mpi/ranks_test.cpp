// SPDX-License-Identifier: MIT
// Run by mpirun, every rank the same program: what one rank knows, all must know. With an argument, the last rank fails
// by itself while the others are busy, which must end them all with exit code 3.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iterator>
#include <new>
#include <numeric>
#include <thread>

#include <fmt/format.h>

#include <direct/error.h>
#include <direct/ranks.h>
#include <direct/statistics.h>

namespace direct {
namespace {

using namespace std::chrono_literals;

int failures = 0;

void expect(bool holds, const char* what, const Ranks& ranks) {
  if (holds) return;
  fmt::print(stderr, "FAILED on rank {} of {}: {}\n", ranks.rank(), ranks.size(), what);
  ++failures;
}

bool is_last(const Ranks& ranks) { return ranks.rank() + 1 == ranks.size(); }

// "kind: message" of what agree() throws; empty when it returns.
std::string agreed(const Ranks& ranks, const std::function<void(const Progress&)>& work,
                   const Progress& progress = {}) {
  try {
    ranks.agree(progress, work);
    return "";
  } catch (const Error& error) {
    return fmt::format("{}: {}", static_cast<int>(error.kind()), error.what());
  } catch (const Interrupted&) {
    return "interrupted";
  } catch (const std::bad_alloc&) {
    return "memory";
  } catch (const std::exception& error) {
    return error.what();
  }
}

void be_busy(const Progress& progress) {
  const auto end = std::chrono::steady_clock::now() + 20s;
  while (std::chrono::steady_clock::now() < end) {
    report(progress, {.stage = "statistics"});
    std::this_thread::sleep_for(1ms);
  }
}

void test_peace(const Ranks& ranks) {
  int events = 0;
  const Progress count = [&](const ProgressEvent&) { return ++events > 0; };
  const auto work = [](const Progress& progress) { report(progress, {.stage = "read"}); };
  expect(agreed(ranks, work, count).empty(), "work that succeeds succeeds", ranks);
  expect(events == 1, "progress is passed on", ranks);
  expect(agreed(ranks, work).empty(), "nobody needs to listen", ranks);
}

// Busy ranks hear of a failure while they work, and the next agreement knows nothing of it.
void test_failure_of_one(const Ranks& ranks) {
  const auto start = std::chrono::steady_clock::now();
  const std::string error = agreed(ranks, [&](const Progress& progress) {
    if (!is_last(ranks)) be_busy(progress);
    throw Error(ErrorKind::data, "a.csv:3:2: expected a number");
  });
  expect(error == "1: a.csv:3:2: expected a number", "an error is the same on all ranks", ranks);
  expect(std::chrono::steady_clock::now() - start < 10s, "a failure is heard at once", ranks);
  test_peace(ranks);
}

void test_failure_of_all(const Ranks& ranks) {
  const std::string error = agreed(ranks, [&](const Progress&) {
    throw Error(ranks.rank() == 0 ? ErrorKind::model : ErrorKind::resource, std::string(1000, 'a') + "!");
  });
  expect(error == "2: " + std::string(1000, 'a') + "!", "the error of the lowest rank counts", ranks);
  test_peace(ranks);
}

void test_other_exceptions(const Ranks& ranks) {
  expect(agreed(ranks, be_busy, [&](const ProgressEvent&) { return !is_last(ranks); }) == "interrupted",
         "an interruption of one interrupts all", ranks);
  const auto fail = [&](const auto& exception) {
    return agreed(ranks, [&](const Progress& progress) {
      if (!is_last(ranks)) be_busy(progress);
      throw exception;
    });
  };
  expect(fail(std::bad_alloc()) == "memory", "lack of memory of one is that of all", ranks);
  expect(fail(std::runtime_error("odd")) == "odd", "unknown exceptions keep their text", ranks);
  test_peace(ranks);
}

IntegerMoments integers(std::size_t num_features, std::int64_t first) {
  IntegerMoments moments(num_features);
  std::iota(moments.sums.begin(), moments.sums.end(), first);
  moments.num_rows = static_cast<std::uint64_t>(first) + (std::uint64_t{1} << 40);
  return moments;
}

void test_exact_sum(const Ranks& ranks, bool first_has_one) {
  constexpr std::size_t num_features = 40;
  IntegerMoments expected(num_features);
  for (std::size_t i = first_has_one ? 0 : 1; i < ranks.size(); ++i)
    merge(expected, integers(num_features, static_cast<std::int64_t>(1000 * i)));
  Statistics statistics;
  if (ranks.rank() != 0 || first_has_one)
    statistics.exact = integers(num_features, static_cast<std::int64_t>(1000 * ranks.rank()));
  ranks.sum(statistics);
  if (ranks.rank() == 0 && (first_has_one || ranks.size() > 1))
    expect(statistics.exact == expected, "integers add up on rank 0", ranks);
  if (ranks.rank() != 0) expect(statistics == Statistics{}, "nothing is left on the others", ranks);
}

SecondMoments numbers(std::size_t num_features, std::size_t rank) {
  SecondMoments moments(num_features);
  constexpr double values[] = {0.1, 0.2, 1e16, -1e16, 0.3};  // any other order has another sum
  const double value = values[rank % std::size(values)];
  std::fill_n(moments.gram.data(), moments.gram.size(), value);
  std::fill(moments.feature_target.begin(), moments.feature_target.end(), -value);
  moments.target_square = 2.0 * value;
  moments.num_rows = 0.5 + static_cast<double>(rank);
  return moments;
}

void test_rounded_sum(const Ranks& ranks, bool first_has_one) {
  const auto has_one = [&](std::size_t rank) { return rank == 0 ? first_has_one : rank != 1; };
  Statistics expected;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    if (!has_one(i)) continue;
    if (expected.rounded) {
      merge(*expected.rounded, numbers(5, i));
    } else {
      expected.rounded = numbers(5, i);
    }
  }
  Statistics statistics;
  if (has_one(ranks.rank())) statistics.rounded = numbers(5, ranks.rank());
  ranks.sum(statistics);
  expect(statistics == (ranks.rank() == 0 ? expected : Statistics{}), "numbers add up in the order of ranks", ranks);
}

void test_sum_everywhere(const Ranks& ranks) {
  SecondMoments expected = numbers(5, 0);
  for (std::size_t i = 1; i < ranks.size(); ++i) merge(expected, numbers(5, i));
  SecondMoments moments = numbers(5, ranks.rank());
  ranks.sum_everywhere(moments);
  expect(moments == expected, "every rank has the sum in the order of ranks", ranks);
}

// Longer than what is sent at once.
void test_long_sum_everywhere(const Ranks& ranks) {
  const std::size_t length = (std::size_t{1} << 21) + 7;
  const auto values = [&](std::size_t rank) {
    std::vector<double> result(length, numbers(1, rank).target_square);
    for (std::size_t i = 0; i < length; i += 1000) result[i] = static_cast<double>(i * (rank + 1));
    return result;
  };
  std::vector<double> expected = values(0), found = values(ranks.rank()), none;
  for (std::size_t i = 1; i < ranks.size(); ++i) {
    const std::vector<double> theirs = values(i);
    for (std::size_t k = 0; k < length; ++k) expected[k] += theirs[k];
  }
  ranks.sum_everywhere(found);
  expect(found == expected, "every value has its sum on every rank", ranks);
  ranks.sum_everywhere(none);
  expect(none.empty(), "nothing adds up to nothing", ranks);
}

Preparation small_preparation() {
  Preparation preparation;
  preparation.schema = {.columns = {{.name = "a", .position = 0}, {.name = "\xc3\xb8", .position = 2}},
                        .target_name = "y",
                        .target_position = 1,
                        .exposure_name = "e",
                        .exposure_position = 3,
                        .likelihood = Likelihood("poisson"),
                        .num_file_columns = 4,
                        .has_header = true};
  preparation.scaling = {.input_means = {0.1, -1e-300}, .input_scales = {1.0 / 3.0, 2.0}, .target_mean = -0.1};
  preparation.features = linear_features(2);
  preparation.pilot = {.noise = 0.3, .weight = 1e-3};
  preparation.pilot_inputs = Matrix(1, 2, 0.7);
  preparation.pilot_targets = {0.2};
  return preparation;
}

void test_broadcast(const Ranks& ranks) {
  const Preparation found = ranks.broadcast(ranks.rank() == 0 ? small_preparation() : Preparation{});
  expect(difference(found, small_preparation()).empty(), "a preparation arrives unchanged", ranks);
  expect(found.schema.target_name == "y", "and whole", ranks);
}

void test_all(const Ranks& ranks) {
  test_peace(ranks);
  test_failure_of_one(ranks);
  test_failure_of_all(ranks);
  test_other_exceptions(ranks);
  for (const bool first_has_one : {true, false}) {
    test_exact_sum(ranks, first_has_one);
    test_rounded_sum(ranks, first_has_one);
  }
  test_sum_everywhere(ranks);
  test_long_sum_everywhere(ranks);
  test_broadcast(ranks);
  const auto codes = ranks.exit_codes(static_cast<int>(ranks.rank()));
  expect(codes && codes->size() == ranks.size() && codes->back() + 1 == static_cast<int>(ranks.size()),
         "every rank knows the exit codes of all", ranks);
}

int fail_alone(const Ranks& ranks) {
  if (!is_last(ranks)) {
    ranks.agree({}, [](const Progress&) { std::this_thread::sleep_for(60s); });
    return 0;
  }
  if (ranks.exit_codes(3)) return 1;
  fmt::print(stderr, "alone\n");
  ranks.abort(3);
}

}  // namespace
}  // namespace direct

int main(int argc, char**) {
  const direct::Ranks ranks;
  if (argc > 1) return direct::fail_alone(ranks);
  direct::test_all(ranks);
  return direct::failures == 0 ? 0 : 1;
}
