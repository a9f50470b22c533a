// SPDX-License-Identifier: MIT
//
// The work of memory.h: memory.cpp finds out how objects are used and cut, placement.cpp gives them
// addresses, accesses.cpp resolves reads and writes, lifetimes.cpp is about the ends of objects,
// unset.cpp about memory without a value, lost.cpp about memory that no pointer leads to.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "input/c/addresses.h"
#include "input/c/c_reader.h"
#include "input/c/points_to.h"

namespace cairn {

/// One thing that an access may mean.
struct CCandidate {
  Term condition;
  CObjectId object = kNoObject;
  std::size_t leaf = 0;
  Term index;     ///< element of the array; invalid for scalars
  CBits bit = 0;  ///< of bit-fields in bytes: the first bit of the byte
  /// Valid: where this holds, an index has left its array but perhaps not the object.
  Term astray;
};

struct CCandidates {
  std::vector<CCandidate> list;
  bool complete = false;  ///< one of them holds for sure
  bool open = false;      ///< one of the objects has more than is modelled
};

class CMemory {
 public:
  CMemory(CUnit unit, const CReadOptions& options)
      : unit_(std::move(unit)),
        terms_(*unit_.program.terms),
        options_(options),
        points_to_(unit_, options.points_to ? PointsTo::Mode::Flow : PointsTo::Mode::Anything) {}

  std::optional<Program> run() {
    collect_uses();
    share_addresses();
    fit_leaves();
    if (!options_.float_bits && (unit_.asks_float_signs || sees_float_bits())) return std::nullopt;
    find_observed();
    place_objects();
    for (const Procedure& procedure : unit_.program.procedures) mark_reads(procedure.body);
    if (asked("lost-memory")) mark_pointers();
    make_variables();
    for (const Procedure& procedure : unit_.program.procedures) mark_scribbles(procedure.body);
    for (const Procedure& procedure : unit_.program.procedures) mark_ends(procedure.body);
    make_masks();
    for (CObjectId id = 0; id < unit_.objects.size(); ++id)
      if (unit_.objects[id].kind == CObject::Kind::Local && points_to_.outlives(id))
        leaving_[unit_.objects[id].procedure].push_back(id);
    for (const auto& [procedure, objects] : leaving_)
      for (const CObjectId id : objects)
        if (unit_.objects[id].ends_with_function) flag_of(freed_, id, ".ended");
    for (Procedure& procedure : unit_.program.procedures) {
      procedure_ = &procedure;
      outside_.clear();
      procedure.body = rewrite(std::move(procedure.body));
      Statement end;
      end.site = procedure.site;
      end_locals(end, procedure.body);
      begin_locals(procedure);
      if (procedure.name == unit_.program.main) {
        set_masks(procedure.body);
        clear_scribbles(procedure.body);
        clear_flags(procedure.body);
      }
    }
    return std::move(unit_.program);
  }

 private:
  enum class Use : std::uint8_t { None, Private, Shared };

  // Before: which objects are used how.
  void collect_uses();
  void collect_uses(const Block& block, const Procedure& procedure);
  void use(CObjectId object, const Procedure& procedure);
  void mark_reads(const Block& block);
  void mark_scribbles(const Block& block);
  std::vector<std::size_t> scribbled(CObjectId object, const CStride& stride) const;
  void clear_scribbles(Block& start);
  void share_addresses();
  void fit_leaves();
  bool fit(const CAccess& access);
  bool fit(CObjectId object, const CStride& stride, const CAccess& access);
  bool sees_float_bits();
  void find_observed();
  void limit_observations(Block& block, AddressUse& use, const std::set<CObjectId>& objects);
  void place_objects();
  void place_anywhere(std::uint64_t first, std::uint64_t next);
  void make_variables();
  std::string unique(const std::string& wanted);

  // Accesses.
  CCandidates resolve(const CAccess& access);
  bool match_indices(CObjectId object, CBits offset, const CAccess& access, CCandidate& found);
  void match_offset(CObjectId object, const CStride& stride, const CAccess& access, Term offset,
                    std::vector<CCandidate>& found);
  Term byte_address(const CPlace& place);
  /// The address of an object, with a number of bytes added.
  Term address_of(CObjectId object, std::int64_t plus = 0) {
    const auto found = addresses_.find(unit_.objects[object].address.id);
    const Term base = found == addresses_.end() ? number(0) : found->second;
    return terms_.make(Op::BvAdd, {base, number(plus)});
  }
  Term number(std::int64_t value) {
    return terms_.constant(Value(BitVector::from_signed(unit_.pointer_bits, value)));
  }
  Term divided(Term value, CBits by, Term& rest);
  Term read(const CCandidate& candidate, const CAccess& access);
  Term written(const CCandidate& candidate, const CAccess& access, Term value);
  Term read_bytes(Term bytes, const CCandidate& candidate, const CAccess& access);
  Term written_bytes(Term bytes, const CCandidate& candidate, const CAccess& access, Term bits);
  Term element_index(const CCandidate& candidate, CBits plus = 0);
  Term within_room(CObjectId object, const CAccess& access);
  void check_access(const Statement& statement, const CAccess& access,
                    const CCandidates& candidates, Block& out);

  // Statements.
  Block rewrite(Block block);
  void push(Statement assign, Block& out);
  void rewrite(Statement statement, Block& out);
  void load(const Statement& statement, Block& out);
  void store(const Statement& statement, Block& out);
  void assert_points_to(const Statement& statement, const CAccess& access,
                        const CCandidates& candidates, Block& out);
  void check_null(const Statement& statement, const CAccess& access, Block& out);
  /// All that is asked of the place of a read or write.
  void check_place(const Statement& statement, const CAccess& access, const CCandidates& candidates,
                   Block& out);
  void check_literals(const Statement& statement, const CCandidates& candidates, Block& out);
  void limit_open(const Statement& statement, const CCandidates& candidates, Block& out);
  void limit_astray(const Statement& statement, const CCandidates& candidates, Block& out);
  void limit_scribbled(const Statement& statement, const CCandidates& candidates, Block& out);
  void scribble(const Statement& statement, Block& out);
  void set_all(const Statement& statement, Block& out);
  void call_pointer(const Statement& statement, Block& out);

  // Functions without a body.
  void havoc(const Statement& statement, Block& out);
  void havoc_world(const Statement& statement, Block& out);
  void call_back(const Statement& statement, const CFunction& function, Block& out);
  void room(const Statement& statement, Block& out);

  // Lifetimes.
  void mark_ends(const Block& block);
  Term flag_of(std::map<CObjectId, Term>& flags, CObjectId object, const char* what);
  void clear_flags(Block& start);
  void forget(CObjectId object, const Statement& at, const std::string& note, Block& out);
  void end_locals(const Statement& at, Block& out);
  void free_object(const Statement& statement, Block& out);
  Term slot_flags(CObjectId object);
  Term slot_of(CObjectId object, Term address);
  void free_slot(const Statement& statement, CObjectId object, Term& valid, Block& out);
  void begin_locals(Procedure& procedure);
  void set_ended(const Statement& statement, CObjectId object, bool ended, Block& out);
  void end_earlier_life(const Statement& statement, CObjectId object, Block& out);
  void begin_object(const Statement& statement, Block& out);
  void check_leaks(const Statement& statement, Block& out);
  void check_lifetime(const Statement& statement, const CAccess& access,
                      const CCandidates& candidates, Block& out);
  void limit_dangling(const Statement& statement, Block& out);
  void find_literals(Term term, std::set<std::uint32_t>& seen, Term& holds);
  void find_dangling(Term term, std::set<std::uint32_t>& seen, Term& holds);
  void check_same_object(const Statement& statement, Block& out);
  bool asked(const char* check) const;

  // What has been set (unset.cpp).
  void make_masks();
  void find_unset(const Block& block, std::set<CObjectId>& found) const;
  void set_masks(Block& start);
  Term ones(CBits bits) {
    return terms_.constant(Value(BitVector::ones(static_cast<std::uint32_t>(bits))));
  }
  Term read_mask(const CCandidate& candidate, const CAccess& access);
  void load_mask(const Statement& statement, const CAccess& access, const CCandidates& candidates,
                 Block& out);
  void store_mask(const Statement& statement, const CAccess& access, const CCandidates& candidates,
                  Block& out);
  void set_mask(const Statement& statement, CObjectId object, Block& out);
  void give(const Statement& statement, Block& out);

  // What pointers lead to (lost.cpp).
  void mark_pointers();
  void check_lost(const Statement& statement, Block& out);
  std::map<CObjectId, Term> reached_from(const std::vector<Term>& roots, bool returned,
                                         Term& known);
  std::vector<Term> pointers_in(CObjectId object, CObjectId to, Term& known);
  Term leads_into(Term pointer, CObjectId object);
  bool is_cell(Term variable) const;
  Term closed(Term term) { return terms_.substitute(term, addresses_); }
  void assert_that(const Statement& at, AssertKind kind, Term condition, std::string note,
                   Block& out);

  CUnit unit_;
  Terms& terms_;
  const CReadOptions& options_;
  PointsTo points_to_;
  std::vector<const Procedure*> users_;  // the one procedure that uses an object
  std::vector<Use> uses_;
  std::set<std::pair<CObjectId, std::size_t>> read_;   // leaves that some access reads
  std::set<CObjectId> observed_;                       // objects whose address the program looks at
  std::unordered_map<std::uint32_t, Term> addresses_;  // variables "&x" to constants
  std::map<std::pair<CObjectId, std::size_t>, Term> cells_;  // variables of leaves
  std::map<std::pair<CObjectId, std::size_t>, Term>
      scribbles_;                                            // whether unknown text is in a leaf
  std::map<std::pair<CObjectId, std::size_t>, Term> masks_;  // bits of leaves that were set
  std::set<CObjectId> unset_;                                // objects that begin without a value
  std::unordered_map<std::uint32_t, Term> copied_;           // the mask of a value that is moved
  std::map<CObjectId, Term> freed_;        // flags of heap objects that a call may free
  std::map<CObjectId, Term> freed_slots_;  // arrays of flags, of objects that stand for many
  std::map<CObjectId, Term> born_;         // flags of heap objects that are allocated
  std::map<std::string, std::vector<CObjectId>> leaving_;  // locals that pointers may outlive
  std::set<std::string> names_;
  std::map<std::string, unsigned> numbers_;  // the last that unique() gave a name
  Procedure* procedure_ = nullptr;
  unsigned callbacks_ = 0;        // calls that may call back
  unsigned joined_ = 0;           // assignments that the last statement stands for
  std::map<Sort, Term> outside_;  // of the procedure: what reads outside of all objects yield
};

}  // namespace cairn
