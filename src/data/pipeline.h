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

// An item and what went wrong with it.
template <typename Item>
struct PipelineSlot {
  Item item;
  std::exception_ptr error;

  template <typename Step>
  void attempt(const Step& step) {
    try {
      if (!error) step(item);
    } catch (...) {
      error = std::current_exception();
    }
  }
};

// bool read(Item&) gives false at the end; void work(Item&); void use(Item&). Items are used again, with their memory.
// Loops inside `use` run on all threads, but a thread that waits for one begins with no other item meanwhile: nothing
// is entered twice.
template <typename Item, typename Read, typename Work, typename Use>
void run_pipeline(const Read& read, const Work& work, const Use& use) {
  using Slot = PipelineSlot<Item>;
  const std::size_t capacity = pipeline_capacity();
  std::vector<Slot> slots(capacity);
  std::size_t num_read = 0;
  bool more = true;
  // Items leave in their order, so that the slot of the item `capacity` before this one is free.
  const auto read_next = [&](tbb::flow_control& control) {
    Slot& slot = slots[num_read++ % capacity];
    if (more) slot.attempt([&](Item& item) { more = read(item); });
    if (!more) control.stop();
    more = more && !slot.error;
    return &slot;
  };
  const auto work_on = [&](Slot* slot) {
    slot->attempt(work);
    return slot;
  };
  const auto use_in_order = [&](Slot* slot) {
    if (slot->error) std::rethrow_exception(slot->error);
    tbb::this_task_arena::isolate([&] { use(slot->item); });
  };
  using enum tbb::filter_mode;
  const auto stages = tbb::make_filter<void, Slot*>(serial_in_order, read_next) &
                      tbb::make_filter<Slot*, Slot*>(parallel, work_on) &
                      tbb::make_filter<Slot*, void>(serial_in_order, use_in_order);
  tbb::parallel_pipeline(capacity, stages);  // not isolated: its waiting thread could not help with loops inside `use`
}

}  // namespace direct
