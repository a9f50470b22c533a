// SPDX-License-Identifier: MIT
//
// The interpreter's arithmetic: terms compiled to instructions on slots. A slot holds a variable, a
// constant or what an instruction computes. Scalars of up to 64 bits are machine words, arrays from
// such to such are vectors that are changed in place where nobody shares them; everything else is a
// Value. What has no instruction of its own goes through apply(), the reference semantics; those
// that have are tested against it. Floats of 32 and 64 bits that round to nearest even are computed
// by the hardware.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "logic/word/term.h"
#include "logic/word/value.h"

namespace cairn {

/// An array whose indices and elements are words. Dense where indices are small.
struct WordArray {
  std::uint64_t otherwise = 0;
  std::vector<std::uint64_t> dense;
  std::unordered_map<std::uint64_t, std::uint64_t> sparse;

  std::uint64_t select(std::uint64_t index) const;
  void store(std::uint64_t index, std::uint64_t element);
};

class Machine {
 public:
  /// Where a value is.
  struct Slot {
    enum class File : std::uint8_t { Word, Array, Big };
    File file = File::Word;
    std::uint32_t index = 0;
    friend bool operator==(const Slot&, const Slot&) = default;
  };
  /// Code that computes some terms and then writes some variables.
  struct Code {
    std::uint32_t begin = 0, end = 0;  // of instructions
    std::uint32_t first_write = 0, last_write = 0;
    std::uint32_t first_release = 0, last_release = 0;
    Slot condition;  // of a single value
  };

  explicit Machine(const Terms& terms) : terms_(terms) {}

  /// The slot of a variable; the first call makes it.
  Slot bind(Term variable);
  /// Computes a term into Code::condition.
  Code compile(Term value);
  /// All values are computed, then written.
  Code compile(std::span<const Term> targets, std::span<const Term> values);

  void execute(const Code& code);
  bool truth(const Code& code) const { return words_[code.condition.index] != 0; }
  Value get(Slot slot, Sort sort) const;
  void set(Slot slot, const Value& value);
  /// Those that get() looks at; 0 for anything but arrays of words.
  std::size_t elements(Slot slot) const;

 private:
  /// Ops that have an instruction; the operands are words unless the name says otherwise.
  enum class Do : std::uint8_t {
    General,  // a: which
    Move,
    MoveArray,
    MoveBig,
    Ite,
    IteArray,
    IteBig,
    Equal,
    Not,
    And,
    Or,
    Xor,
    BvNot,
    BvNeg,
    BvAdd,
    BvMul,
    BvUdiv,
    BvUrem,
    BvSdiv,
    BvSrem,
    BvShl,
    BvLshr,
    BvAshr,
    BvUlt,
    BvUle,
    BvSlt,
    BvSle,
    Concat,
    Extract,
    SignExtend,
    Select,
    Store,
    ConstArray,
    // width: of the float, 32 or 64.
    FpFromBits,
    FpAbs,
    FpNeg,
    FpAdd,
    FpSub,
    FpMul,
    FpDiv,
    FpLe,
    FpLt,
    FpEq,
    FpIsNan,
    FpToFp,
    SbvToFp,  // width: of the bit-vector; extra: of the float
    UbvToFp,
  };
  struct Instruction {
    Do what;
    std::uint8_t width = 0;  // of the operands
    std::uint8_t extra = 0;  // Extract: its low bit; Concat: the low part's width; ...
    std::uint32_t result = 0;
    std::uint32_t a = 0, b = 0, c = 0;
  };
  /// One that goes through apply().
  struct General {
    Op op;
    Sort sort;
    Slot result;
    std::vector<Slot> operands;
    std::vector<Sort> sorts;
    std::vector<std::uint32_t> parameters;
  };
  /// How an array variable gets its value: the variable with stores, under conditions.
  struct Update {
    enum class Kind : std::uint8_t { Keep, Copy, Store, Ite };
    Kind kind = Kind::Keep;
    Slot a, b;                            // Copy: from; Store: index, element; Ite: condition
    std::uint32_t first = 0, second = 0;  // of updates: Store: on what; Ite: the two
  };
  struct Write {
    Slot target, value;
    std::uint32_t update = 0xFFFFFFFFu;  // arrays; the value is then unused
  };
  class Compiler;
  friend class Compiler;

  Slot::File file_of(const Sort& sort) const;
  Slot new_slot(Slot::File file);
  void run(const Instruction& instruction);
  void run_float(const Instruction& instruction);
  void run(const General& general);
  void write(const Write& write);
  void update_array(std::uint32_t target, std::uint32_t update);
  WordArray& own(std::uint32_t array);

  const Terms& terms_;
  std::unordered_map<Term, Slot> fixed_;  // variables and constants
  std::vector<Slot> temporaries_[3];      // by file, used by every piece of code anew
  std::vector<Instruction> instructions_;
  std::vector<General> generals_;
  std::vector<Update> updates_;
  std::vector<Write> writes_;
  std::vector<std::uint32_t> releases_;  // temporaries of arrays to let go of after the writes
  std::vector<std::uint32_t> pending_;   // stores of the update under way

  std::vector<std::uint64_t> words_;
  std::vector<std::shared_ptr<WordArray>> arrays_;
  std::vector<Value> big_;
};

}  // namespace cairn
