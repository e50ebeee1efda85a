// SPDX-License-Identifier: MIT
// The only file that knows MPI.
#include "statistics/communicator.h"

#ifdef DIRECT_MPI

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <string>
#include <thread>

#include <mpi.h>

#include <direct/error.h>

namespace direct {
namespace {

constexpr std::size_t piece_length = std::size_t{1} << 22;  // counts are ints, and a reduction copies what it is given
constexpr int alarm_tag = 1;
constexpr int values_tag = 2;
constexpr std::chrono::milliseconds longest_nap{2};

void require_success(int code) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = {};
  int length = 0;
  MPI_Error_string(code, text, &length);
  throw Error(ErrorKind::resource, "the processes cannot reach each other: " + std::string(text, text + length));
}

// MPI's own waiting keeps a core busy that another rank may need.
bool waited(MPI_Request& request, Communicator::Patience patience) {
  const auto start = std::chrono::steady_clock::now();
  std::chrono::microseconds nap{20};
  for (;;) {
    int done = 0;
    require_success(MPI_Test(&request, &done, MPI_STATUS_IGNORE));
    if (done != 0) return true;
    if (patience && std::chrono::steady_clock::now() - start > *patience) return false;
    std::this_thread::sleep_for(nap);
    nap = std::min<std::chrono::microseconds>(nap * 2, longest_nap);
  }
}

template <typename Value, typename Call>
void in_pieces(std::span<Value> values, const Call& call) {
  for (std::size_t begin = 0; begin < values.size(); begin += piece_length) {
    const auto piece = values.subspan(begin, std::min(piece_length, values.size() - begin));
    require_success(call(piece.data(), static_cast<int>(piece.size())));
  }
}

class MpiCommunicator : public Communicator {
 public:
  MpiCommunicator();
  ~MpiCommunicator() override;

  std::size_t rank() const override { return static_cast<std::size_t>(rank_); }
  std::size_t size() const override { return static_cast<std::size_t>(size_); }

  void raise_alarm() override;
  bool is_alarmed() override;
  void take_back_alarms(std::span<const std::size_t> raised_by) override;

  std::vector<std::int64_t> gathered(std::int64_t own) override { return *gathered(own, work_, {}); }
  void broadcast(std::span<std::byte> bytes, std::size_t from) override;
  void add_up(std::span<std::int64_t> values) override;

  void send_to_first(std::span<const double> values) override;
  void receive(std::span<double> values, std::size_t from) override;

  std::optional<std::vector<std::int64_t>> last_words(std::int64_t own, Patience patience) override;
  [[noreturn]] void abort(int exit_code) override;

 private:
  std::optional<std::vector<std::int64_t>> gathered(std::int64_t own, MPI_Comm among, Patience patience) const;

  int rank_ = 0;
  int size_ = 1;
  int exceptions_before_ = std::uncaught_exceptions();
  bool last_words_said_ = false;
  MPI_Comm work_ = MPI_COMM_NULL;
  MPI_Comm ending_ = MPI_COMM_NULL;  // a world of its own: last words are never taken for anything else
  std::vector<MPI_Request> alarms_;
};

MpiCommunicator::MpiCommunicator() {
  int provided = MPI_THREAD_SINGLE;
  require_success(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided));
  require_success(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
  require_success(MPI_Comm_dup(MPI_COMM_WORLD, &work_));
  require_success(MPI_Comm_dup(MPI_COMM_WORLD, &ending_));
  require_success(MPI_Comm_rank(work_, &rank_));
  require_success(MPI_Comm_size(work_, &size_));
  if (provided < MPI_THREAD_SERIALIZED)
    throw Error(ErrorKind::resource, "this MPI cannot be called from more than one thread");
}

// Other ranks may not know that this one is being left by an exception, and MPI_Finalize would wait for them for ever.
MpiCommunicator::~MpiCommunicator() {
  const bool failing = std::uncaught_exceptions() > exceptions_before_;
  try {
    const Patience patience = failing ? Patience(patience_with_others) : Patience();
    if (!last_words_said_ && !last_words(failing ? 1 : 0, patience)) abort(1);
  } catch (const Error&) {
    abort(1);
  }
  MPI_Comm_free(&work_);
  MPI_Comm_free(&ending_);
  MPI_Finalize();
}

void MpiCommunicator::raise_alarm() {
  for (int other = 0; other < size_; ++other) {
    if (other == rank_) continue;
    alarms_.emplace_back();
    require_success(MPI_Isend(nullptr, 0, MPI_BYTE, other, alarm_tag, work_, &alarms_.back()));
  }
}

bool MpiCommunicator::is_alarmed() {
  int found = 0;
  require_success(MPI_Iprobe(MPI_ANY_SOURCE, alarm_tag, work_, &found, MPI_STATUS_IGNORE));
  return found != 0;
}

void MpiCommunicator::take_back_alarms(std::span<const std::size_t> raised_by) {
  for (const std::size_t other : raised_by) {
    if (other == rank()) continue;
    require_success(MPI_Recv(nullptr, 0, MPI_BYTE, static_cast<int>(other), alarm_tag, work_, MPI_STATUS_IGNORE));
  }
  require_success(MPI_Waitall(static_cast<int>(alarms_.size()), alarms_.data(), MPI_STATUSES_IGNORE));
  alarms_.clear();
}

std::optional<std::vector<std::int64_t>> MpiCommunicator::gathered(std::int64_t own, MPI_Comm among,
                                                                   Patience patience) const {
  std::vector<std::int64_t> all(size());
  MPI_Request request = MPI_REQUEST_NULL;
  require_success(MPI_Iallgather(&own, 1, MPI_INT64_T, all.data(), 1, MPI_INT64_T, among, &request));
  if (!waited(request, patience)) return {};
  return all;
}

void MpiCommunicator::broadcast(std::span<std::byte> bytes, std::size_t from) {
  in_pieces(bytes, [&](std::byte* piece, int count) {
    return MPI_Bcast(piece, count, MPI_BYTE, static_cast<int>(from), work_);
  });
}

void MpiCommunicator::add_up(std::span<std::int64_t> values) {
  in_pieces(values, [&](std::int64_t* piece, int count) {
    return MPI_Reduce(rank_ == 0 ? MPI_IN_PLACE : piece, piece, count, MPI_INT64_T, MPI_SUM, 0, work_);
  });
}

void MpiCommunicator::send_to_first(std::span<const double> values) {
  in_pieces(values,
            [&](const double* piece, int count) { return MPI_Send(piece, count, MPI_DOUBLE, 0, values_tag, work_); });
}

void MpiCommunicator::receive(std::span<double> values, std::size_t from) {
  in_pieces(values, [&](double* piece, int count) {
    return MPI_Recv(piece, count, MPI_DOUBLE, static_cast<int>(from), values_tag, work_, MPI_STATUS_IGNORE);
  });
}

std::optional<std::vector<std::int64_t>> MpiCommunicator::last_words(std::int64_t own, Patience patience) {
  last_words_said_ = true;
  return gathered(own, ending_, patience);
}

void MpiCommunicator::abort(int exit_code) {
  MPI_Abort(MPI_COMM_WORLD, exit_code);
  std::_Exit(exit_code);
}

// Of Open MPI, of what follows PMI (MPICH, Intel MPI, Slurm), and of PMIx.
bool started_by_mpirun() {
  const auto is_set = [](const char* name) { return std::getenv(name) != nullptr; };
  return is_set("OMPI_COMM_WORLD_SIZE") || is_set("PMI_SIZE") || is_set("PMI_RANK") || is_set("PMIX_RANK");
}

// The mpirun of another MPI starts processes that all believe to be alone.
void check_launcher(std::size_t size) {
  const char* promised = std::getenv("PMI_SIZE");
  if (promised == nullptr || std::getenv("OMPI_COMM_WORLD_SIZE") != nullptr) return;
  if (std::to_string(size) == promised) return;
  throw Error(ErrorKind::resource, "one of " + std::string(promised) +
                                       " processes, which cannot reach each other: was this program built with "
                                       "another MPI than this mpirun's?");
}

}  // namespace

std::unique_ptr<Communicator> communicator() {
  if (!started_by_mpirun()) return nullptr;
  auto result = std::make_unique<MpiCommunicator>();
  check_launcher(result->size());
  return result;
}

}  // namespace direct

#else

namespace direct {

std::unique_ptr<Communicator> communicator() { return nullptr; }

}  // namespace direct

#endif
