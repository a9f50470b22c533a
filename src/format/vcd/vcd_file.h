// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "format/vcd/wave_sink.h"

namespace cairn {

/// True in the steps of a lasso that are gone through again and again.
inline constexpr std::string_view kLoopSignal = "cairn_loop";

/// A name that ends like "data[3]".
struct IndexedName {
  std::string_view base;
  std::uint32_t index = 0;
};

std::optional<IndexedName> split_index(std::string_view name);

/// A value change dump, IEEE 1364 section 18 ("VCD files"), as GTKWave reads it. Dots in names are
/// hierarchy: each level is a scope, below the one of the design. Names are the user's bytes: what
/// could end a declaration early or confuse a viewer is escaped, and every name is made distinct.
/// One time unit is one step, or ten if there is a clock, which rises at the start of each step and
/// falls in its middle.
class VcdFile : public WaveSink {
 public:
  explicit VcdFile(std::string_view top = "top");

  std::size_t add(std::string_view type, std::string_view name, std::size_t width,
                  std::string_view range, std::string_view element = {}) override;
  void make_clock(std::size_t signal) override { clocks_.push_back(signal); }

  void begin_step() override;
  /// Written if it is new.
  void set(std::size_t signal, std::string_view value) override;
  std::string end();

  /// As viewers call it, with all scopes and the range.
  const std::string& path(std::size_t signal) const { return signals_[signal].path; }
  std::size_t step_length() const { return clocks_.empty() ? 1 : 10; }

 private:
  struct Signal {
    std::string id;
    bool is_vector = false;
    std::string path;
    std::string declaration;
    std::string shown;  // the value that was written last
  };
  struct Scope {
    std::string name;
    std::vector<std::size_t> scopes, signals;  // inside, in the order in which they came
  };

  void write_declarations();
  void end_step();
  std::string distinct(const std::string& scope, const std::string& wanted);
  std::size_t scope_in(std::size_t parent, const std::string& path, const std::string& name);

  std::unordered_map<std::string, unsigned> uses_;         // of names with their scopes
  std::unordered_map<std::string, std::size_t> scope_of_;  // by path
  std::vector<Scope> scopes_;                              // the first is the design
  std::vector<Signal> signals_;
  std::vector<std::size_t> clocks_;
  std::size_t steps_ = 0;
  std::string text_ = "$version Cairn $end\n$timescale 1 ns $end\n";
};

}  // namespace cairn
