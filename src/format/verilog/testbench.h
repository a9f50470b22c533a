// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "model/word_model.h"

namespace cairn {

struct TestbenchOptions {
  std::string clock;     ///< the input that is the clock, if it is known
  bool falling = false;  ///< registers change when it falls
  /// Inputs that are not to be connected, and states that the design does not have. One that ends
  /// with ':' stands for all names that begin with it.
  std::vector<std::string> no_ports;
  /// The design is one module, in which names have dots, and what may have any value has no driver.
  bool is_flat = false;
};

struct Testbench {
  std::string text;  ///< empty if there is none; `problem` says why
  std::string problem;
  std::vector<std::string> notes;  ///< what it cannot drive or compare
};

/// What begins a line that a run of the test bench prints: a difference, and the end.
inline constexpr const char* kTestbenchDiffers = "cairn: differs: ";
inline constexpr const char* kTestbenchEnd = "cairn: end of trace, ";

/// A module cairn_testbench that instantiates the design, sets registers without an initial value,
/// drives the inputs step by step as the trace does, and compares every register, wire and output
/// that has a name with the trace before each edge of the clock. Its last line is kTestbenchEnd and
/// the number of differences.
Testbench write_testbench(const WordModel& model, const WordTrace& trace,
                          const TestbenchOptions& options);

}  // namespace cairn
