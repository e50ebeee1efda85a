// SPDX-License-Identifier: MIT
#include "child_process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <fstream>
#include <sstream>
#include <thread>

#include "interruption.h"

namespace direct {
namespace {

constexpr std::chrono::milliseconds poll_interval{2};

// timeout also ends what is left when this process is killed.
std::vector<std::string> guarded(const std::vector<std::string>& program, const std::string& directory) {
  std::vector<std::string> arguments = {"timeout", "--kill-after=1", "20", "env", "TMPDIR=" + directory};
  arguments.insert(arguments.end(), program.begin(), program.end());
  return arguments;
}

// Output into a file, and a process group of its own, with all that it starts.
class SpawnSettings {
 public:
  explicit SpawnSettings(const std::string& output_path) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, output_path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&actions_, STDOUT_FILENO, STDERR_FILENO);
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP);
  }
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;

  const posix_spawn_file_actions_t* actions() const { return &actions_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

std::optional<pid_t> started(std::vector<std::string> arguments, const std::string& output_path) {
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  const SpawnSettings settings(output_path);
  pid_t process = 0;
  const int error =
      posix_spawnp(&process, pointers[0], settings.actions(), settings.attributes(), pointers.data(), environ);
  if (error != 0) return {};
  return process;
}

// Ctrl-C reaches this process only, and ends the other, with all that it started.
int status_of(pid_t process) {
  int status = -1;
  for (;;) {
    const pid_t ended = waitpid(process, &status, WNOHANG);
    if (ended == process) return status;
    if (ended < 0 && errno != EINTR) return -1;
    if (interrupted()) kill(-process, SIGKILL);
    std::this_thread::sleep_for(poll_interval);
  }
}

std::string content(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace

std::optional<std::string> output_of(const std::vector<std::string>& program, const std::string& directory) {
  stop_if_interrupted();
  const std::string output_path = directory + "/output";
  const std::optional<pid_t> process = started(guarded(program, directory), output_path);
  if (!process) return {};
  const int status = status_of(*process);
  stop_if_interrupted();
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return {};
  return content(output_path);
}

}  // namespace direct
