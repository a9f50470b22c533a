// SPDX-License-Identifier: MIT
//
// How fast and in how much memory AIGER is read and written:
//   bench_aiger_read [MILLIONS OF GATES] [ascii|binary]
// makes a random circuit (10 million gates, binary, unless told otherwise), writes it to a
// temporary file and reads that in a process of its own, whose peak memory is what the kernel says.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <string>

#include "base/atomic_file.h"
#include "base/rng.h"
#include "format/aiger/aiger_reader.h"
#include "format/aiger/aiger_writer.h"

namespace {

/// Both clocks, since on a busy machine they differ.
class Stopwatch {
 public:
  std::string text() const {
    const double wall = std::chrono::duration<double>(Clock::now() - start_).count();
    const double cpu = static_cast<double>(std::clock() - cpu_start_) / CLOCKS_PER_SEC;
    return fmt::format("{:.2f} s ({:.2f} s of CPU)", wall, cpu);
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
  std::clock_t cpu_start_ = std::clock();
};

/// Gates read mostly what is near, as in circuits, and sometimes anything.
cairn::BitSystem random_circuit(std::uint32_t gates) {
  cairn::BitSystem system;
  cairn::Rng rng(1);
  system.aig.reserve(gates + 2001);
  for (int i = 0; i < 1000; ++i) system.add_input();
  for (int i = 0; i < 1000; ++i) system.add_latch();
  const auto operand = [&] {
    const std::uint32_t size = system.aig.size();
    const std::uint64_t window = rng.chance(10) ? size - 1 : 500;
    const auto back = static_cast<std::uint32_t>(rng.below(window)) + 1;
    return cairn::Lit(cairn::Var{size - back}, rng.chance(50));
  };
  for (std::uint32_t i = 0; i < gates; ++i) {
    const cairn::Lit left = operand();
    system.aig.append_and(left, operand());
  }
  for (cairn::Latch& latch : system.latches) latch.next = operand();
  system.bad.push_back(operand());
  return system;
}

void write_file(const std::string& path, std::uint32_t gates, cairn::AigerFormat format) {
  const cairn::BitSystem system = random_circuit(gates);
  const Stopwatch watch;
  const std::string bytes = cairn::write_aiger(system, format);
  fmt::print("write: {}, {:.1f} bytes a gate in the file\n", watch.text(),
             static_cast<double>(bytes.size()) / gates);
  cairn::write_file_atomically(path, bytes);
}

void read_file(const std::string& path, std::uint32_t gates) {
  const Stopwatch watch;
  const cairn::AigerModel model = cairn::read_aiger(cairn::read_source(path));
  const std::string seconds = watch.text();
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const double peak = 1024.0 * static_cast<double>(usage.ru_maxrss);
  fmt::print("read: {}, {:.0f} MB peak, {:.1f} bytes a gate\n", seconds, peak / 1e6, peak / gates);
  if (model.system.aig.num_ands() != gates) std::exit(1);
}

/// In a child, so that the peak memory of one is not that of the other.
template <class Work>
bool run_apart(Work&& work) {
  const pid_t child = fork();
  if (child == 0) {
    work();
    std::fflush(stdout);
    std::_Exit(0);
  }
  int status = 1;
  waitpid(child, &status, 0);
  return status == 0;
}

}  // namespace

int main(int argc, char** argv) {
  const double millions = argc > 1 ? std::atof(argv[1]) : 10.0;
  const auto gates = static_cast<std::uint32_t>(millions * 1e6);
  const bool ascii = argc > 2 && std::string(argv[2]) == "ascii";
  const auto format = ascii ? cairn::AigerFormat::Ascii : cairn::AigerFormat::Binary;
  const std::string path =
      std::filesystem::temp_directory_path() / fmt::format("cairn-bench-{}.aig", getpid());
  const bool done = run_apart([&] { write_file(path, gates, format); }) &&
                    run_apart([&] { read_file(path, gates); });
  std::filesystem::remove(path);
  return done ? 0 : 1;
}
