// SPDX-License-Identifier: MIT
//
// From the tree to IVL. The class is one, its parts are files: storage (variables), expressions,
// conversions, functions, statements, calls, timers, history (PREV and the like), recurrence
// (liveness), connections (of programs), scan (the cycle).
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/log.h"
#include "input/st/declarations.h"
#include "input/st/emission.h"
#include "input/st/st_reader.h"
#include "input/st/types.h"

namespace cairn::st {

/// A variable, or the variables that a structure, an array or an instance is made of.
struct Storage {
  const Type* type = nullptr;
  std::string name;
  std::uint64_t count = 1;  ///< of all arrays around: the elements of `variable`
  Term variable;            ///< of a scalar; an array if count > 1 or it is an array's element
  Term constant;            ///< its value, where it never changes
  bool in_array = false;
  std::vector<std::unique_ptr<Storage>> parts;  ///< fields (null: bound elsewhere), or the element
  // Of a timer's instance.
  Term running, elapsed, previous;
  /// Of inputs that see edges, by field: what was given, and what was given before.
  std::map<std::size_t, std::pair<Term, Term>> edges;
};

/// A storage at an index of the arrays around it.
struct Place {
  const Storage* node = nullptr;
  Term index;  ///< 32 bits; invalid outside of arrays
};

/// What an expression that names a variable leads to.
struct Access {
  Place place;
  const Type* type = nullptr;
  bool is_part = false;  ///< bits of the word at `place`
  std::uint32_t high = 0, low = 0;
  bool is_writable = true;
  std::string name;
};

/// The value of an expression. Literals have no type of their own until they meet one.
struct Operand {
  enum class Form : std::uint8_t { Value, Integer, Real, Duration, String };
  Form form = Form::Value;
  const Type* type = nullptr;  ///< Value
  Term term;                   ///< Value
  mpz_class number;            ///< Integer; Duration: nanoseconds
  std::string text;            ///< Real: in decimals; String: characters
  bool is_inverted = false;    ///< Integer: NOT of -number - 1, in the width of what it meets
  Spot at;

  bool is_literal() const { return form != Form::Value; }
};

/// Where names are looked up, and where jumps lead.
struct Scope {
  const Type* block = nullptr;
  const Pou* pou = nullptr;
  Place self;
  std::map<int, Access> bindings;  ///< of VAR_IN_OUT, by field
  std::string return_label, exit_label, continue_label;
  bool has_return = false;
  const Scope* caller = nullptr;
  bool is_entry = false;
};

class Compiler {
 public:
  Compiler(const std::vector<Source>& sources, const Unit& unit, const ReadOptions& options,
           const Log& log);
  Program run(ScanModel* model);

 private:
  Terms& terms() { return out_.terms(); }
  [[noreturn]] void fail(const Spot& at, std::string_view message) const {
    names_.fail(at, message);
  }
  void mark(const Spot& at);
  bool checks(std::string_view name) const;
  /// Where this does not hold there is no exact model. In an annotation that concerns its own
  /// assertion alone, and of the right side of AND, OR and --> only where the left does not decide.
  void limit(Term fits, std::string note);
  void claim(Term condition, const std::string& text);
  void assume(Term condition);

  // storage.cpp
  std::unique_ptr<Storage> allocate(const Type* type, const std::string& name, std::uint64_t count,
                                    bool in_array, const Field* field);
  void allocate_scalar(Storage& node, const Field* field);
  const Storage* at_address(const Field& field, const Type* type);
  void initialise(const Place& place, const Type* within, const Expr* init);
  Value initial_scalar(const Type* type, const Expr* init, const Type* within);
  void initial_values(const Storage& node, const Expr* init, const Type* within,
                      std::uint64_t offset, std::map<const Storage*, std::vector<Value>>& into);
  void assign_initial(const Storage& root, const Expr* init, const Type* within);
  Term element_index(const Storage& leaf, Term index);
  Term read(const Place& place);
  void write(const Place& place, Term value);
  void copy(const Place& to, const Place& from, const Spot& at);
  Place part(const Place& place, std::size_t field) const;
  void leaves(const Storage& node, std::vector<const Storage*>& into) const;

  // access.cpp
  std::optional<Access> find_name(const std::string& upper, const Spot& at);
  Access access(const Expr& expr);
  Access access_member(const Expr& expr);
  Access access_index(const Expr& expr);
  Access access_bits(const Expr& expr);
  Access access_direct(const Expr& expr);
  Access access_field(const Access& object, std::string_view upper, const Expr& expr);
  bool is_access(const Expr& expr);
  Term value_of(const Access& access);
  void store(const Access& access, Term value);
  std::vector<std::string> visible_names() const;

  // expressions.cpp
  Operand lower(const Expr& expr);
  Operand lower_literal(const Expr& expr);
  Operand lower_name(const Expr& expr);
  Operand lower_unary(const Expr& expr);
  Operand lower_binary(const Expr& expr);
  Operand lower_short_circuit(const Expr& expr, Operand left);
  Term lower_bool(const Expr& expr);
  Term lower_as(const Expr& expr, const Type* type);
  Operand enum_value(const Expr& expr);
  bool has_call(const Expr& expr) const;
  /// The value as it is now, whatever statements come next.
  Operand kept(Operand operand);

  // operators.cpp
  Operand arithmetic(BinaryOp op, Operand a, Operand b, const Spot& at);
  Operand duration_arithmetic(BinaryOp op, const Operand& a, const Operand& b, const Spot& at);
  Operand compare(BinaryOp op, Operand a, Operand b, const Spot& at);
  Operand logic(BinaryOp op, Operand a, Operand b, const Spot& at);
  Operand power(Operand a, Operand b, const Spot& at);
  Term integer_operation(BinaryOp op, const Type* type, Term a, Term b, const Spot& at);
  Term real_operation(BinaryOp op, Term a, Term b);
  void check_overflow(BinaryOp op, const Type* type, Term a, Term b);
  Term divisor_checked(Term divisor, Term result, const Spot& at);
  const Type* wide(const Type* type) const;

  // conversions.cpp
  const Type* common_type(Operand& a, Operand& b, const Spot& at, std::string_view what);
  const Type* settled_type(const Operand& literal) const;
  Operand settle(Operand operand);
  /// The value as one of `type`, where that is possible without saying so.
  Term convert(Operand operand, const Type* type, const Spot& at);
  Term literal_as(const Operand& literal, const Type* type, const Spot& at);
  bool widens(const Type* from, const Type* to) const;
  /// As X_TO_Y does it.
  Term cast(Term value, const Type* from, const Type* to, const Spot& at, bool truncates);
  Value real_value(const std::string& text, const Type* type) const;

  // functions.cpp
  std::optional<Operand> standard_function(const std::string& upper, const Expr& call);
  std::optional<Operand> conversion_function(const std::string& upper, const Expr& call);
  std::vector<Operand> lower_arguments(const Expr& call, std::size_t least, std::size_t most,
                                       const std::vector<std::string_view>& names);
  Operand select_function(const std::string& upper, const Expr& call);
  Operand shift_function(const std::string& upper, const Expr& call);
  Operand bounded_function(const std::string& upper, const Expr& call);
  Operand real_function(const std::string& upper, const Expr& call);
  Term length_of(const Operand& text, std::uint32_t width);
  Operand string_function(const std::string& upper, const Expr& call);
  Operand value(const Type* type, Term term, const Spot& at) const;

  // calls.cpp
  Operand lower_call(const Expr& call);
  Operand call_function(const Pou& pou, const Expr& call);
  const Pou::Action* find_action(const Pou* pou, const std::string& upper) const;
  void call_action(const Pou::Action& action, const Expr& call);
  void call_block(const Access& instance, const Expr& call);
  void call_statement(const Expr& call);
  void pass_arguments(const Type* block, const Place& self, const Expr& call, Scope& inner);
  void pass_outputs(const Type* block, const Place& self, const Expr& call);
  int argument_field(const Type* block, const Expr& call, std::size_t which, bool is_output);
  void enter(Scope& inner, const Spot& at);
  void run_body(Scope& scope);
  void fresh_temporaries(const Scope& scope);
  void see_edges(const Scope& scope);
  Storage* function_storage(const Pou& pou);
  Access frozen(Access access);

  // statements.cpp
  void lower_body(const Body& body);
  void lower_branch(const Body& body);
  void lower_statement(const Statement& s);
  void lower_assign(const Statement& s);
  void lower_if(const Statement& s, std::size_t branch);
  void lower_case(const Statement& s);
  Term label_condition(const Operand& selector, const Statement::Label& label);
  void lower_for(const Statement& s);
  bool unroll_for(const Statement& s, const Access& variable, const Operand& from,
                  const Operand& to, const mpz_class& step);
  void lower_while(const Statement& s);
  void lower_loop_body(const Body& body, const std::string& exit, const std::string& next);
  void lower_annotation(const Statement& s);
  void check_range(const Access& target, Term value, const Spot& at);
  Term loop_counter(const Spot& at);
  void count_iteration(Term counter, const char* word);
  bool assigns(const Body& body, const std::string& upper) const;
  bool may_have_another_name(const std::string& upper) const;

  // timers.cpp
  void allocate_timer(Storage& node);
  void run_timer(const Place& self);
  void advance_timers();
  std::uint64_t elapsed_limit(const Type& timer) const;
  Term count_up(Term count, std::uint64_t limit, bool in_scans);
  std::uint32_t elapsed_width(const Type& timer) const;
  bool counts_scans(const Type& timer) const;

  // history.cpp
  bool looks_back(const Expr& expr) const;
  std::optional<Operand> history_function(const std::string& upper, const Expr& call);
  Operand previous_value(const Expr& expr, const Spot& at);
  Operand start_value(const Expr& expr, const Spot& at);
  Operand held(const Expr& call);
  Operand held_for(Term condition, std::uint64_t limit, bool in_scans, const Spot& at);
  Operand pending(const Expr& call);
  Operand earlier(const Expr& call);
  Operand first_scan(const Spot& at);
  void update_history(bool at_start);
  void begin_history();

  // recurrence.cpp
  /// A condition that is not to hold for ever: liveness.
  struct Recurrence {
    Term waits;  ///< at the end of the scan
    std::string claim;
    Position at;
    Term guess, saved;  ///< the next loop begins here; one has begun
  };
  void add_recurrence(const Requirement& requirement, Term waits);
  std::vector<Term> state_at_end() const;
  Term same_state(const std::vector<Term>& now, const std::vector<Term>& then);
  void lower_recurrences();

  // scan.cpp; connections.cpp
  /// A unit that runs: in each scan, or in each one of `every`.
  struct Running {
    const Pou* pou = nullptr;
    std::string name;  ///< of its instance; empty if it is the only one
    std::uint64_t every = 1;
    std::int64_t priority = 0;
    const ProgramInstance* instance = nullptr;  ///< of a configuration
  };
  const Pou& find_entry(const std::string& name, const char* what) const;
  const Pou& only_entry() const;
  void choose_cycle_time();
  std::vector<Running> choose_running();
  Scope root_scope(const Pou& pou, const std::string& name);
  void find_inputs(const Storage& root, const Type* block);
  void find_parameters(const Pou& pou, const Storage& root, const Type* block);
  void havoc_input(const Storage& leaf);
  std::vector<const Storage*> all_inputs() const;
  void lower_end(const Scope& scope, bool is_early);
  void lower_whole_end(Scope& scope);
  void lower_requirements(bool is_early);
  bool reads_only_inputs(const Expr& expr, const Scope& scope);
  void connect_environment(const Scope& plant, const Scope& program, bool is_before);
  void check_outputs(const Scope& scope);
  void run_instance(Scope& scope, const Running& how);
  void connect_arguments(const Scope& scope, const ProgramInstance& instance, bool is_before);
  void run_program(Scope& scope, const Running& how);
  void allocate_globals();
  void begin_values(const std::vector<Scope>& scopes, const Scope* plant);
  void forget_memory(const Storage& node);
  void forget_retained(const Storage& node);
  void describe(const Scope& scope, const Running& how, ScanModel& model);

  const std::vector<Source>& sources_;
  const ReadOptions& options_;
  const Log& log_;
  Declarations names_;
  Emission out_;
  std::unique_ptr<Storage> globals_;
  std::map<const Pou*, std::unique_ptr<Storage>> functions_;
  std::vector<std::unique_ptr<Storage>> roots_;             ///< instances of programs
  std::map<std::string, std::unique_ptr<Storage>> direct_;  ///< by address
  std::map<std::string, std::pair<const Storage*, const Type*>> addresses_;
  std::vector<Storage*> timers_;
  std::vector<const Storage*> inputs_;
  std::set<const Storage*> parameters_;
  std::map<std::string, const Expr*> address_init_;
  std::vector<ExprPtr> requirements_;
  Scope* scope_ = nullptr;
  bool allocates_root_ = false;  ///< its VAR_IN_OUT are variables, for nobody calls it
  std::uint64_t least_ms_ = 100, most_ms_ = 100;
  Term step_;  ///< milliseconds, if they are arbitrary
  bool in_annotation_ = false, at_scan_end_ = false;
  mutable std::vector<const Pou::Action*> actions_;  ///< that are being read
  std::vector<Emission::Limit> limits_;              ///< of the annotation
  std::vector<Term> guards_;                         ///< of the part of the annotation that is read
  std::uint32_t depth_ = 0;

  struct History {
    Term variable;
    Term value;  ///< at the end of the scan
    bool is_start = false;
  };
  std::vector<History> history_;
  std::vector<Recurrence> recurrences_;
  Term inexact_;                            ///< a function was called whose value is bounded alone
  std::vector<std::string> inexact_names_;  ///< of such functions
  std::vector<Term> zeroed_;                ///< variables of Cairn's own that begin with zero
  std::map<const Storage*, Term> known_;    ///< loop variables that are numbers
  std::uint64_t unrolled_ = 1;
  SiteId scan_site_ = kNoSite;
};

}  // namespace cairn::st
