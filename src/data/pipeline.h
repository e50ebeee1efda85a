// SPDX-License-Identifier: MIT
// Items that are read one at a time, worked on in parallel, and used one at a time in the order in which they were
// read. There are never more items than a few for each thread: reading waits for using. The first exception in the
// order of the items ends it all and is thrown, after the items before it have been used.
#pragma once

#include <cstddef>
#include <exception>
#include <vector>

#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

namespace direct {

inline std::size_t pipeline_capacity() {
  return 2 * static_cast<std::size_t>(tbb::this_task_arena::max_concurrency()) + 2;
}

// bool read(Item&) gives false at the end, void work(Item&), void use(Item&). Items are used again, with their memory.
// Loops inside `use` run on all threads, but no thread that waits for one begins with another item: nothing is entered
// twice.
template <typename Item, typename Read, typename Work, typename Use>
void run_pipeline(const Read& read, const Work& work, const Use& use) {
  struct Slot {
    Item item;
    std::exception_ptr error;
  };
  // Items end in their order, so the slot of the item before the last `capacity` ones is free.
  const std::size_t capacity = pipeline_capacity();
  std::vector<Slot> slots(capacity);
  std::size_t num_read = 0;
  bool failed = false;  // to read

  const auto read_next = [&](tbb::flow_control& control) -> Slot* {
    Slot& slot = slots[num_read++ % capacity];
    try {
      if (failed || !read(slot.item)) control.stop();
    } catch (...) {
      slot.error = std::current_exception();
      failed = true;
    }
    return &slot;
  };
  const auto work_on = [&](Slot* slot) {
    try {
      if (!slot->error) work(slot->item);
    } catch (...) {
      slot->error = std::current_exception();
    }
    return slot;
  };
  const auto use_in_order = [&](Slot* slot) {
    if (slot->error) std::rethrow_exception(slot->error);
    tbb::this_task_arena::isolate([&] { use(slot->item); });
  };

  using tbb::filter_mode;
  tbb::this_task_arena::isolate([&] {
    tbb::parallel_pipeline(capacity, tbb::make_filter<void, Slot*>(filter_mode::serial_in_order, read_next) &
                                         tbb::make_filter<Slot*, Slot*>(filter_mode::parallel, work_on) &
                                         tbb::make_filter<Slot*, void>(filter_mode::serial_in_order, use_in_order));
  });
}

}  // namespace direct
