// SPDX-License-Identifier: MIT
#include "remote/work_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <vector>

#include "base/error.h"

namespace cairn {
namespace {

namespace fs = std::filesystem;

constexpr const char* kName = "cairn-worker-";
constexpr const char* kLock = "/lock";

/// Those that nobody has locked. One without the file may be about to get it, and stays.
void remove_abandoned(const fs::path& where) {
  std::error_code error;
  std::vector<std::string> folders;
  for (auto entry = fs::directory_iterator(where, error); !error && entry != fs::end(entry);
       entry.increment(error))
    if (entry->path().filename().string().starts_with(kName))
      folders.push_back(entry->path().string());
  for (const std::string& folder : folders) {
    const int lock = ::open((folder + kLock).c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    if (lock < 0) continue;
    if (::flock(lock, LOCK_EX | LOCK_NB) == 0) fs::remove_all(folder, error);
    ::close(lock);
  }
}

}  // namespace

WorkFolder::WorkFolder() {
  std::error_code error;
  const fs::path where = fs::temp_directory_path(error);
  remove_abandoned(where);
  path_ = (where / kName).string() + "XXXXXX";
  if (::mkdtemp(path_.data()) == nullptr)
    throw InputError({path_, 0, 0}, std::string("cannot make a folder: ") + std::strerror(errno));
  lock_ = ::open((path_ + kLock).c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (lock_ < 0 || ::flock(lock_, LOCK_EX | LOCK_NB) != 0)
    throw InputError({path_, 0, 0},
                     std::string("cannot lock a file in it: ") + std::strerror(errno));
}

WorkFolder::~WorkFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  ::close(lock_);
}

}  // namespace cairn
