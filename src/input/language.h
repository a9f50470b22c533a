// SPDX-License-Identifier: MIT
//
// Which front end reads a file. Content decides where it can: a circuit is one whatever its name
// is. C and Verilog have no mark of their own, so the usual names of these and of IVL count before
// a look at the text.
#pragma once

#include <string>
#include <string_view>

namespace cairn {

enum class Language { Circuit, Words, C, Ivl, Verilog, Smv, StructuredText };

inline bool is_program(Language language) {
  return language == Language::C || language == Language::Ivl ||
         language == Language::StructuredText;
}

/// Verilog is elaborated to words.
inline bool is_on_words(Language language) {
  return language == Language::Words || language == Language::Verilog;
}

/// Of a text without a name: circuits start with "aag" or "aig", or as BLIF does, BTOR2 (words)
/// with a numbered line whose second word is one of its own, IVL with a declaration, SMV with
/// MODULE, Structured Text (behind comments) with one of its units, and C has braces.
Language language_of_text(std::string_view text);

/// Of a file, or of standard input ("-"); a file that cannot be read is a circuit, whose reader
/// says why. Standard input that has nothing to say for a moment is taken for a circuit: whoever
/// reads it then waits with limits, and hears signals.
Language language_of(const std::string& path);

}  // namespace cairn
