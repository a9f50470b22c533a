// SPDX-License-Identifier: MIT
//
// A word-level system as a file describes it: the system, and what people call its parts. Nothing
// is simplified: the checker judges evidence about this.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/word_system.h"

namespace cairn {

/// A term with the name that the file gives it; empty if it gives none. Names are unchecked bytes:
/// pass them through printable() before they reach a person.
struct NamedTerm {
  Term term;
  std::string name;
};

/// What a bad state stands for in the language that the user wrote.
struct WordProperty {
  enum class Kind { Assert, Cover };
  Kind kind = Kind::Assert;
  std::string name;  ///< of the assertion, with its hierarchy; may be empty
  std::string file;  ///< may be empty
  std::uint32_t line = 0;
};

struct WordModel {
  /// Variables have the symbols of the file as names; those without one are called by kind and
  /// number of their line, "input4" or "state7".
  WordSystem system;
  std::vector<std::string> bad_names;  ///< one for each of system.bad; may be empty strings
  std::vector<std::string> constraint_names;
  std::vector<NamedTerm> outputs;
  std::vector<std::vector<Term>> justice;  ///< sets of terms that must not all recur
  std::vector<Term> fairness;              ///< assumed to recur

  /// How the file numbers them, in the order of system.inputs and system.states, which is the
  /// order of the file.
  std::vector<std::uint64_t> input_ids;
  std::vector<std::uint64_t> state_ids;
  std::vector<std::uint64_t> bad_ids;

  std::vector<NamedTerm> wires;          ///< what else the file has a name for
  std::string top;                       ///< the module that the model was made of; may be empty
  std::vector<WordProperty> properties;  ///< empty, or one for each of system.bad
  std::vector<WordProperty> justice_properties;  ///< empty, or one for each of justice
};

/// Whether the file has no name for the state: the register that an assertion is sampled in, say.
inline bool is_nameless_state(const WordModel& model, std::size_t position) {
  return position < model.state_ids.size() &&
         model.system.terms->name(model.system.states[position].term) ==
             "state" + std::to_string(model.state_ids[position]);
}

inline std::vector<Term> terms_of_outputs(const WordModel& model) {
  std::vector<Term> terms;
  for (const NamedTerm& output : model.outputs) terms.push_back(output.term);
  return terms;
}

}  // namespace cairn
