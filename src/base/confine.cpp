// SPDX-License-Identifier: MIT
//
// Landlock by numbers, as in sandbox.cpp: the headers of Debian 12 know less than newer kernels.
#include "base/confine.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

namespace cairn {
namespace {

constexpr long kMakeRuleset = 444, kAddRule = 445, kRestrict = 446;
constexpr unsigned kVersionAlone = 1;
constexpr int kBelowPath = 1;

// Accesses to files.
constexpr std::uint64_t kExecute = 1, kWriteFile = 2, kReadFile = 4, kReadFolder = 8;
constexpr std::uint64_t kTruncate = std::uint64_t{1} << 14;
/// Of them those that a file can have; the others are of folders.
constexpr std::uint64_t kOfFiles = kExecute | kWriteFile | kReadFile | kTruncate;

struct PathRule {
  std::uint64_t allowed;
  std::int32_t parent;
} __attribute__((packed));

/// Those that a version knows, but for devices' ioctl, which terminals need.
std::uint64_t known_accesses(long version) {
  if (version >= 3) return (std::uint64_t{1} << 15) - 1;
  return version == 2 ? (std::uint64_t{1} << 14) - 1 : (std::uint64_t{1} << 13) - 1;
}

/// What is not there needs no rule.
bool allow(int set, const std::string& path, std::uint64_t accesses) {
  const int folder = ::open(path.c_str(), O_PATH | O_CLOEXEC);
  if (folder < 0) return true;
  struct stat status {};
  const bool is_folder = ::fstat(folder, &status) == 0 && S_ISDIR(status.st_mode);
  const PathRule rule{is_folder ? accesses : accesses & kOfFiles, folder};
  const long done = ::syscall(kAddRule, set, kBelowPath, &rule, 0);
  ::close(folder);
  return done == 0;
}

}  // namespace

int confine_to_folders(const std::vector<std::string>& readable,
                       const std::vector<std::string>& writable) {
  const long version = ::syscall(kMakeRuleset, nullptr, 0, kVersionAlone);
  if (version < 1) return 0;
  const std::uint64_t all = known_accesses(version);
  const int set = static_cast<int>(::syscall(kMakeRuleset, &all, sizeof all, 0));
  if (set < 0) return 0;
  bool is_made = true;
  for (const std::string& path : readable)
    is_made = allow(set, path, kExecute | kReadFile | kReadFolder) && is_made;
  for (const std::string& path : writable) is_made = allow(set, path, all) && is_made;
  const bool is_done =
      is_made && ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && ::syscall(kRestrict, set, 0) == 0;
  ::close(set);
  return is_done ? static_cast<int>(version) : 0;
}

}  // namespace cairn
