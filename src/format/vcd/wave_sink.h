// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cairn {

/// What takes a run, signal by signal and step by step: a VCD file, or a table that a report shows.
class WaveSink {
 public:
  virtual ~WaveSink() = default;

  /// All signals before the first step. `type` is VCD's own word; `range` such as "[7:0]", empty
  /// for a single bit; `element`: of an array, behind its name. Returns the number of the signal.
  virtual std::size_t add(std::string_view type, std::string_view name, std::size_t width,
                          std::string_view range, std::string_view element = {}) = 0;
  /// This signal, of one bit, is a clock: it has no other value.
  virtual void make_clock(std::size_t signal) = 0;
  /// What it is in the model ("input", "latch", ...), and steps from it to the property: that many
  /// steps later the property reads what was computed of it. Is not said of what it does not read.
  virtual void describe(std::size_t, std::string_view) {}
  virtual void set_distance(std::size_t, std::uint32_t) {}

  virtual void begin_step() = 0;
  /// A digit for each bit, of 0, 1 and x, most significant first.
  virtual void set(std::size_t signal, std::string_view value) = 0;
  /// The same, with what the source's language writes for it.
  virtual void set_text(std::size_t signal, std::string_view digits, std::string_view) {
    set(signal, digits);
  }
  /// In this step the run comes from outside here, and any other value would do.
  virtual void set_free(std::size_t) {}
};

}  // namespace cairn
