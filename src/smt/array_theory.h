// SPDX-License-Identifier: MIT
//
// Arrays of any size by lemmas on demand [BB09]: reads are free words until a model contradicts the
// axioms of arrays, and then the instance of an axiom that it contradicts is added. An array of
// 2^32 elements costs what a proof or a model says about it.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "logic/word/bitblast.h"
#include "logic/word/term.h"
#include "smt/graph_model.h"

namespace cairn {

class ArrayTheory {
 public:
  /// Arrays with at most `expanded_bits` bits are left to the blaster, element by element.
  ArrayTheory(Terms& terms, Aig& aig, BitBlaster& blaster, std::uint64_t expanded_bits)
      : terms_(terms), aig_(aig), blaster_(blaster), words_(aig), expanded_bits_(expanded_bits) {}

  /// Makes leaves of the reads and of the equalities of arrays in a term, so that the blaster can
  /// have it. A subterm that has no circuit, if there is one; the term cannot be used then.
  std::optional<Term> prepare(Term term);
  /// Literals that hold in every model, new since the last call.
  std::vector<Lit> take_axioms() { return std::exchange(axioms_, {}); }

  /// guard => left = right, bit by bit
  struct Lemma {
    Lit guard;
    Bits left, right;
  };
  /// Valid lemmas, each of which the model contradicts, about reads that the model needs. None:
  /// with the values that value() tells, what needs no other reads stays as it is.
  std::vector<Lemma> check(GraphModel& model);
  /// Of a variable, after check() found nothing; none if the variable has bits or is no array.
  std::optional<Value> value(Term variable) const;

  std::uint64_t num_reads() const { return reads_.size(); }

 private:
  /// What an array is made of, one level down.
  struct Node {
    enum class Kind : std::uint8_t { Variable, Value, Constant, Store, Ite };
    Kind kind = Kind::Variable;
    bool positive = true;     ///< Store: the condition has to be true; otherwise false
    Term base, other;         ///< the array that is stored to; the branches
    Term condition;           ///< Ite; Store: it happens then, kNoTerm: always
    Term index, element;      ///< Store; Constant: its element
    std::vector<Term> above;  ///< stores to it and choices of it
    std::vector<std::pair<Term, Lit>> equals;  ///< arrays, and whether they are equal to this one
  };
  /// That an array has this element at this index.
  struct Access {
    Term array, index, element;
    Term condition;  ///< if this has the value `positive`; kNoTerm: always
    bool positive = true;
  };
  /// An access seen from an array further on, and the array before that.
  struct Visit {
    std::uint32_t access;
    Term array;
    std::uint32_t before;  ///< kNone: the array of the access
    Lit equality;          ///< came by this equality; kNoLit: by structure
  };
  struct Equality {
    Term left, right;
    Lit literal, differ;  ///< they are equal; they differ at the index that is their witness
  };
  using ValueId = std::uint32_t;
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  bool is_lazy(const Sort& sort) const {
    return sort.is_array() && !(bit_count(sort) != 0 && bit_count(sort) <= expanded_bits_);
  }
  void add_read(Term select);
  void add_equality(Term equal);
  Node& node(Term array);
  Node decode(Term array) const;
  void link_nodes();

  // One check.
  void start(GraphModel& model);
  void enqueue_needed();
  void begin(const Access& access);
  void begin_contents(Term array);
  void visit(Visit visit);
  void visit_node(std::uint32_t at, const Node& node);
  void go(std::uint32_t from, Term array, Lit equality = kNoLit);
  void go_up(std::uint32_t from, const Node& node);
  bool is_active(const Node& store);
  bool agrees(const Access& access, Term element);
  bool check_value(std::uint32_t at);
  std::unordered_map<Term, Term> classes();
  std::optional<Value> free_index(Term array);
  bool settle_defaults();
  Term constant(const Value& value);
  bool is_true(Term condition);
  ValueId id_of(Term word);
  ValueId id_of(const BitVector& value);
  bool passes_store(const Node& store, ValueId index) {
    return id_of(store.index) != index || !is_active(store);
  }

  // Lemmas.
  void collect_path(std::uint32_t visit, std::vector<Lit>& conditions);
  void add_step(const Visit& visit, Term from, std::vector<Lit>& conditions);
  void add_passed_stores(std::uint32_t visit);
  void conflict(std::uint32_t visit, std::vector<Lit> conditions, Term element);
  void conflict(std::uint32_t visit, std::uint32_t other);
  void add_agreement(std::uint32_t visit, std::uint32_t other);
  Lit same_index(Term a, Term b) { return words_.equal(blaster_.bits(a), blaster_.bits(b)); }
  Lit literal_of(Term condition, bool value) { return blaster_.literal(condition) ^ !value; }

  Terms& terms_;
  Aig& aig_;
  BitBlaster& blaster_;
  WordCircuits words_;
  const std::uint64_t expanded_bits_;

  std::vector<bool> prepared_;  // by handle
  std::vector<Term> reads_;     // Selects that are leaves
  std::unordered_map<std::uint32_t, std::uint32_t> read_of_leaf_;
  std::vector<Equality> equalities_;
  std::unordered_map<Term, Node> nodes_;
  std::vector<Term> arrays_;  // that are nodes, in the order in which they became so
  std::size_t linked_reads_ = 0, linked_arrays_ = 0;
  std::vector<Lit> axioms_;

  std::unordered_set<std::uint64_t> explained_;  // element and store, of which there is a lemma

  GraphModel* model_ = nullptr;
  std::vector<bool> queued_;  // by read
  std::vector<std::uint32_t> queue_;
  std::vector<Access> accesses_;
  std::vector<Visit> visits_, pending_;
  std::unordered_map<std::uint64_t, std::uint32_t> table_;  // array and index: the first visit
  std::unordered_map<Term, ValueId> ids_;
  std::unordered_map<std::size_t, std::vector<ValueId>> by_hash_;
  std::vector<BitVector> values_;
  std::unordered_map<Term, ValueId> defaults_;
  std::vector<Lemma> lemmas_;
};

}  // namespace cairn
