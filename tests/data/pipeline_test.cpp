// SPDX-License-Identifier: MIT
#include "data/pipeline.h"

#include <atomic>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "algebra/parallel.h"

namespace direct::pipeline_test {
namespace {

constexpr int many = 500;

// Reads 0, 1, ..., many - 1.
struct Counter {
  int next = 0;
  bool operator()(int& item) {
    item = next++;
    return item < many;
  }
};

template <typename Body>
void with_some_threads(const Body& body) {
  for (const int threads : {1, 2, 4}) tbb::task_arena(threads).execute([&] { body(); });
}

std::vector<int> up_to(int end) {
  std::vector<int> numbers(static_cast<std::size_t>(end));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

TEST(Pipeline, UsesItemsInTheirOrder) {
  with_some_threads([] {
    std::vector<int> used;
    Counter counter;
    run_pipeline<int>([&](int& item) { return counter(item); }, [](int& item) { item = 2 * item + 1; },
                      [&](int& item) { used.push_back(item / 2); });
    EXPECT_EQ(used, up_to(many));
  });
}

TEST(Pipeline, MayBeEmpty) {
  run_pipeline<int>([](int&) { return false; }, [](int&) { FAIL(); }, [](int&) { FAIL(); });
}

TEST(Pipeline, ThrowsTheFirstErrorInOrder) {
  with_some_threads([] {
    std::vector<int> used;
    Counter counter;
    const auto work = [](int& item) {
      if (item >= 37) throw std::runtime_error(std::to_string(item));
    };
    try {
      run_pipeline<int>([&](int& item) { return counter(item); }, work, [&](int& item) { used.push_back(item); });
      ADD_FAILURE();
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "37");
    }
    EXPECT_EQ(used, up_to(37));
  });
}

TEST(Pipeline, ErrorsOfReadingWaitForTheirTurn) {
  with_some_threads([] {
    std::vector<int> used;
    Counter counter;
    const auto read = [&](int& item) { return counter.next == 50 ? throw std::runtime_error("read") : counter(item); };
    EXPECT_THROW(run_pipeline<int>(
                     read, [](int&) {}, [&](int& item) { used.push_back(item); }),
                 std::runtime_error);
    EXPECT_EQ(used, up_to(50));
    EXPECT_EQ(counter.next, 50);  // nothing was read after the error
  });
}

TEST(Pipeline, AnErrorOfUsingEndsIt) {
  with_some_threads([] {
    Counter counter;
    int num_used = 0;
    const auto use = [&](int& item) {
      ++num_used;
      if (item == 9) throw std::domain_error("enough");
    };
    EXPECT_THROW(run_pipeline<int>([&](int& item) { return counter(item); }, [](int&) {}, use), std::domain_error);
    EXPECT_EQ(num_used, 10);
    EXPECT_LE(counter.next, 10 + static_cast<int>(pipeline_capacity()));
  });
}

// Knows how many of its kind there are.
struct Counted {
  static inline std::atomic<int> num_alive = 0, most_alive = 0;
  static void born() {
    const int alive = ++num_alive;
    if (alive > most_alive) most_alive = alive;
  }
  Counted() { born(); }
  Counted(const Counted&) { born(); }
  Counted& operator=(const Counted&) = default;
  ~Counted() { --num_alive; }
};

TEST(Pipeline, ReadingWaitsForUsing) {
  with_some_threads([] {
    Counter counter;
    std::atomic<int> num_ahead = 0;  // read but not used
    std::atomic<int> most_ahead = 0;
    int ignored = 0;
    const auto read = [&](Counted&) {
      const int ahead = ++num_ahead;
      if (ahead > most_ahead) most_ahead = ahead;
      return counter(ignored);
    };
    const auto use = [&](Counted&) {
      std::this_thread::yield();
      --num_ahead;
    };
    Counted::most_alive = 0;
    run_pipeline<Counted>(
        read, [](Counted&) {}, use);
    EXPECT_LE(most_ahead, static_cast<int>(pipeline_capacity()));
    EXPECT_LE(Counted::most_alive, static_cast<int>(pipeline_capacity()));
    EXPECT_EQ(Counted::num_alive, 0);
  });
}

TEST(Pipeline, LoopsInsideUseDoNotEnterItTwice) {
  with_some_threads([] {
    Counter counter;
    std::atomic<int> inside = 0;
    std::atomic<long> sum = 0;
    thread_local bool working = false;
    const auto work = [](int&) { EXPECT_FALSE(working); };
    const auto use = [&](int& item) {
      EXPECT_EQ(++inside, 1);
      working = true;
      parallel_for(20, [&](std::size_t i) { sum += item * static_cast<long>(i); });
      working = false;
      --inside;
    };
    run_pipeline<int>([&](int& item) { return counter(item); }, work, use);
    EXPECT_EQ(sum, 190L * many * (many - 1) / 2);
  });
}

TEST(Pipeline, PipelinesMayRunInsideLoops) {
  with_some_threads([] {
    std::atomic<long> sum = 0;
    parallel_for(8, [&](std::size_t) {
      Counter counter;
      run_pipeline<int>([&](int& item) { return counter(item); }, [](int&) {},
                        [&](int& item) { parallel_for(3, [&](std::size_t) { sum += item; }); });
    });
    EXPECT_EQ(sum, 8L * 3 * many * (many - 1) / 2);
  });
}

}  // namespace
}  // namespace direct::pipeline_test
