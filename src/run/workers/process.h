// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>

namespace cairn {

/// A process forked off to do one thing and to say what came of it through a pipe. Whatever happens
/// to it, this process only learns of it. It ends when this process does.
class WorkerProcess {
 public:
  /// What the process does; what it returns is sent. It must not use anything that threads of this
  /// process may have been busy with: they do not exist in the other one.
  using Body = std::function<std::string()>;

  /// Throws InputError if the system allows no more processes.
  explicit WorkerProcess(const Body& body);
  /// Ends the process if it is still there.
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  pid_t pid() const { return pid_; }
  /// What can be waited for to become readable, or -1.
  int channel() const { return channel_; }

  /// Takes in what was sent. True once, when the process has ended; then what() says how.
  bool has_ended();
  /// Everything that was sent.
  const std::string& received() const { return received_; }
  /// If it did not end in order: how it ended, for people.
  const std::string& fault() const { return fault_; }

  void pause();
  void resume();
  /// It may end by itself; the second way is sure.
  void ask_to_end();
  void kill();

 private:
  void read_channel();
  void close_channel();
  void signal(int number);

  pid_t pid_ = -1;
  int channel_ = -1;
  bool is_there_ = false;
  std::string received_;
  std::string fault_;
};

}  // namespace cairn
