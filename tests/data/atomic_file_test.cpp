// SPDX-License-Identifier: MIT
#include <direct/atomic_file.h>

#include <sys/stat.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "data/test_files.h"

namespace direct::atomic_file_test {
namespace {

void write_file(const std::string& path, std::string_view text) {
  AtomicFile file(path);
  file.write(text);
  file.commit();
}

Thrown resource_error(const std::string& message) { return {ErrorKind::resource, message}; }

unsigned mode_of(const std::string& path) {
  struct stat status {};
  ::stat(path.c_str(), &status);
  return status.st_mode & 0777U;
}

TEST(AtomicFile, ReplacesTheFileAtCommit) {
  const TestDirectory directory;
  const std::string path = directory.write("a", "old");
  const std::string text(200'000, 'x');
  {
    AtomicFile file(path);
    file.write("new");
    file.write(text);
    EXPECT_EQ(file_contents(path), "old");
    file.commit();
  }
  EXPECT_EQ(file_contents(path), "new" + text);
  EXPECT_EQ(directory.num_files(), 1U);
}

TEST(AtomicFile, LeavesNothingBehindWithoutCommit) {
  const TestDirectory directory;
  {
    AtomicFile file(directory.path("a"));
    file.write(std::string(200'000, 'x'));
    EXPECT_EQ(directory.num_files(), 1U);
  }
  EXPECT_EQ(directory.num_files(), 0U);
}

TEST(AtomicFile, KeepsPermissionsAndFollowsTheMask) {
  const TestDirectory directory;
  const std::string path = directory.write("a", "old");
  ::chmod(path.c_str(), 0640);
  write_file(path, "new");
  EXPECT_EQ(mode_of(path), 0640U);
  const auto mask = ::umask(027);
  write_file(directory.path("b"), "new");
  ::umask(mask);
  EXPECT_EQ(mode_of(directory.path("b")), 0640U);
}

TEST(AtomicFile, WritesThroughLinks) {
  const TestDirectory directory;
  const std::string path = directory.write("a", "old");
  std::filesystem::create_symlink(path, directory.path("link"));
  write_file(directory.path("link"), "new");
  EXPECT_EQ(file_contents(path), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(directory.path("link")));
}

TEST(AtomicFile, WritesDevicesDirectly) {
  write_file("/dev/null", "text");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(AtomicFile, FailuresAreErrorsOfResources) {
  const TestDirectory directory;
  EXPECT_EQ(thrown_by([] { write_file("/dev/full", "text"); }),
            resource_error("/dev/full: cannot be written: No space left on device"));
  const std::string absent = directory.path("absent/model.direct");
  EXPECT_EQ(thrown_by([&] { write_file(absent, ""); }),
            resource_error(absent + ": cannot be written: No such file or directory"));
  const std::string itself = directory.path("");
  EXPECT_EQ(thrown_by([&] { write_file(itself, ""); }), resource_error(itself + ": cannot be written: Is a directory"));
  if (::geteuid() == 0) GTEST_SKIP() << "permissions do not bind root";
  const std::string locked = directory.write("locked", "old");
  ::chmod(locked.c_str(), 0444);
  EXPECT_EQ(thrown_by([&] { write_file(locked, ""); }),
            resource_error(locked + ": cannot be written: Permission denied"));
}

}  // namespace
}  // namespace direct::atomic_file_test
