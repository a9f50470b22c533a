// SPDX-License-Identifier: MIT
//
// Messages for people, on standard error only: standard output belongs to the answer.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <string>
#include <string_view>

namespace cairn {

/// Trace: every step of an engine that can be watched (-vv).
enum class LogLevel { Quiet, Normal, Verbose, Trace };

class Log {
 public:
  explicit Log(LogLevel level = LogLevel::Quiet) : level_(level) {}

  LogLevel level() const { return level_; }
  /// Called before a message is printed; the live line uses it to clear itself.
  void set_before_message(std::function<void()> hook) { before_message_ = std::move(hook); }

  template <class... Args>
  void info(fmt::format_string<Args...> text, Args&&... args) const {
    if (level_ >= LogLevel::Normal) print("", fmt::format(text, std::forward<Args>(args)...));
  }
  template <class... Args>
  void detail(fmt::format_string<Args...> text, Args&&... args) const {
    if (level_ >= LogLevel::Verbose) print("", fmt::format(text, std::forward<Args>(args)...));
  }
  template <class... Args>
  void warning(fmt::format_string<Args...> text, Args&&... args) const {
    if (level_ >= LogLevel::Normal)
      print("warning: ", fmt::format(text, std::forward<Args>(args)...));
  }

 private:
  void print(std::string_view prefix, std::string_view message) const;

  LogLevel level_;
  std::function<void()> before_message_;
};

}  // namespace cairn
