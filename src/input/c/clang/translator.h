// SPDX-License-Identifier: MIT
//
// The translator's class: from Clang's syntax trees to a CUnit. Its functions are defined in the
// other headers of this folder, one for each part of the language, and clang_frontend.cpp includes
// all of them: Clang's headers take half a minute to compile, so there is one translation unit.
//
// Two rules keep terms right. (1) A term that names a variable is stale once the variable is
// assigned to, so an operand is copied before a later operand with side effects is evaluated.
// (2) What has no exact meaning here emits an assert of the kind Limit that always fails, and
// yields zero: nothing behind it executes, so the value does not matter.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/RecordLayout.h>
#include <clang/AST/Stmt.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/ASTUnit.h>
#include <clang/Lex/Lexer.h>
#include <clang/Tooling/Tooling.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cstring>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <unordered_set>

#include "format/c/argument_note.h"
#include "input/c/clang_frontend.h"
#include "input/c/conversions.h"
#include "input/c/layout.h"
#include "input/c/library.h"

namespace cairn {
namespace {

using clang::ASTContext;
using clang::Expr;
using clang::FunctionDecl;
using clang::QualType;
using clang::Stmt;
using clang::VarDecl;
using llvm::dyn_cast;
using llvm::isa;

constexpr CBits kLargestObject = CBits{8} << 30;  // 1 GB, in bits
constexpr CBits kMostCopies = 4096;               // scalars that one copy moves
constexpr unsigned kLongestRun = 20'000;          // tokens
constexpr CBits kLargestVariadicRecord = 64 * 8;  // bits of a struct behind a "..."
constexpr const char* kExitHandlers = "__cairn_run_exit_handlers";
constexpr unsigned kDeepest = 5'000;  // statements and expressions in each other
// Rounding modes as <fenv.h> numbers them on x86; 0 is to the nearest.
constexpr std::uint64_t kRoundDown = 0x400;
constexpr std::uint64_t kRoundUp = 0x800;
constexpr std::uint64_t kRoundToZero = 0xC00;

/// Without what has no meaning of its own.
const Expr* strip(const Expr* expression) {
  expression = expression->IgnoreParens();
  while (const auto* full = dyn_cast<clang::FullExpr>(expression))
    expression = full->getSubExpr()->IgnoreParens();
  return expression;
}

/// What a limit says of an expression that has no model.
std::string reason_for(const Expr* expression) {
  const QualType type = expression->getType();
  if (type->isAnyComplexType()) return "complex number";
  if (type->isVectorType()) return "vector operation";
  if (isa<clang::AtomicExpr>(expression)) return "atomic operation";
  return expression->getStmtClassName();
}

/// Calls `action` with the offset of each element of each leaf.
template <class Action>
void for_each_element(const std::vector<CLeaf>& leaves, Action action) {
  for (const CLeaf& leaf : leaves) {
    for (CBits number = 0; number < leaf.elements(); ++number) {
      CBits rest = number;
      CBits offset = leaf.offset;
      for (std::size_t i = leaf.dimensions.size(); i-- > 0;) {
        offset += (rest % leaf.dimensions[i].count) * leaf.dimensions[i].stride;
        rest /= leaf.dimensions[i].count;
      }
      action(leaf, offset);
    }
  }
}

CBits count_elements(const std::vector<CLeaf>& leaves) {
  CBits count = 0;
  for (const CLeaf& leaf : leaves) count += leaf.elements();
  return count;
}

CPlace moved(CPlace place, CBits offset) {
  place.offset += offset;
  return place;
}

/// What a place in the source stands for.
struct LValue {
  Term variable;  ///< valid: a variable of IVL; else `place`
  CPlace place;
  CScalar type;
  std::uint32_t field_width = 0;  ///< bit-fields
};

struct Variable {
  Term term;  ///< valid: a scalar whose address nobody takes
  CObjectId object = kNoObject;
  CScalar type;
};

struct Function {
  struct Parameter {
    CScalar type;
    CObjectId object = kNoObject;  ///< records
  };
  const FunctionDecl* definition = nullptr;
  unsigned depth = 0;  ///< of recursion: each level has a procedure and locals of its own
  std::string procedure;
  std::vector<Parameter> parameters;
  bool returns_scalar = false;
  CScalar result_type;
  Term result;
  CObjectId result_object = kNoObject;
  CObjectId variadic = kNoObject;  ///< the words of arguments behind the "..."
  Procedure body;
};

/// What a walk over a function's body finds before it is translated.
struct Survey {
  struct Call {
    std::string callee;
    bool repeated = false;
    const clang::CallExpr* expression = nullptr;
  };
  std::vector<Call> calls;
  bool jumps_back = false;
};

class Frontend {
 public:
  Frontend(const std::vector<Source>& files, const CReadOptions& options, const Log& log)
      : options_(options), log_(log), terms_(*unit_.program.terms) {
    unit_.pointer_bits = options.data_model == CReadOptions::DataModel::ILP32 ? 32 : 64;
    for (const Source& file : files) parse(file);
  }

  CUnit run();

 private:
  // Files.
  void parse(const Source& file);
  void collect(clang::ASTUnit& ast);
  void survey(const Stmt* statement, Survey& found, bool repeated);
  void survey_call(const clang::CallExpr* call, Survey& found, bool repeated);
  void survey_cast(const clang::CastExpr* cast);
  void survey_cleanup(const VarDecl* variable, Survey& found, bool repeated);
  const FunctionDecl* definition_of(const FunctionDecl* declaration);
  bool executes_often(const std::string& key);
  bool calls_error_function() const;
  void load_library();
  [[noreturn]] void fail(clang::SourceLocation at, const std::string& message) const;

  // Types.
  bool is_scalar(QualType type) const;
  CScalar scalar(QualType type) const;
  std::vector<CLeaf> leaves_of(QualType type);
  std::vector<CLeaf> record_leaves(const clang::RecordDecl* record);
  CBits size_of(QualType type) const;
  /// The size of a type whose arrays may have variable lengths: `bits` times `count`, if valid.
  struct Size {
    Term count;
    CBits bits = 0;
  };
  Size dynamic_size(QualType type);
  void capture_lengths(QualType type);
  void declare_array(const VarDecl* declaration);
  Term times(Term index, const Size& size);
  CObjectId new_object(CObject::Kind kind, std::string name, QualType type);
  CObjectId add_object(CObject object);

  // Names and variables.
  /// Names that are taken. Many share a stem, so the last number of each is kept.
  struct Names {
    std::set<std::string> taken;
    std::map<std::string, unsigned> numbers;
  };
  static std::string unique(Names& names, const std::string& wanted);
  std::string unique_variable(const std::string& wanted) { return unique(variable_names_, wanted); }
  std::string key_of(const clang::NamedDecl* declaration) const;
  Variable& variable_of(const VarDecl* declaration);
  Variable make_variable(const VarDecl* declaration);
  void extend_object(CObject& object, const VarDecl* declaration);
  Function& function_of(const FunctionDecl* definition, unsigned depth = 0);
  bool calls_back(const std::string& callee, const std::string& caller);
  unsigned deepest_recursion(const std::string& key);
  CObjectId function_object(const FunctionDecl* function);
  CObjectId string_object(const clang::StringLiteral* literal);
  Term new_variable(std::vector<ProgramVariable>& list, const std::string& name, const Sort& sort,
                    const std::string& source_name, Show show);

  // Statements.
  /// What happens when a variable's scope ends: its cleanup function is called, the object ends.
  struct ScopeEnd {
    const VarDecl* cleanup = nullptr;
    CObjectId object = kNoObject;
    Term pointer = kNoTerm;       ///< leads nowhere from then on
    Term flag = kNoTerm;          ///< whether the variable has been set: no more
    const Stmt* scope = nullptr;  ///< null: the function
  };
  void translate_function(Function& function);
  void translate_globals();
  void initialise_global(const VarDecl* declaration);
  void initialise_used(const Stmt* initialiser);
  void call_plainly(const FunctionDecl* definition);
  void run_exit_handlers(CLost where);
  std::vector<Term> main_arguments(const Function& entry);
  Term text_array(const std::string& name, Term count);
  void make_start(Function& entry);
  std::vector<Term> entry_arguments(Function& entry);
  Term entry_pointer(QualType pointee, ArgumentNote note, unsigned depth);
  void fill_argument(const CPlace& place, QualType type, ArgumentNote part, unsigned depth);
  void visit(const Stmt* statement);
  void visit_statement(const Stmt* statement);
  void cover(const Stmt* statement);
  void begin_local(CObjectId object);
  void begin_again(std::size_t first);
  void declare(const VarDecl* declaration);
  void visit_if(const clang::IfStmt* statement);
  void visit_loop(const Stmt* loop, const Expr* condition, const Stmt* body, const Expr* step,
                  bool test_first);
  Term new_rounds();
  void count_round(Term rounds, std::uint64_t before, const std::string& what);
  Term rounds_of(const clang::LabelDecl* label);
  void visit_goto(const clang::GotoStmt* statement);
  void visit_label(const clang::LabelStmt* statement);
  void visit_switch(const clang::SwitchStmt* statement);
  struct Case {
    Term low, high;  // constants
    std::string label;
  };
  void try_cases(Term value, const CScalar& type, std::span<const Case> cases);
  bool sort_cases(std::vector<Case>& cases, const CScalar& type);
  void bisect(Term value, const CScalar& type, std::span<const Case> cases,
              const std::string& rest);
  void visit_return(const clang::ReturnStmt* statement);
  void add_scope_end(ScopeEnd end);
  std::size_t enter_scope(const Stmt* scope);
  void leave_scope(std::size_t outer);
  void visit_branch(const Stmt* branch);
  void leave_for(const clang::LabelDecl* mark);
  void assign_at_end(Term pointer);
  void clean_up(std::size_t outer);
  void end_scope(std::size_t outer);
  void visit_asm(const clang::AsmStmt* statement);
  std::string label_of(const clang::LabelDecl* label);

  // Emission.
  void emit(Statement statement);
  void assign(Term target, Term value);
  void assume(Term condition);
  void property(Term condition, const std::string& note);
  void limit(const std::string& reason);
  Term limit(const std::string& reason, const Sort& sort);
  void limit_unless(Term condition, std::string reason);
  template <class Action>
  void at_start(Action action);
  void go_to(const std::string& label);
  void label(const std::string& name);
  void branch(Term condition, Block then, Block otherwise);
  Term temporary(const Sort& sort);
  Term havoc(const Sort& sort, const std::string& note);
  Term arbitrary(const CScalar& type, const std::string& note);
  bool is_stable(Term term) const;
  Term snapshot(Term term);
  void snapshot(LValue& value);
  void snapshot(CPlace& place);
  template <class Action>
  Block collect_block(Action action);
  SiteId site_of(const Stmt* statement, bool loop_head = false);
  std::string text_of(clang::SourceRange range) const;
  std::string short_text(const Stmt* statement) const;

  // Memory.
  Term address(const CPlace& place);
  void add_index(CPlace& place, Term index, const CScalar& type, Size size, bool backwards = false,
                 bool named = false);
  Term scaled(Term index, CBits bytes);
  Term load(const CPlace& place, const Sort& sort, CBits storage,
            CAccess::Purpose purpose = CAccess::Purpose::Use);
  void store(const CPlace& place, const Sort& sort, CBits storage, Term value);
  Term read(const LValue& value);
  std::optional<Term> copied_character(const Expr* expression);
  void set_variable(Term variable, Term value);
  void declare_unset(const Variable& variable, const std::string& name);
  void unset(CObjectId object);
  void check_same_object(Term left, Term right, const Expr* where);
  void check_lost(CLost where);
  bool in_library() const;
  void write(const LValue& value, Term term);
  Term as_stored(const LValue& value, Term term);
  void pseudo(const char* name, std::size_t number, std::vector<Term> targets,
              std::vector<Term> values, const std::string& note);
  void copy(const CPlace& to, const CPlace& from, QualType type);
  void copy_leaves(const CPlace& to, const CPlace& from, const std::vector<CLeaf>& leaves);
  void initialise(const CPlace& place, QualType type, const Expr* value);
  void initialise_string(const CPlace& place, QualType type, const clang::StringLiteral* text);
  static CPlace whole(CObjectId object) {
    CPlace place;
    place.object = object;
    return place;
  }

  // Expressions.
  void effect(const Expr* expression);
  Term rvalue(const Expr* expression);
  Term rvalue_unchecked(const Expr* expression);
  Term condition(const Expr* expression);
  LValue lvalue(const Expr* expression);
  LValue member(const clang::MemberExpr* expression);
  void check_row(const Expr* row, Term index, const Expr* where);
  CPlace pointer_place(const Expr* pointer);
  CPlace aggregate(const Expr* expression);
  Term cast(const clang::CastExpr* expression);
  bool is_input(const Expr* place) const;
  Term unary(const clang::UnaryOperator* expression);
  Term binary(const clang::BinaryOperator* expression);
  Term pointer_arithmetic(const clang::BinaryOperator* expression);
  Term negated(Term value, const CScalar& type);
  std::vector<Term> lanes(Term value, const clang::VectorType* type);
  Term joined(const std::vector<Term>& elements, const clang::VectorType* type);
  Term vector_binary(clang::BinaryOperatorKind kind, Term left, Term right, QualType operand,
                     QualType result, const Expr* where);
  Term vector_unary(const clang::UnaryOperator* expression);
  Term vector_cast(const clang::CastExpr* expression);
  Term vector_list(const clang::InitListExpr* list);
  Term vector_shuffle(const clang::ShuffleVectorExpr* expression);
  Term vector_convert(const clang::ConvertVectorExpr* expression);
  Term vector_element(const clang::ArraySubscriptExpr* expression);
  Term increment(const clang::UnaryOperator* expression, bool wants_value);
  LValue assignment(const clang::BinaryOperator* expression, Term* value);
  LValue compound_assignment(const clang::CompoundAssignOperator* expression, Term* value);
  Term operate(CBinary op, Term a, Term b, const CScalar& type, const CScalar& right,
               const Expr* where);
  Term move_pointer(Term pointer, Term index, const CScalar& type, QualType pointer_type,
                    bool backwards);
  bool only_reads(const Block& block) const;
  Term short_circuit(const clang::BinaryOperator* expression);
  Term conditional(const clang::AbstractConditionalOperator* expression);
  CPlace conditional_place(const clang::AbstractConditionalOperator* expression);
  template <class Last>
  void statement_expression(const clang::StmtExpr* expression, Last last);
  bool has_effects(const Expr* expression) const {
    return expression->HasSideEffects(*context_, true);
  }
  template <class Make>
  Term rounded(Make make);
  Term convert(Term value, const CScalar& from, const CScalar& to);
  Term number_of(Term value, const CScalar& type);
  Term packed(Term number, const CScalar& type);
  Term truth(Term value, const CScalar& type);
  std::optional<Term> sign_function(std::string_view name, std::span<const Term> values,
                                    const CScalar& type, const CScalar& result);
  Term literal(const llvm::APInt& bits);
  Term literal(const llvm::APFloat& number, const CScalar& type);
  std::optional<std::uint64_t> constant_of(const Expr* expression);

  // Calls.
  struct Result {
    Term value;    ///< invalid: none
    CPlace place;  ///< records
  };
  Result call(const clang::CallExpr* expression);
  void check_nonnull(const clang::CallExpr* expression, std::span<const Term> values);
  Result call_function(const clang::CallExpr* expression, Function& function);
  Result call_pointer(const clang::CallExpr* expression);
  Result call_with_records(const clang::CallExpr* expression, Term pointer);
  std::vector<const FunctionDecl*> callees_of(const clang::FunctionType* type);
  Result refuse_recursion(const clang::CallExpr* expression, const std::string& name,
                          unsigned depth);
  Result call_library(const clang::CallExpr* expression, const FunctionDecl* callee);
  Result call_unknown(const clang::CallExpr* expression, const std::string& name);
  Result nondet(const clang::CallExpr* expression, const FunctionDecl* callee);
  QualType nondet_type(std::string_view name) const;
  Term classified(const clang::CallExpr* expression);
  std::optional<Result> overflow_builtin(const clang::CallExpr* expression, std::string_view name);
  std::optional<Result> scribble(const clang::CallExpr* expression, std::string_view name);
  Result math(const clang::CallExpr* expression, const std::string& name);
  Term record_bits(const CPlace& place, CBits size);
  CPlace next_record(const clang::VAArgExpr* expression);
  CObjectId variadic_object(const std::string& function);
  void store_variadic(const Function& callee, const std::vector<std::pair<Term, CScalar>>& values);
  LValue cursor_of(const Expr* list);
  bool variadic_builtin(const clang::CallExpr* expression, std::string_view name);
  Term next_argument(const clang::VAArgExpr* expression);
  CObjectId label_object(const clang::LabelDecl* mark);
  void visit_computed_goto(const clang::IndirectGotoStmt* statement);

  // Functions without a body (externals.h, formats.h, atomics.h).
  Result own_function(const clang::CallExpr* expression, const std::string& name);
  void approximate(const std::string& function);
  bool carries_pointer(QualType type) const;
  bool is_plain(const clang::CallExpr* expression) const;
  bool is_opaque(const clang::CallExpr* expression);
  void find_opaque_calls();
  bool is_visible(const VarDecl* declaration) const;
  Result call_opaque(const clang::CallExpr* expression, const std::string& name);
  Result no_result(QualType type);
  const FunctionDecl* library_definition(const FunctionDecl* declaration);
  Term call_helper(const char* name, std::vector<Term> values);
  struct Conversion;
  std::optional<std::string> format_text(const Expr* format) const;
  std::optional<std::vector<Conversion>> parse_format(const std::string& text, bool scan) const;
  Result print(const clang::CallExpr* expression, const std::string& name);
  Term put_conversion(const Conversion& conversion, std::span<const Term> arguments, Term to,
                      Term room, Term at);
  Term put_character(Term to, Term room, Term at, Term character);
  std::optional<std::string> misfit(const Conversion& conversion,
                                    const clang::CallExpr* expression) const;
  Result print_unknown(const clang::CallExpr* expression, const std::string& name,
                       const std::string& reason);
  Result scan(const clang::CallExpr* expression, const std::string& name);
  void store_number(Term pointer, const Conversion& conversion, Term value);
  Term atomic(const clang::AtomicExpr* expression);
  std::optional<Result> sync_builtin(const clang::CallExpr* expression, std::string_view name);
  Result allocate(const clang::CallExpr* expression, CLibrary kind);
  Result may_fail(const clang::CallExpr* expression, CLibrary kind, const std::string& name);
  struct Wanted {
    std::vector<Term> arguments;  ///< of the call
    std::optional<std::uint64_t> constant;
    Term bytes;  ///< if it is not constant; counts where `fits` holds
    Term fits;
  };
  /// What a call of malloc is about.
  struct Allocation {
    CLibrary kind = CLibrary::Allocate;
    Wanted wanted;
    QualType element;
    std::string site;
    CBits size = 0;  ///< of the object's memory
    bool on_stack = false;
    std::uint32_t align = 16;
  };
  Wanted wanted_bytes(const clang::CallExpr* expression, CLibrary kind);
  void begin_object(CObjectId object, Term condition);
  Term allocate_object(const Allocation& made, unsigned count);
  Term allocate_slot(const Allocation& made);
  Term reallocated(const Allocation& made, Term fresh);
  Term capacity_of(const std::string& name);
  Term counter_of(const std::string& site, std::uint32_t width);
  bool is_repeated(const clang::CallExpr* expression);
  QualType heap_element(const clang::CallExpr* expression);
  std::vector<CLeaf> memory_of(QualType element, CBits size);
  std::vector<Term> evaluate_arguments(const clang::CallExpr* expression);
  std::optional<Result> move_memory(const clang::CallExpr* expression, CLibrary kind);
  std::vector<CLeaf> memory_leaves(const Expr* pointer, CBits size);
  void violation(const std::string& name);
  CScalar result_scalar(const clang::CallExpr* expression) const;
  bool is_error_function(const std::string& name) const {
    return std::ranges::find(options_.error_functions, name) != options_.error_functions.end();
  }
  bool checks(const char* what) const {
    return std::ranges::find(options_.checks, what) != options_.checks.end();
  }

  const CReadOptions& options_;
  const Log& log_;
  CUnit unit_;
  Terms& terms_;
  std::vector<std::unique_ptr<clang::ASTUnit>> asts_;
  bool has_library_ = false;

  std::map<std::string, const FunctionDecl*> definitions_;
  std::map<std::string, const VarDecl*> global_definitions_;
  std::map<std::string, Survey> surveys_;
  std::vector<const FunctionDecl*> constructors_;
  std::vector<const FunctionDecl*> destructors_;
  std::set<std::string> taken_;            // keys of variables and functions
  std::map<std::string, QualType> hints_;  // what a void* is cast to
  std::map<std::string, std::pair<unsigned, const Expr*>> assigned_;  // assignments of a local
  std::map<std::pair<std::string, std::string>, bool> calls_back_;    // memo
  std::map<std::string, int> often_;   // memo of executes_often: 0 asked, 1 no, 2 yes
  unsigned depth_ = 0;                 // of survey()
  std::set<std::string> error_calls_;  // keys of functions that are errors by name
  bool sets_rounding_ = false;
  bool has_exit_handlers_ = false;
  bool has_count_conversion_ = false;  // some text has a %n
  bool uses_errno_ = false;
  bool has_opaque_calls_ = false;  // functions without a body may reach memory
  Term rounding_;  // the rounding mode as fesetround() numbers it, if the program changes it

  std::map<std::string, Variable> variables_;
  std::map<std::string, std::unique_ptr<Function>> functions_;
  std::deque<Function*> function_queue_;
  std::deque<const VarDecl*> global_queue_;
  std::set<const VarDecl*> initialised_;  // globals whose initialiser was translated
  std::map<std::string, CObjectId> function_objects_;
  std::unordered_map<const clang::StringLiteral*, CObjectId> strings_;
  std::map<const clang::LabelDecl*, CObjectId> label_objects_;  // labels whose address is taken
  std::unordered_map<const Expr*, CObjectId> literals_;         // compound literals
  Names variable_names_;
  Names procedure_names_;
  std::set<std::string> unknown_;
  std::set<std::string> odd_nondets_;  // warned about
  std::set<std::string> opaque_calls_;
  std::unordered_map<const clang::RecordDecl*, std::vector<CLeaf>> record_leaves_;
  Block start_;
  std::string entry_key_;            // of the function that runs
  std::uint32_t entry_objects_ = 0;  // that arguments of the first function point to
  CBits entry_scalars_ = 0;          // in them

  // The function in translation.
  ASTContext* context_ = nullptr;
  Function* function_ = nullptr;
  std::string function_name_;
  Procedure* procedure_ = nullptr;
  Block* block_ = nullptr;
  SiteId site_ = kNoSite;
  Names labels_;
  std::unordered_map<const clang::LabelDecl*, std::string> label_names_;
  std::vector<const clang::LabelDecl*> addressed_labels_;
  std::unordered_map<const clang::SwitchCase*, std::string> case_labels_;
  std::vector<std::string> local_keys_;          // of variables_, for this function
  std::vector<const Expr*> local_literals_;      // of literals_, for this function
  std::vector<Term> rounds_;                     // counters of loops, with --unwind
  std::unordered_map<std::uint32_t, Term> set_;  // by variable: whether it has been set
  std::unordered_map<const clang::LabelDecl*, Term> label_rounds_;
  std::unordered_set<const clang::LabelDecl*> passed_labels_;
  std::vector<std::string> breaks_;
  std::vector<std::string> continues_;
  std::vector<ScopeEnd> cleanups_;   // of the variables in scope
  std::vector<const Stmt*> scopes_;  // that control is in, the innermost last
  std::map<const clang::LabelDecl*, std::set<const Stmt*>> label_scopes_;
  // How many of them are in scope outside of the innermost loop or switch, for break and continue.
  std::vector<std::size_t> break_cleanups_;
  std::vector<std::size_t> continue_cleanups_;
  std::vector<std::size_t> switch_cleanups_;  // likewise, outside of the innermost switch
  std::unordered_map<const clang::OpaqueValueExpr*, Term> opaque_;
  std::unordered_map<const Expr*, Term> lengths_;  // of arrays: the value that the expression had
  std::unordered_set<std::uint32_t> temporaries_;
  std::map<std::pair<std::uint64_t, const void*>, SiteId> sites_;
  QualType heap_hint_;
  const Expr* addressed_ = nullptr;                 // the place whose address was asked for last
  const clang::CallExpr* unused_result_ = nullptr;  // the last call that is a statement
};

}  // namespace
}  // namespace cairn
