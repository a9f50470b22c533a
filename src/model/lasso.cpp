// SPDX-License-Identifier: MIT
#include "model/lasso.h"

#include <map>
#include <vector>

#include "base/error.h"
#include "model/simulate.h"

namespace cairn {
namespace {

std::vector<std::uint64_t> words_of_values(const std::vector<Lbool>& values) {
  std::vector<std::uint64_t> words;
  for (const Lbool value : values)
    words.push_back(value == Lbool::True ? ~std::uint64_t{0} : std::uint64_t{0});
  return words;
}

std::vector<bool> next_state(const BitSystem& system, const ParallelSimulator& simulator) {
  std::vector<bool> state;
  for (const Latch& latch : system.latches) state.push_back((simulator.value(latch.next) & 1) != 0);
  return state;
}

std::vector<bool> this_state(const BitSystem& system, const ParallelSimulator& simulator) {
  std::vector<bool> state;
  for (const Latch& latch : system.latches)
    state.push_back((simulator.value(Lit(latch.var)) & 1) != 0);
  return state;
}

}  // namespace

bool close_loop(const BitSystem& system, BitTrace& trace, std::size_t most) {
  CAIRN_CHECK(trace.loop_start >= 0);
  const auto begin = static_cast<std::size_t>(trace.loop_start);
  const std::size_t length = trace.inputs.size();
  CAIRN_CHECK(begin < length);
  std::vector<std::vector<Lbool>> inputs = trace.inputs;
  for (auto& step : inputs)
    for (Lbool& value : step)
      if (value == Lbool::Undef) value = Lbool::False;
  ParallelSimulator simulator(system);
  simulator.start(words_of_values(inputs[0]), words_of_values(trace.initial));
  std::map<std::vector<bool>, std::size_t> known;  // state at the loop's begin: the step
  for (std::size_t step = 0;; ++step) {
    if (step >= begin && (step - begin) % (length - begin) == 0)
      known.emplace(this_state(system, simulator), step);
    const std::size_t next = step + 1;
    if (next >= length && (next - begin) % (length - begin) == 0) {
      const auto found = known.find(next_state(system, simulator));
      if (found != known.end()) {
        trace.inputs = std::move(inputs);
        trace.loop_start = static_cast<std::int64_t>(found->second);
        return true;
      }
    }
    if (next >= most && next >= length) return false;
    if (next >= inputs.size()) inputs.push_back(inputs[next - (length - begin)]);
    simulator.step(words_of_values(inputs[next]));
  }
}

}  // namespace cairn
