// SPDX-License-Identifier: MIT
//
// Values and formulas as bytes. Formulas are one list of nodes, operands before the terms over
// them, so that what they share is written once. What the reader makes of a node may be simpler
// than the node. No bytes at all can make a reader fail: what does not fit is for
// ByteReader::failed() to say.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "logic/bytes.h"
#include "logic/word/term.h"

namespace cairn {

/// Counts what is made of bytes, before it is made: few of them may ask for something large.
class ByteMeter {
 public:
  /// What an entry of a list takes beside the bits of its sort, more or less.
  static constexpr std::uint64_t kEntry = 1024;

  explicit ByteMeter(ByteReader& from) : from_(from) {}
  void charge(std::uint64_t bits);

 private:
  ByteReader& from_;
  std::uint64_t bits_ = 0;
};

void write(ByteWriter& to, const Value& value);
Value read_value(ByteReader& from, ByteMeter& meter);

/// Writes all that is below `roots`; where each term is in the list. Variables are named by their
/// position in `variables`.
std::unordered_map<Term, std::uint32_t> write_terms(ByteWriter& to, const Terms& terms,
                                                    std::span<const Term> roots,
                                                    std::span<const Term> variables);
/// The list, with these variables.
std::vector<Term> read_terms(ByteReader& from, Terms& terms, std::span<const Term> variables);

}  // namespace cairn
