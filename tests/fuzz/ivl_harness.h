// SPDX-License-Identifier: MIT
//
// What must hold for any bytes given to the reader of IVL; see format_harness.h.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "format/ivl/ivl_printer.h"
#include "format/ivl/ivl_reader.h"
#include "model/interpret.h"

namespace cairn::fuzz {

/// Refused with one InputError, or read into a program that runs, and that survives being printed
/// and read. Returns whether they were accepted.
inline bool run_ivl(std::string_view bytes) {
  Program program;
  try {
    program = read_ivl({"fuzz.ivl", std::string(bytes)});
  } catch (const InputError& error) {
    CAIRN_CHECK(!error.message().empty());
    return false;
  }
  const std::string text = print_ivl(program);
  const Program again = read_ivl({"again.ivl", text});
  CAIRN_CHECK(print_ivl(again) == text);
  InputSequence inputs({}), same_inputs({});
  const RunResult first = interpret(program, inputs, 1000);
  const RunResult second = interpret(again, same_inputs, 1000);
  CAIRN_CHECK(first.outcome == second.outcome && first.steps == second.steps);
  return true;
}

}  // namespace cairn::fuzz
