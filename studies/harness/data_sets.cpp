// SPDX-License-Identifier: MIT
#include "harness/data_sets.h"

#include <direct/error.h>
#include <direct/synthetic.h>

#include <stdlib.h>
#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>

namespace study {
namespace {

constexpr std::size_t tiny_rows = 150;
constexpr int tiny_folds = 10;
constexpr const char* tiny_prefix = "tiny-";

std::filesystem::path uci_folder() {
  const char* folder = std::getenv("DIRECT_UCI");
  return folder ? folder : "";
}

direct::Dataset kept(const direct::Dataset& rows, const std::vector<bool>& mask, bool is_test,
                     std::shared_ptr<const std::vector<std::vector<bool>>> owner) {
  return direct::only_rows(rows, [&mask, is_test, owner](std::size_t row) {
    if (row >= mask.size())
      throw direct::Error(direct::ErrorKind::data, "test_mask.csv.gz has fewer rows than data.csv.gz");
    return mask[row] == is_test;
  });
}

std::vector<std::vector<bool>> random_masks() {
  const std::vector<int> folds = direct::random_folds(tiny_rows, tiny_folds, 0);
  std::vector<std::vector<bool>> masks(tiny_folds, std::vector<bool>(tiny_rows));
  for (std::size_t row = 0; row < tiny_rows; ++row) masks[static_cast<std::size_t>(folds[row])][row] = true;
  return masks;
}

FoldedSet generated_set(const std::string& name, const std::string& scratch) {
  const std::string path = scratch + "/" + name + ".csv";
  direct::generate(name.substr(std::strlen(tiny_prefix)), tiny_rows, 1, path);
  return {name, direct::open_dataset({path}), std::make_shared<const std::vector<std::vector<bool>>>(random_masks())};
}

FoldedSet uci_set(const std::string& name) {
  const std::filesystem::path folder = uci_folder() / name;
  return {name, direct::open_dataset({folder / "data.csv.gz"}, {.header = direct::Header::no}),
          std::make_shared<const std::vector<std::vector<bool>>>(direct::read_fold_masks(folder / "test_mask.csv.gz"))};
}

// Set by a signal. Not blocked and waited for: OpenBLAS has threads of its own before main() begins.
volatile std::sig_atomic_t interrupted = 0;
void note_interruption(int) { interrupted = 1; }

void end_when_interrupted(const std::stop_token& stop, const std::string& scratch) {
  for (; !stop.stop_requested(); std::this_thread::sleep_for(std::chrono::milliseconds(50))) {
    if (interrupted == 0) continue;
    std::error_code ignored;
    for (int i = 0; i < 100 && std::filesystem::exists(scratch, ignored); ++i)  // another thread may still write there
      std::filesystem::remove_all(scratch, ignored);
    _exit(130);
  }
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

const char* const uci_advice =
    "no UCI sets: DIRECT_UCI names no folder with NAME/data.csv.gz and NAME/test_mask.csv.gz. To fetch them:\n"
    "  git clone --depth 1 https://github.com/treforevans/uci_datasets\n"
    "  export DIRECT_UCI=$PWD/uci_datasets/uci_datasets";

direct::Dataset FoldedSet::train(std::size_t fold) const { return kept(rows, (*masks)[fold], false, masks); }
direct::Dataset FoldedSet::test(std::size_t fold) const { return kept(rows, (*masks)[fold], true, masks); }

std::vector<std::string> uci_names() {
  std::vector<std::string> names;
  if (!std::filesystem::is_directory(uci_folder())) return names;
  for (const auto& entry : std::filesystem::directory_iterator(uci_folder()))
    if (std::filesystem::exists(entry.path() / "data.csv.gz")) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> generated_names() { return {"tiny-sensor", "tiny-electric"}; }

FoldedSet folded_set(const std::string& name, const std::string& scratch) {
  if (contains(generated_names(), name)) return generated_set(name, scratch);
  if (contains(uci_names(), name)) return uci_set(name);
  std::string known;
  for (const std::vector<std::string>& names : {generated_names(), uci_names()})
    for (const std::string& one : names) known += (known.empty() ? "" : ", ") + one;
  throw direct::Error(direct::ErrorKind::usage, "--sets: there is no set " + name + "; expected some of " + known +
                                                    (uci_names().empty() ? std::string("\n") + uci_advice : ""));
}

ScratchFolder::ScratchFolder() {
  std::string pattern = std::filesystem::temp_directory_path() / "direct-study-XXXXXX";
  if (!mkdtemp(pattern.data()))
    throw direct::Error(direct::ErrorKind::resource, pattern + ": cannot be made: " + std::strerror(errno));
  path_ = pattern;
  std::signal(SIGINT, note_interruption);
  std::signal(SIGTERM, note_interruption);
  watcher_ = std::jthread([path = path_](const std::stop_token& stop) { end_when_interrupted(stop, path); });
}

ScratchFolder::~ScratchFolder() {
  watcher_.request_stop();
  watcher_.join();
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace study
