// SPDX-License-Identifier: MIT
//
// Any bytes as Structured Text: refused with one InputError, or made into a program that is in
// order and runs. The first byte chooses options.
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/error.h"
#include "input/st/st_reader.h"
#include "model/interpret.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  cairn::st::ReadOptions options;
  if ((data[0] & 1) != 0) options.checks = {"all"};
  if ((data[0] & 2) != 0) options.arithmetic = cairn::st::ReadOptions::Arithmetic::Wide;
  if ((data[0] & 4) != 0) options.cycle_time = {10, 200};
  if ((data[0] & 8) != 0) options.arbitrary_retain = true;
  options.unroll = 8;
  options.cycles = 3;
  try {
    const cairn::Program program = cairn::st::read_st(
        {{"fuzz.st", std::string(reinterpret_cast<const char*>(data + 1), size - 1)}}, options,
        cairn::Log(cairn::LogLevel::Quiet));
    cairn::InputSequence inputs({});
    cairn::interpret(program, inputs, 1000);
  } catch (const cairn::InputError& error) {
    CAIRN_CHECK(!error.message().empty());
  }
  return 0;
}
