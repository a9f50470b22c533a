// SPDX-License-Identifier: MIT
//
// A C program half-way to IVL: control flow and scalars are IVL already, memory is not. Objects
// have symbolic addresses (a variable "&x" each), and reads and writes of memory are calls of
// pseudo procedures. points_to.h finds out what pointers may point to, memory.h then chooses
// variables and arrays for the objects, gives them addresses, and replaces the pseudo calls.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "model/program.h"

namespace cairn {

/// Counts of bits in objects; offsets may be negative on the way.
using CBits = std::int64_t;
using CObjectId = std::uint32_t;
inline constexpr CObjectId kNoObject = 0xFFFFFFFFu;

/// A scalar type as memory sees it.
struct CScalar {
  enum class Kind : std::uint8_t { Integer, Bool, Pointer, Float };
  Kind kind = Kind::Integer;
  bool is_signed = false;
  Sort sort = Sort::bit_vector(32);  ///< of values; _Bool has 8 bits
  CBits storage = 32;                ///< bits in memory: more than the sort's for long double
  Show show = Show::Unsigned;
  Sort number = {};  ///< of floats that are kept as bits: the sort of what they mean

  /// A float whose value is its bits, so that signs and payloads of NaN are kept.
  bool is_float_bits() const { return kind == Kind::Float && sort.is_bit_vector(); }

  std::uint32_t width() const { return sort.width(); }
};

/// A part of an object that holds scalars of one type: one, or `count` for each dimension, `stride`
/// bits apart. Outermost dimension first; dimensions that touch are merged into one.
struct CLeaf {
  struct Dimension {
    CBits count = 1;
    CBits stride = 0;
  };
  CBits offset = 0;
  CBits storage = 32;
  Sort sort;
  std::vector<Dimension> dimensions;
  std::string name;  ///< after the object's: ".next", "[].x"
  Show show = Show::Raw;
  bool bytes = false;    ///< one dimension of bytes that stands for whatever is there
  bool padding = false;  ///< no member's: only who looks at bytes sees it

  CBits elements() const {
    CBits product = 1;
    for (const Dimension& dimension : dimensions) product *= dimension.count;
    return product;
  }
  /// The first bit behind the leaf.
  CBits end() const {
    CBits last = offset;
    for (const Dimension& dimension : dimensions) last += (dimension.count - 1) * dimension.stride;
    return last + storage;
  }
};

struct CObject {
  enum class Kind : std::uint8_t { Global, Local, Heap, String, Function };
  Kind kind = Kind::Global;
  std::string name;       ///< as people see it
  std::string function;   ///< the function it belongs to; empty: global
  std::string procedure;  ///< of locals: the procedure; of functions: their own
  Term address;           ///< a variable; memory.h gives the constant
  CBits size = 0;
  std::uint32_t align = 4;  ///< bytes
  std::vector<CLeaf> leaves;
  /// Objects of a size that is not constant: the variable with its bytes; of slots: an array of
  /// them.
  Term room;
  /// Valid: as large as there are addresses for. A variable; memory.h gives the bytes that it is.
  Term capacity;
  /// There is more behind its end, which is not modelled.
  bool open = false;
  /// Not 0: the object stands for many, one in each slot of so many bits.
  CBits slot = 0;
  /// Functions without a body reach it by its name.
  bool visible = false;
  /// Nobody writes to it.
  bool constant = false;
  /// Of the kind Local: memory of alloca, which is there until the function returns.
  bool ends_with_function = false;
  /// Of the kind Function: a label of one.
  bool label = false;
};

/// Where an access goes: an object or a pointer, plus constants, plus scaled indices.
struct CPlace {
  struct Index {
    Term term;  ///< as wide as a pointer, signed
    CBits stride = 8;
    /// The index is one of a declared array (`s.a[i]`): it must not leave that array. An index of a
    /// pointer (`p[i]`) may go anywhere in the object.
    bool named = false;
  };
  CObjectId object = kNoObject;
  Term pointer;  ///< if there is no object
  CBits offset = 0;
  std::vector<Index> indices;
};

struct CAccess {
  enum class Kind : std::uint8_t { Value, Text };   ///< Text: as many bytes as it takes
  enum class Purpose : std::uint8_t { Use, Copy };  ///< Copy: what was never set may be moved
  CPlace place;
  Sort sort;
  CBits storage = 32;
  Kind kind = Kind::Value;
  Purpose purpose = Purpose::Use;
};

struct CFunction {
  CObjectId object = kNoObject;
  std::string procedure;
};

struct CUnit {
  Program program;
  /// The program asks for the sign of floats, which NaN has too.
  bool asks_float_signs = false;
  std::uint32_t pointer_bits = 32;
  std::vector<CObject> objects;
  std::vector<CAccess> accesses;
  std::vector<CFunction> functions;  ///< those whose address is taken
  /// Products of pointer arithmetic, with their factor: they do not wrap around (C11 6.5.6).
  std::unordered_map<std::uint32_t, CBits> scales;
  /// Valid: a variable that is true once a run depends on what a function does that has no exact
  /// model; `approximate` has the names of these functions.
  Term tainted;
  std::vector<std::string> approximate;
  /// Variables that hold no address: differences of pointers.
  std::unordered_set<std::uint32_t> integers;
  /// With the check `lost-memory`: locals that are globals here, so that callees see where they
  /// point to. They are null when their scope has ended.
  std::vector<Term> frame_pointers;
  /// Variables that start with any value, addresses of the program's objects included: those that
  /// no file defines.
  std::unordered_set<std::uint32_t> unknowns;
};

// Pseudo calls: names[0] is one of these, names[1] a number in decimal.
inline constexpr const char* kLoad = "$load";          ///< access; one target
inline constexpr const char* kStore = "$store";        ///< access; one value
inline constexpr const char* kZero = "$zero";          ///< object: all its bits become 0
inline constexpr const char* kForget = "$forget";      ///< object: its bits become arbitrary
inline constexpr const char* kScribble = "$scribble";  ///< access: from there on comes unknown text
inline constexpr const char* kCallPointer = "$call";   ///< values: pointer, arguments
inline constexpr const char* kFree = "$free";          ///< value: a pointer; its object ends
inline constexpr const char* kBorn = "$born";          ///< object: begins where the value holds
inline constexpr const char* kBegin = "$begin";        ///< object: a local begins
inline constexpr const char* kEnd = "$end";            ///< object: a local ends
inline constexpr const char* kLeak = "$leak";          ///< no object on the heap may be left
inline constexpr const char* kLost = "$lost";    ///< none may be out of reach; names[1]: CLost
inline constexpr const char* kUnset = "$unset";  ///< object: its bits have not been set yet
inline constexpr const char* kGiven = "$given";  ///< values: what they reach counts as set
inline constexpr const char* kSame = "$same";    ///< values: pointers into one object
inline constexpr const char* kHavoc = "$havoc";  ///< values: all that they reach is arbitrary
inline constexpr const char* kRoom = "$room";  ///< value: a pointer to the heap; target: its bytes

/// Where `kLost` is: when main has returned, only variables with static storage are left; elsewhere
/// locals may point to memory too, and those of callers are not known.
enum class CLost : std::uint8_t { Returned, Running };

/// How the note of an assertion begins that is only there to be reached.
inline constexpr const char* kCoverNote = "code '";

/// No object has more bytes than this: what C calls PTRDIFF_MAX, or the room of an x86-64 process.
inline std::uint64_t most_bytes(std::uint32_t pointer_bits) {
  return pointer_bits == 32 ? 0x7FFFFFFFu : std::uint64_t{1} << 47;
}

inline bool is_pseudo(const Statement& statement) {
  return statement.kind == Statement::Kind::Call && statement.names[0][0] == '$';
}

}  // namespace cairn
