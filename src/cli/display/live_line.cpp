// SPDX-License-Identifier: MIT
#include "cli/display/live_line.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string_view>

#include "base/output.h"
#include "run/watchdog.h"

namespace cairn {
namespace {

constexpr int kCyan = 36, kYellow = 33, kGreen = 32;

std::size_t terminal_width() {
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

/// As https://no-color.org has it, and terminals that say that they know nothing.
bool wants_color() {
  const char* const no = std::getenv("NO_COLOR");
  const char* const terminal = std::getenv("TERM");
  return (no == nullptr || *no == '\0') && terminal != nullptr &&
         std::string_view(terminal) != "dumb";
}

bool has_frames(std::string_view phase) {
  return phase == "ic3" || phase == "itpseq" || phase == "ic3cfa" || phase == "ic3-smt" ||
         phase == "ic3ia" || phase == "ctigar" || phase == "bradley";
}

/// "940", "12.3k", "4.1M".
std::string short_number(double number) {
  if (number < 1000) return fmt::format("{:.0f}", number);
  return number < 1e6 ? fmt::format("{:.1f}k", number / 1e3) : fmt::format("{:.1f}M", number / 1e6);
}

}  // namespace

LiveLine::LiveLine(const Progress& progress, When when, std::optional<double> seconds,
                   const Log& log)
    : progress_(progress),
      when_(when),
      on_terminal_(when == When::Shown && ::isatty(STDERR_FILENO) == 1),
      in_color_(on_terminal_ && wants_color()),
      limit_(seconds),
      log_(log) {}

void LiveLine::set_rows(std::vector<std::string> rows) {
  const std::lock_guard lock(mutex_);
  rows_ = std::move(rows);
}

/// What there is to say now; what has no value is left out.
std::vector<LiveLine::Piece> LiveLine::pieces() {
  const Clock::time_point now = Clock::now();
  const std::string_view phase = progress_.phase.load(), strategy = progress_.strategy.load();
  std::vector<Piece> all;
  all.push_back({std::string(phase), kCyan});
  if (!strategy.empty() && strategy != phase) all.back().text += fmt::format(" ({})", strategy);
  const std::int64_t level = progress_.level, bound = progress_.bound;
  const bool by_frames = has_frames(phase);
  if (by_frames)
    all.push_back({fmt::format("frame {}", level), kGreen});
  else if (bound >= 0)
    all.push_back({fmt::format("bound {}", bound), kGreen});
  // What comes last is left out on a narrow terminal.
  const double seconds = std::chrono::duration<double>(now - begin_).count();
  std::string time = fmt::format("{:.1f} s", seconds);
  int color = 0;
  if (limit_) {
    const double left = std::max(0.0, *limit_ - seconds);
    time += fmt::format(" ({:.0f} s left)", std::ceil(left));
    if (left < 0.1 * *limit_) color = kYellow;
  }
  all.push_back({std::move(time), color});
  const std::uint64_t lemmas = progress_.lemmas, obligations = progress_.obligations;
  if (by_frames || lemmas > 0) all.push_back({fmt::format("{} lemmas", lemmas)});
  if (by_frames || obligations > 0) all.push_back({fmt::format("{} obligations", obligations)});
  if (by_frames && bound >= 0 && bound != level) all.push_back({fmt::format("bound {}", bound)});
  if (const std::uint64_t clauses = progress_.clauses; clauses > 0 && !by_frames)
    all.push_back({fmt::format("{} clauses", clauses)});
  // The rate of the last second or so: a moment more is no news.
  const std::uint64_t queries = progress_.queries;
  const double passed = std::chrono::duration<double>(now - counted_at_).count();
  if (passed >= 1) {
    rate_ = static_cast<double>(queries - counted_) / passed;
    counted_ = queries;
    counted_at_ = now;
  }
  if (const std::uint32_t properties = progress_.properties; properties > 1)
    all.push_back({fmt::format("{} of {} decided", progress_.decided.load(), properties)});
  all.push_back({fmt::format("{} MB", resident_bytes() >> 20)});
  if (rate_ > 0) all.push_back({fmt::format("{} queries/s", short_number(rate_))});
  return all;
}

/// As much of it as fits the width.
std::string LiveLine::painted(const std::vector<Piece>& pieces, std::size_t width) const {
  std::string line = "cairn: ";
  std::size_t used = line.size();
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const std::size_t gap = i == 0 ? 0 : 2;
    if (used + gap + pieces[i].text.size() > width) break;
    used += gap + pieces[i].text.size();
    line.append(gap, ' ');
    if (in_color_ && pieces[i].color != 0)
      line += fmt::format("\x1b[{}m{}\x1b[0m", pieces[i].color, pieces[i].text);
    else
      line += pieces[i].text;
  }
  return line;
}

void LiveLine::tick() {
  const auto now = Clock::now();
  if (!on_terminal_) return write_plain_line(now);
  if (now - begin_ < std::chrono::seconds(1) || now - drawn_at_ < std::chrono::milliseconds(200))
    return;
  const std::lock_guard lock(mutex_);
  draw(now);
}

void LiveLine::draw(Clock::time_point now) {
  // A row that is broken into two would not be cleared.
  const std::size_t width = terminal_width();
  std::string line = erased() + painted(pieces(), width > 1 ? width - 1 : width);
  for (const std::string& row : rows_) line += "\n  " + row.substr(0, width > 3 ? width - 3 : 0);
  if (!rows_.empty()) line += fmt::format("\x1b[{}A\r", rows_.size());
  drawn_at_ = now;
  visible_ = true;
  put(stderr, line);
  std::fflush(stderr);
}

/// Workers have lines of their own (worker_display.h).
void LiveLine::write_plain_line(Clock::time_point now) {
  if (when_ == When::Never || now - begin_ < next_plain_) return;
  next_plain_ *= 2;
  if (std::string_view(progress_.phase.load()) == "workers") return;
  std::string line;
  for (const Piece& piece : pieces())
    line += fmt::format("{}{}", line.empty() ? "" : "  ", piece.text);
  log_.info("{}", line);
}

/// What makes the line disappear, with the rows below it.
std::string LiveLine::erased() const {
  return rows_.empty() ? "\r\x1b[K" : "\r\x1b[J";
}

void LiveLine::clear() {
  const std::lock_guard lock(mutex_);
  if (!visible_) return;
  visible_ = false;
  put(stderr, erased());
  std::fflush(stderr);
}

}  // namespace cairn
