// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "engine/shared/engine.h"
#include "model/bit_system.h"
#include "transform/bit/reverse.h"

namespace cairn {

/// An engine on the system run backwards; the evidence is turned round. Its invariants read latches
/// alone.
class ReversedEngine : public Engine<BitSystem> {
 public:
  using Make = std::function<std::unique_ptr<Engine<BitSystem>>(const BitSystem&)>;

  ReversedEngine(const BitSystem& system, const Context& context, const Make& make)
      : reverse_(context), system_(reverse_.apply(system)), engine_(make(system_)) {}

  Answer<BitSystem> run() override {
    Answer<BitSystem> answer = engine_->run();
    if (auto* safe = std::get_if<Safe<BitSystem>>(&answer))
      return Safe<BitSystem>{reverse_.restore_invariant(std::move(safe->invariant))};
    if (auto* unsafe = std::get_if<Unsafe<BitSystem>>(&answer))
      return Unsafe<BitSystem>{reverse_.restore_trace(std::move(unsafe->trace))};
    return answer;
  }

  void add_statistics(Statistics& statistics) const override {
    engine_->add_statistics(statistics);
  }

 private:
  Reverse reverse_;
  BitSystem system_;
  std::unique_ptr<Engine<BitSystem>> engine_;
};

}  // namespace cairn
