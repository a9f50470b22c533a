// SPDX-License-Identifier: MIT
//
// What pointers may point to: flow-insensitive, over the variables of IVL and the leaves of
// objects, by inclusion rather than by Steensgaard's unification, which merges too much once fields
// are told apart. An offset into an object is known exactly or modulo a stride, so that p++ over an
// array stays among its elements. Every operation on terms is covered: what is not plain arithmetic
// on an address still carries its object, with any offset.
#pragma once

#include <map>
#include <set>
#include <unordered_map>
#include <vector>

#include "input/c/c_unit.h"

namespace cairn {

/// offset, or offset + k * modulus for any k. Bits.
struct CStride {
  CBits offset = 0;
  CBits modulus = 0;  ///< 0: exact

  static CStride anywhere() { return {0, 8}; }
  bool exact() const { return modulus == 0; }
  CStride moved(CBits by) const;
  CStride scaled(CBits step) const;  ///< plus any multiple of `step`
  CStride joined(const CStride& other) const;
  friend bool operator==(const CStride&, const CStride&) = default;
};

/// How accesses of `storage` bits at the offsets of a stride may meet the elements of a leaf.
enum class CContact : std::uint8_t {
  None,
  Whole,  ///< not at all, or one whole element each
  Part,
};
CContact contact(const CLeaf& leaf, const CStride& stride, CBits storage);

/// The values that a term may have.
struct CTargets {
  std::map<CObjectId, CStride> objects;
  bool other = false;    ///< null, or what is no address at all
  bool number = false;   ///< a number that the program makes and that is no address
  bool unknown = false;  ///< any number
  bool unset = false;    ///< what was never given a value

  /// True if anything was new.
  bool join(const CTargets& more);
  bool add(CObjectId object, const CStride& stride);
};

class PointsTo {
 public:
  enum class Mode : std::uint8_t { Flow, Anything };

  /// Runs to the fixed point. The unit must stay as it is.
  PointsTo(const CUnit& unit, Mode mode);

  /// Of a value.
  CTargets targets(Term term);
  /// Of an access: where its first bit may be.
  CTargets targets(const CPlace& place);
  /// Of a value that is followed: numbers may be addresses that they were compared with.
  CTargets followed(Term pointer);
  /// What functions without a body may reach: all that any of them was given, and what that and
  /// visible variables point to.
  const CTargets& world() const { return world_; }
  bool is_difference(Term value);
  /// Whether what is in a leaf may point to another object.
  bool may_lead(CObjectId from, std::size_t leaf, CObjectId to) const;
  /// True if the object's address is a value somewhere.
  bool escapes(CObjectId object) const { return escapes_[object]; }
  /// Whether a pointer to a local may be left when its procedure returns.
  bool outlives(CObjectId object) const;

 private:
  bool visit(const Block& block);
  bool visit(const Statement& statement);
  bool is_input(const Statement& statement) const;
  bool load(const CAccess& access, Term target);
  bool store(const CAccess& access, Term value);
  bool call(const Procedure& procedure, std::span<const Term> arguments,
            std::span<const Term> results);
  bool call_pointer(const Statement& statement);
  bool havoc(const Statement& statement);
  bool holds_address(const CLeaf& leaf) const;
  const CTargets& evaluate(Term term);
  CTargets compute(Term term);
  CTargets sum(Term term);
  CBits step_of(Term term) const;
  /// Numbers of the object's leaves that an access may touch; `exact`: as one whole element.
  std::vector<std::size_t> touched(CObjectId object, const CStride& stride, const CAccess& access,
                                   bool& exact) const;
  void mark_escapes(const Block& block);
  void mark_escapes(Term term);
  bool find_guesses();
  void find_guesses(const Block& block, std::vector<bool>& seen);
  void find_guesses(Term term, std::vector<bool>& seen);
  void find_assumed(Term term);
  void guess(Term term);

  const CUnit& unit_;
  const Terms& terms_;
  Mode mode_;
  std::unordered_map<std::uint32_t, CObjectId> addresses_;  // of objects, by variable
  std::unordered_map<std::uint32_t, CTargets> variables_;   // by variable
  std::map<std::pair<CObjectId, std::size_t>, CTargets>
      cells_;                                         // by leaf; the last: between leaves
  std::unordered_map<std::uint32_t, CTargets> memo_;  // of terms, in this round
  std::unordered_map<std::string, const Procedure*> procedures_;
  std::vector<bool> escapes_;
  CTargets world_;
  std::set<CObjectId> guessed_;  // objects that numbers are compared with
  std::set<CObjectId> assumed_;  // objects that a pointer is assumed to point to
  std::vector<bool> marked_;     // terms that mark_escapes() has seen
};

}  // namespace cairn
