// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/log.h"
#include "base/progress.h"

namespace cairn {

/// What a run does, for people: the engine and its strategy, the frame or bound, obligations,
/// lemmas and queries a second, processor and memory; how much time is left. One line at the bottom
/// of a terminal, with a row for each worker or property if there are several; only after the first
/// second, and gone before anything else is printed. Elsewhere plain lines, each after twice the
/// time of the one before.
class LiveLine {
 public:
  enum class When { Shown, Never };

  /// `seconds`: that the run may take. The log gets the plain lines.
  LiveLine(const Progress& progress, When when, std::optional<double> seconds, const Log& log);

  /// Whether it is on a terminal.
  bool is_enabled() const { return on_terminal_; }
  /// What is shown below the line from now on, a row each.
  void set_rows(std::vector<std::string> rows);
  /// Called often; draws now and then.
  void tick();
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  /// A piece of the line, with the number of its colour; 0: that of the terminal.
  struct Piece {
    std::string text;
    int color = 0;
  };

  std::vector<Piece> pieces();
  std::string painted(const std::vector<Piece>& pieces, std::size_t width) const;
  std::string erased() const;
  void draw(Clock::time_point now);
  void write_plain_line(Clock::time_point now);

  const Progress& progress_;
  const When when_;
  const bool on_terminal_;
  const bool in_color_;
  const std::optional<double> limit_;
  const Log& log_;
  const Clock::time_point begin_ = Clock::now();
  Clock::time_point drawn_at_ = begin_;
  std::chrono::seconds next_plain_{10};  // after the beginning
  std::mutex mutex_;
  std::vector<std::string> rows_;
  bool visible_ = false;

  // Of the rate of queries.
  Clock::time_point counted_at_ = begin_;
  std::uint64_t counted_ = 0;
  double rate_ = 0;
};

}  // namespace cairn
