// SPDX-License-Identifier: MIT
//
// A run as a table of signals and steps, as reports have it: each signal with the steps in which it
// changes. Names are the user's bytes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "format/vcd/wave_sink.h"

namespace cairn {

class WaveTable : public WaveSink {
 public:
  static constexpr std::uint32_t kFar = 0xFFFFFFFFu;

  struct Signal {
    std::string name;   ///< dots are hierarchy; with its element, without its range
    std::string range;  ///< "[7:0]"; empty: a single bit
    std::string kind;
    std::size_t width = 1;
    bool is_clock = false;
    bool is_text = false;  ///< values are as the source's language writes them
    std::uint32_t distance = kFar;
    /// Where the value changes, and the value from there on, in binary or as text.
    std::vector<std::uint32_t> at;
    std::vector<std::string> values;
    std::vector<std::uint32_t> free;  ///< steps in which any value would do
  };

  std::size_t add(std::string_view type, std::string_view name, std::size_t width,
                  std::string_view range, std::string_view element = {}) override;
  void make_clock(std::size_t signal) override { signals_[signal].is_clock = true; }
  void describe(std::size_t signal, std::string_view kind) override {
    signals_[signal].kind = kind;
  }
  void set_distance(std::size_t signal, std::uint32_t distance) override {
    signals_[signal].distance = distance;
  }
  void begin_step() override { ++steps_; }
  void set(std::size_t signal, std::string_view value) override;
  void set_text(std::size_t signal, std::string_view, std::string_view text) override {
    signals_[signal].is_text = true;
    set(signal, text);
  }
  void set_free(std::size_t signal) override { signals_[signal].free.push_back(steps_ - 1); }

  const std::vector<Signal>& signals() const { return signals_; }
  std::uint32_t steps() const { return steps_; }

 private:
  std::vector<Signal> signals_;
  std::uint32_t steps_ = 0;
};

}  // namespace cairn
