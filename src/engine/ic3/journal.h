// SPDX-License-Identifier: MIT
//
// What IC3 does, step by step, for people who want to see it: as lines of JSON (--log-ic3), which
// `cairn report` makes a page of, and as lines of text (-vv). docs/ic3.md describes both. Who does
// not watch has no Journal, and pays a look at a null pointer.
#pragma once

#include <cstdint>
#include <fstream>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/log.h"
#include "engine/ic3/frames.h"
#include "engine/ic3/transition.h"
#include "logic/bit/cube.h"
#include "model/bit_system.h"

namespace cairn::ic3 {

inline constexpr int kJournalVersion = 1;  ///< of the lines

/// An obligation's name in the journal; 0: it has none yet.
using ObligationName = std::uint32_t;

class Journal {
 public:
  /// Why a cube became a lemma.
  enum class Reason { Obligation, Ctg, Pushed, Imported };

  /// `file` may be empty. It is added to: several engines of a run may write to it in turn.
  Journal(const BitSystem& system, const Transition& transition, const std::string& file,
          const Log& log);

  /// A frame more: the last one has no bad state.
  void frame(Level top);
  /// A state of the last frame is bad: an obligation.
  void bad(ObligationName& name, Level level, const Cube& cube);
  /// The obligation is looked at; so many others wait.
  void take(ObligationName name, Level level, std::size_t waiting);
  /// States of the frame below step into it: an obligation, too.
  void predecessor(ObligationName& name, ObligationName of, Level level, const Cube& cube);
  /// Lemmas exclude it already, up to that level.
  void settled(ObligationName name, Level level);
  void dropped(ObligationName name);
  /// No step leads into it from the frame below; this part of it is enough for that.
  void blocked(ObligationName name, Level level, const Cube& core);
  /// It waits for a higher frame.
  void kept(ObligationName name, Level level);

  /// A literal was tried.
  void drop(Lit lit, bool is_dropped, const Cube& left);
  /// A counterexample to generalization stands in the way: was it excluded?
  void ctg(const Cube& cube, Level level);
  void ctg_ended(bool is_blocked);

  void lemma(LemmaSerial serial, const Cube& cube, Level level, Reason reason);
  void pushed(LemmaSerial serial, Level from, Level to);
  void stays(LemmaSerial serial, Level level);

  /// The lemmas above the level are an invariant.
  void invariant(Level level, std::size_t lemmas);
  void counterexample(std::uint32_t steps);
  void flush();

 private:
  using Field = std::pair<std::string_view, std::string>;  // a name, and a value in JSON

  std::string name_of(Var var) const;
  std::string cube_json(const Cube& cube) const;
  std::string text_of(const Cube& cube, std::string_view between, bool is_clause) const;
  std::string clause_text(const Cube& cube) const;
  std::string cube_text(const Cube& cube) const;
  void tell(std::string_view event, std::initializer_list<Field> fields, const std::string& text);
  bool is_shown() const { return log_.level() >= LogLevel::Trace; }

  const Log& log_;
  std::vector<std::string> names_;  // by variable; what is no latch has none
  std::ofstream file_;
  std::string path_;
  ObligationName last_name_ = 0;
  bool has_failed_ = false;
};

}  // namespace cairn::ic3
