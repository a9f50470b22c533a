// SPDX-License-Identifier: MIT
//
// What must hold for any bytes given to the reader of Structured Text, of projects in PLCopen XML
// and of requirements; see format_harness.h.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "base/log.h"
#include "format/st/scan_run.h"
#include "input/st/requirements.h"
#include "input/st/st_reader.h"
#include "model/interpret.h"

namespace cairn::fuzz {

/// Whether `read` returns; the only thing that it may throw is an InputError with a message.
template <class Read>
bool reads(Read&& read) {
  try {
    read();
  } catch (const InputError& error) {
    CAIRN_CHECK(!error.message().empty());
    return false;
  }
  return true;
}

/// Refused with one InputError, or made into a cycle that runs: under any options the same text is
/// accepted or refused, but for checks that fold constants. Requirements may stand behind a line
/// "requirements:". Returns whether they were accepted.
inline bool run_st(std::string_view bytes) {
  st::ReadOptions options;
  options.cycles = 3;
  options.loop_limit = 20;
  options.unroll = 16;
  const std::size_t split = bytes.find("\nrequirements:");
  const std::string text(bytes.substr(0, split));
  if (split != std::string_view::npos) {
    const Source file{"fuzz.yaml", std::string(bytes.substr(split + 1))};
    if (!reads([&] { options.requirements = st::read_requirements(file); })) return false;
    // Liveness is about runs without end.
    for (const st::Requirement& one : options.requirements)
      if (one.recurs) options.cycles.reset();
  }
  const Log quiet(LogLevel::Quiet);
  Program program;
  st::ScanModel model;
  const auto read = [&] { program = read_st({{"fuzz.st", text}}, options, quiet, &model); };
  const bool accepted = reads(read);
  if (accepted) {
    // The run with zeros as inputs, as far as it goes.
    InputSequence inputs({});
    const RunResult run = interpret(program, inputs, 100'000);
    CAIRN_CHECK(run.steps <= 100'000);
  }
  for (const st::Check& check : st::st_checks()) options.checks.emplace_back(check.name);
  options.arithmetic = st::ReadOptions::Arithmetic::Wide;
  options.division_by_zero = st::ReadOptions::DivisionByZero::Zero;
  options.cycle_time = st::ReadOptions::CycleTime{0, 1000};
  options.arbitrary_retain = true;
  reads(read);
  return accepted;
}

}  // namespace cairn::fuzz
