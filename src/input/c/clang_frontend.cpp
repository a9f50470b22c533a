// SPDX-License-Identifier: MIT
//
// The one file that includes Clang's headers, for they take half a minute to compile. Clang has
// resolved names, types and implicit conversions; here side effects are put in order (left to
// right) and become statements, expressions become terms. Nothing of memory is decided here: see
// c_unit.h.
//
// Two rules keep terms right. (1) A term that names a variable is stale once the variable is
// assigned to, so an operand is copied before a later operand with side effects is evaluated.
// (2) What has no exact meaning here emits an assert of the kind Limit that always fails, and
// yields zero: nothing behind it executes, so the value does not matter.
#include "input/c/clang_frontend.h"

#ifdef CAIRN_HAS_C

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/RecordLayout.h>
#include <clang/AST/Stmt.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/ASTUnit.h>
#include <clang/Lex/Lexer.h>
#include <clang/Tooling/Tooling.h>
#include <fmt/format.h>
#include <pthread.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cstring>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>

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
constexpr unsigned kDeepest = 5'000;              // statements and expressions in each other
// Rounding modes as <fenv.h> numbers them on x86; 0 is to the nearest.
constexpr std::uint64_t kRoundDown = 0x400;
constexpr std::uint64_t kRoundUp = 0x800;
constexpr std::uint64_t kRoundToZero = 0xC00;

/// Clang's first error as an InputError's parts.
class FirstError : public clang::DiagnosticConsumer {
 public:
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic& diagnostic) override {
    clang::DiagnosticConsumer::HandleDiagnostic(level, diagnostic);
    if (level < clang::DiagnosticsEngine::Error || found_) return;
    llvm::SmallString<128> text;
    diagnostic.FormatDiagnostic(text);
    Position at{"", 1, 1};
    if (diagnostic.hasSourceManager() && diagnostic.getLocation().isValid()) {
      const clang::SourceManager& sources = diagnostic.getSourceManager();
      const clang::SourceLocation place = sources.getExpansionLoc(diagnostic.getLocation());
      at = {sources.getFilename(place).str(), sources.getExpansionLineNumber(place),
            sources.getExpansionColumnNumber(place)};
    }
    found_ = std::make_pair(at, std::string(text.str()));
  }
  const auto& found() const { return found_; }

 private:
  std::optional<std::pair<Position, std::string>> found_;
};

/// The position behind a comment or a literal that starts at `at`, or `at` if none does.
std::size_t skip_opaque(const std::string& text, std::size_t at) {
  const auto behind = [&](const char* end) {
    const std::size_t found = text.find(end, at + 2);
    return found == std::string::npos ? text.size() : found + std::strlen(end);
  };
  if (text.compare(at, 2, "/*") == 0) return behind("*/");
  if (text.compare(at, 2, "//") == 0) return behind("\n") - 1;
  if (text[at] != '"' && text[at] != '\'') return at;
  std::size_t end = at + 1;
  while (end < text.size() && text[end] != text[at] && text[end] != '\n')
    end += text[end] == '\\' ? 2 : 1;
  return std::min(end + 1, text.size());
}

/// Clang's parser calls itself for operators, labels and the like: a run of tokens that is too long
/// to be meant would end in a stack overflow.
void refuse_long_runs(const Source& file) {
  const std::string& text = file.bytes;
  const auto is_word = [&](std::size_t at) {
    return std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_';
  };
  unsigned tokens = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t behind = skip_opaque(text, i);
    if (behind > i) {
      i = behind - 1;
      continue;
    }
    const char c = text[i];
    if (std::isspace(static_cast<unsigned char>(c)) != 0) continue;
    if (c == ';' || c == '{' || c == '}' || c == ',')
      tokens = 0;
    else if (!is_word(i) || i == 0 || !is_word(i - 1))
      ++tokens;
    if (tokens <= kLongestRun) continue;
    const auto line =
        1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(i), '\n');
    throw InputError(
        {file.name, static_cast<std::uint64_t>(line), 1},
        fmt::format("more than {} tokens in a row without ';', ',' or braces", kLongestRun));
  }
}

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
  if (type->isVectorType()) return "vector type";
  if (isa<clang::VAArgExpr>(expression)) return "va_arg";
  if (isa<clang::AddrLabelExpr>(expression)) return "computed goto";
  if (isa<clang::AtomicExpr>(expression)) return "atomic operation";
  return expression->getStmtClassName();
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
  std::string procedure;
  std::vector<Parameter> parameters;
  bool returns_scalar = false;
  CScalar result_type;
  Term result;
  CObjectId result_object = kNoObject;
  Procedure body;
};

/// What a walk over a function's body finds before it is translated.
struct Survey {
  struct Call {
    std::string callee;
    bool repeated = false;
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
  const FunctionDecl* definition_of(const FunctionDecl* declaration);
  bool executes_often(const std::string& key);
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
  std::string unique(std::set<std::string>& used, const std::string& wanted);
  std::string unique_variable(const std::string& wanted);
  std::string key_of(const clang::NamedDecl* declaration) const;
  Variable& variable_of(const VarDecl* declaration);
  Variable make_variable(const VarDecl* declaration);
  Function& function_of(const FunctionDecl* definition);
  CObjectId function_object(const FunctionDecl* function);
  CObjectId string_object(const clang::StringLiteral* literal);
  Term new_variable(std::vector<ProgramVariable>& list, const std::string& name, const Sort& sort,
                    const std::string& source_name, Show show);

  // Statements.
  void translate_function(Function& function);
  void translate_globals();
  void initialise_global(const VarDecl* declaration);
  void make_start(Function& entry);
  void visit(const Stmt* statement);
  void visit_statement(const Stmt* statement);
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
  void visit_return(const clang::ReturnStmt* statement);
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
  void add_index(CPlace& place, Term index, const CScalar& type, Size size, bool backwards = false);
  Term scaled(Term index, CBits bytes);
  Term load(const CPlace& place, const Sort& sort, CBits storage);
  void store(const CPlace& place, const Sort& sort, CBits storage, Term value);
  Term read(const LValue& value);
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
  CPlace pointer_place(const Expr* pointer);
  CPlace aggregate(const Expr* expression);
  Term cast(const clang::CastExpr* expression);
  Term unary(const clang::UnaryOperator* expression);
  Term binary(const clang::BinaryOperator* expression);
  Term pointer_arithmetic(const clang::BinaryOperator* expression);
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
  Term literal(const llvm::APInt& bits);
  Term literal(const llvm::APFloat& number, const CScalar& type);
  std::optional<std::uint64_t> constant_of(const Expr* expression);

  // Calls.
  struct Result {
    Term value;    ///< invalid: none
    CPlace place;  ///< records
  };
  Result call(const clang::CallExpr* expression);
  Result call_function(const clang::CallExpr* expression, Function& function);
  Result call_pointer(const clang::CallExpr* expression);
  Result call_library(const clang::CallExpr* expression, const FunctionDecl* callee);
  Result call_unknown(const clang::CallExpr* expression, const std::string& name);
  Result nondet(const clang::CallExpr* expression, const FunctionDecl* callee);
  QualType nondet_type(std::string_view name) const;
  std::optional<Result> overflow_builtin(const clang::CallExpr* expression, std::string_view name);
  std::optional<Result> scribble(const clang::CallExpr* expression, std::string_view name);
  Result math(const clang::CallExpr* expression, const std::string& name);
  Result allocate(const clang::CallExpr* expression, CLibrary kind);
  struct Wanted {
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
  };
  Wanted wanted_bytes(const clang::CallExpr* expression, CLibrary kind);
  Term allocate_object(const Allocation& made, unsigned count);
  Term allocate_slot(const Allocation& made);
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
  std::set<std::string> taken_;            // keys of variables and functions
  std::map<std::string, QualType> hints_;  // what a void* is cast to
  std::map<std::string, std::pair<unsigned, const Expr*>> assigned_;  // assignments of a local
  std::map<std::string, int> often_;  // memo of executes_often: 0 asked, 1 no, 2 yes
  unsigned depth_ = 0;                // of survey()
  bool calls_error_function_ = false;
  bool sets_rounding_ = false;
  Term rounding_;  // the rounding mode as fesetround() numbers it, if the program changes it

  std::map<std::string, Variable> variables_;
  std::map<std::string, std::unique_ptr<Function>> functions_;
  std::deque<Function*> function_queue_;
  std::deque<const VarDecl*> global_queue_;
  std::map<std::string, CObjectId> function_objects_;
  std::unordered_map<const clang::StringLiteral*, CObjectId> strings_;
  std::unordered_map<const Expr*, CObjectId> literals_;  // compound literals
  std::set<std::string> variable_names_;
  std::map<std::string, unsigned> variable_numbers_;
  std::set<std::string> procedure_names_;
  std::set<std::string> unknown_;
  std::unordered_map<const clang::RecordDecl*, std::vector<CLeaf>> record_leaves_;
  Block start_;

  // The function in translation.
  ASTContext* context_ = nullptr;
  Function* function_ = nullptr;
  std::string function_name_;
  Procedure* procedure_ = nullptr;
  Block* block_ = nullptr;
  SiteId site_ = kNoSite;
  std::set<std::string> labels_;
  std::unordered_map<const clang::LabelDecl*, std::string> label_names_;
  std::unordered_map<const clang::SwitchCase*, std::string> case_labels_;
  std::vector<Term> rounds_;  // counters of loops, with --unwind
  std::unordered_map<const clang::LabelDecl*, Term> label_rounds_;
  std::unordered_set<const clang::LabelDecl*> passed_labels_;
  std::vector<std::string> breaks_;
  std::vector<std::string> continues_;
  std::unordered_map<const clang::OpaqueValueExpr*, Term> opaque_;
  std::unordered_map<const Expr*, Term> lengths_;  // of arrays: the value that the expression had
  std::unordered_set<std::uint32_t> temporaries_;
  std::map<std::pair<std::uint64_t, const void*>, SiteId> sites_;
  QualType heap_hint_;
  const clang::CallExpr* unused_result_ = nullptr;  // the last call that is a statement
};

// --- Files -------------------------------------------------------------------------------------

void Frontend::parse(const Source& file) {
  if (file.bytes.find('\0') != std::string::npos)
    throw InputError({file.name}, "this is a binary file; expected C source");
  refuse_long_runs(file);
  std::vector<std::string> arguments = {"-xc",
                                        "-fsyntax-only",
                                        "-std=gnu11",
                                        "-ffreestanding",
                                        "-fno-builtin",
                                        "-w",
                                        unit_.pointer_bits == 32 ? "-m32" : "-m64",
                                        "-msse2",
                                        "-resource-dir=" CAIRN_CLANG_RESOURCES};
  arguments.insert(arguments.end(), options_.compiler_arguments.begin(),
                   options_.compiler_arguments.end());
  FirstError errors;
  std::unique_ptr<clang::ASTUnit> ast = clang::tooling::buildASTFromCodeWithArgs(
      file.bytes, arguments, file.name, "cairn", std::make_shared<clang::PCHContainerOperations>(),
      clang::tooling::getClangStripDependencyFileAdjuster(), {}, &errors);
  if (errors.found()) {
    Position at = errors.found()->first;
    if (at.file.empty()) at.file = file.name;
    throw InputError(at, errors.found()->second);
  }
  if (!ast) throw InputError({file.name}, "Clang cannot read this file");
  collect(*ast);
  asts_.push_back(std::move(ast));
}

void Frontend::fail(clang::SourceLocation at, const std::string& message) const {
  const clang::SourceManager& sources = context_->getSourceManager();
  const clang::SourceLocation place = sources.getExpansionLoc(at);
  throw InputError({sources.getFilename(place).str(), sources.getExpansionLineNumber(place),
                    sources.getExpansionColumnNumber(place)},
                   message);
}

std::string Frontend::key_of(const clang::NamedDecl* declaration) const {
  if (declaration->isExternallyVisible()) return declaration->getNameAsString();
  return fmt::format("{}@{}", declaration->getNameAsString(),
                     fmt::ptr(declaration->getCanonicalDecl()));
}

void Frontend::collect(clang::ASTUnit& ast) {
  context_ = &ast.getASTContext();
  for (const clang::Decl* declaration : context_->getTranslationUnitDecl()->decls()) {
    if (const auto* function = dyn_cast<FunctionDecl>(declaration)) {
      if (!function->doesThisDeclarationHaveABody()) continue;
      const std::string key = key_of(function);
      if (has_library_ && definitions_.contains(key)) continue;
      if (!definitions_.emplace(key, function).second)
        fail(function->getLocation(),
             fmt::format("'{}' is defined in several files", function->getNameAsString()));
      survey(function->getBody(), surveys_[key], false);
    } else if (const auto* variable = dyn_cast<VarDecl>(declaration)) {
      const std::string key = key_of(variable);
      Survey unused;
      if (variable->getInit() != nullptr) survey(variable->getInit(), unused, false);
      if (variable->isThisDeclarationADefinition() == VarDecl::DeclarationOnly) continue;
      const auto [found, added] = global_definitions_.emplace(key, variable);
      if (added) continue;
      const bool here = &found->second->getASTContext() == context_;
      const bool again = variable->getInit() != nullptr && found->second->getInit() != nullptr;
      const bool other_type =
          !here && variable->getType().getCanonicalType().getAsString() !=
                       found->second->getType().getCanonicalType().getAsString();
      if (again || other_type)
        fail(variable->getLocation(),
             fmt::format("'{}' is defined in several files", variable->getNameAsString()));
      if (here || variable->getInit() != nullptr) found->second = variable;
    }
  }
}

void Frontend::survey_call(const clang::CallExpr* call, Survey& found, bool repeated) {
  if (const FunctionDecl* callee = call->getDirectCallee()) {
    found.calls.push_back({key_of(callee), repeated});
    if (is_error_function(callee->getNameAsString())) calls_error_function_ = true;
    if (library_function(callee->getNameAsString()) == CLibrary::Rounding) sets_rounding_ = true;
  }
}

void Frontend::survey_cast(const clang::CastExpr* cast) {
  if (!cast->getType()->isPointerType() || cast->getType()->isVoidPointerType()) return;
  const Expr* inner = cast->getSubExpr()->IgnoreParenCasts();
  const auto* reference = dyn_cast<clang::DeclRefExpr>(inner);
  if (reference == nullptr || !reference->getType()->isVoidPointerType()) return;
  if (isa<VarDecl>(reference->getDecl()))
    hints_.emplace(key_of(reference->getDecl()), cast->getType()->getPointeeType());
}

void Frontend::survey(const Stmt* statement, Survey& found, bool repeated) {
  if (statement == nullptr || isa<clang::UnaryExprOrTypeTraitExpr>(statement)) return;
  if (++depth_ > kDeepest)
    fail(statement->getBeginLoc(), fmt::format("nested more than {} deep", kDeepest));
  if (isa<clang::WhileStmt>(statement) || isa<clang::DoStmt>(statement) ||
      isa<clang::ForStmt>(statement))
    repeated = true;
  if (isa<clang::GotoStmt>(statement) || isa<clang::IndirectGotoStmt>(statement))
    found.jumps_back = true;
  if (const auto* cast = dyn_cast<clang::CastExpr>(statement)) survey_cast(cast);
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(statement)) {
    const Expr* operand = unary->getSubExpr()->IgnoreParens();
    const auto* reference = dyn_cast<clang::DeclRefExpr>(operand);
    if (reference != nullptr && unary->getOpcode() == clang::UO_AddrOf)
      taken_.insert(key_of(reference->getDecl()));
    if (reference != nullptr && unary->isIncrementDecrementOp())
      assigned_[key_of(reference->getDecl())].first += 2;
  }
  if (const auto* binary = dyn_cast<clang::BinaryOperator>(statement);
      binary != nullptr && binary->isAssignmentOp()) {
    if (const auto* reference = dyn_cast<clang::DeclRefExpr>(binary->getLHS()->IgnoreParens())) {
      auto& [count, value] = assigned_[key_of(reference->getDecl())];
      count += binary->isCompoundAssignmentOp() ? 2 : 1;
      value = binary->getRHS();
    }
  }
  if (const auto* declaration = dyn_cast<clang::DeclStmt>(statement)) {
    for (const clang::Decl* each : declaration->decls()) {
      const auto* variable = dyn_cast<VarDecl>(each);
      if (variable == nullptr || variable->getInit() == nullptr) continue;
      auto& [count, value] = assigned_[key_of(variable)];
      ++count;
      value = variable->getInit();
    }
  }
  const Expr* callee = nullptr;
  if (const auto* call = dyn_cast<clang::CallExpr>(statement)) {
    survey_call(call, found, repeated);
    if (call->getDirectCallee() != nullptr) callee = call->getCallee();
  }
  if (const auto* reference = dyn_cast<clang::DeclRefExpr>(statement);
      reference != nullptr && isa<FunctionDecl>(reference->getDecl()))
    taken_.insert(key_of(reference->getDecl()));
  for (const Stmt* child : statement->children())
    if (child != callee) survey(child, found, repeated);
  --depth_;
}

const FunctionDecl* Frontend::definition_of(const FunctionDecl* declaration) {
  const auto found = definitions_.find(key_of(declaration));
  return found == definitions_.end() ? nullptr : found->second;
}

/// Whether a function may be called more than once in a run.
bool Frontend::executes_often(const std::string& key) {
  int& state = often_[key];
  if (state != 0) return state == 2;
  state = 2;  // a cycle of calls
  if (taken_.contains(key)) return true;
  unsigned calls = key == options_.entry ? 1 : 0;
  for (const auto& [caller, found] : surveys_)
    for (const Survey::Call& call : found.calls) {
      if (call.callee != key) continue;
      if (++calls > 1 || call.repeated || found.jumps_back || executes_often(caller)) return true;
    }
  often_[key] = 1;
  return false;
}

void Frontend::load_library() {
  if (has_library_) return;
  has_library_ = true;
  ASTContext* const before = context_;
  parse({"<library>", std::string(library_source())});
  context_ = before;
}

// --- Types -------------------------------------------------------------------------------------

bool Frontend::is_scalar(QualType type) const {
  type = type.getCanonicalType();
  if (const auto* atomic = type->getAs<clang::AtomicType>()) type = atomic->getValueType();
  return type->isIntegralOrEnumerationType() || type->isPointerType() || type->isRealFloatingType();
}

CScalar Frontend::scalar(QualType type) const {
  type = type.getCanonicalType().getUnqualifiedType();
  if (const auto* atomic = type->getAs<clang::AtomicType>()) type = atomic->getValueType();
  CScalar result;
  if (type->isPointerType() || type->isFunctionType() || type->isArrayType()) {
    result.kind = CScalar::Kind::Pointer;
    result.sort = Sort::bit_vector(unit_.pointer_bits);
    result.storage = unit_.pointer_bits;
    result.show = Show::Pointer;
  } else if (type->isRealFloatingType()) {
    result.kind = CScalar::Kind::Float;
    result.is_signed = true;
    result.show = Show::Float;
    result.storage = static_cast<CBits>(context_->getTypeSize(type));
    const llvm::fltSemantics& format = context_->getFloatTypeSemantics(type);
    if (&format == &llvm::APFloat::IEEEsingle())
      result.sort = Sort::float32();
    else if (&format == &llvm::APFloat::IEEEdouble())
      result.sort = Sort::float64();
    else if (&format == &llvm::APFloat::x87DoubleExtended())
      result.sort = Sort::floating(15, 64);
    else if (&format == &llvm::APFloat::IEEEquad())
      result.sort = Sort::floating(15, 113);
    else
      result.sort = Sort::floating(5, 11);
  } else if (type->isBooleanType()) {
    result = {CScalar::Kind::Bool, false, Sort::bit_vector(8), 8, Show::Bool};
  } else if (type->isIntegralOrEnumerationType()) {
    const auto width = static_cast<std::uint32_t>(context_->getTypeSize(type));
    result.is_signed = type->isSignedIntegerOrEnumerationType();
    result.sort = Sort::bit_vector(width);
    result.storage = width;
    result.show = result.is_signed ? Show::Signed : Show::Unsigned;
    if (type->isCharType() && type->isSpecificBuiltinType(clang::BuiltinType::Char_S))
      result.show = Show::Char;
  }
  return result;
}

CBits Frontend::size_of(QualType type) const {
  if (type->isVoidType() || type->isFunctionType()) return 8;
  if (type->isIncompleteType()) return 0;
  return static_cast<CBits>(context_->getTypeSize(type));
}

Frontend::Size Frontend::dynamic_size(QualType type) {
  const auto* array = context_->getAsVariableArrayType(type);
  if (array == nullptr) {
    const auto* fixed = context_->getAsConstantArrayType(type);
    if (fixed == nullptr || !type->isVariablyModifiedType()) return {kNoTerm, size_of(type)};
    Size size = dynamic_size(fixed->getElementType());
    size.bits *= static_cast<CBits>(fixed->getSize().getLimitedValue(1 << 24));
    return size;
  }
  Size size = dynamic_size(array->getElementType());
  const auto length = lengths_.find(array->getSizeExpr());
  if (length == lengths_.end()) {
    size.count = limit("array of unknown length", Sort::bit_vector(unit_.pointer_bits));
    return size;
  }
  size.count =
      size.count.valid() ? terms_.make(Op::BvMul, {size.count, length->second}) : length->second;
  return size;
}

Term Frontend::times(Term index, const Size& size) {
  return size.count.valid() ? terms_.make(Op::BvMul, {index, size.count}) : index;
}

/// Evaluates the lengths in a type, which C does when control reaches its declaration.
void Frontend::capture_lengths(QualType type) {
  type = type.getCanonicalType();
  if (!type->isVariablyModifiedType()) return;
  if (type->isPointerType()) return capture_lengths(type->getPointeeType());
  if (const auto* array = context_->getAsArrayType(type)) capture_lengths(array->getElementType());
  const auto* array = context_->getAsVariableArrayType(type);
  if (array == nullptr || array->getSizeExpr() == nullptr) return;
  const Expr* expression = array->getSizeExpr();
  const CScalar length = scalar(expression->getType());
  const Term value = rvalue(expression);
  const Sort sort = Sort::bit_vector(unit_.pointer_bits);
  Term& variable = lengths_[expression];
  if (!variable.valid())
    variable = new_variable(procedure_->locals, "length", sort, "", Show::Hidden);
  assign(variable, length.is_signed ? terms_.resize_signed(value, sort.width())
                                    : terms_.resize_unsigned(value, sort.width()));
}

std::vector<CLeaf> Frontend::leaves_of(QualType type) {
  type = type.getCanonicalType();
  if (const auto* atomic = type->getAs<clang::AtomicType>())
    type = atomic->getValueType().getCanonicalType();
  if (is_scalar(type)) {
    const CScalar element = scalar(type);
    CLeaf leaf;
    leaf.storage = element.storage;
    leaf.sort = element.sort;
    leaf.show = element.show;
    return {leaf};
  }
  if (const auto* array = context_->getAsConstantArrayType(type)) {
    const auto count = static_cast<CBits>(array->getSize().getLimitedValue());
    const CBits stride = size_of(array->getElementType());
    if (count == 0 || stride == 0) return {};
    std::vector<CLeaf> leaves = leaves_of(array->getElementType());
    repeat_leaves(leaves, count, stride);
    return leaves;
  }
  if (const auto* record = type->getAs<clang::RecordType>())
    return record_leaves(record->getDecl()->getDefinition());
  CObject other;
  other.size = size_of(type);
  melt_leaves(other, 0, other.size);
  return other.leaves;
}

std::vector<CLeaf> Frontend::record_leaves(const clang::RecordDecl* record) {
  if (record == nullptr || record->isInvalidDecl()) return {};
  if (const auto found = record_leaves_.find(record); found != record_leaves_.end())
    return found->second;
  const clang::ASTRecordLayout& layout = context_->getASTRecordLayout(record);
  std::vector<std::vector<CLeaf>> members;
  for (const clang::FieldDecl* field : record->fields()) {
    std::vector<CLeaf> leaves;
    if (field->isBitField()) {
      const unsigned width = field->getBitWidthValue(*context_);
      if (width == 0) continue;
      CLeaf leaf;
      leaf.storage = width;
      leaf.sort = Sort::bit_vector(width);
      leaf.show = scalar(field->getType()).show;
      leaves.push_back(leaf);
    } else {
      leaves = leaves_of(field->getType());
    }
    const auto offset = static_cast<CBits>(layout.getFieldOffset(field->getFieldIndex()));
    for (CLeaf& leaf : leaves) {
      leaf.offset += offset;
      if (!field->getName().empty()) leaf.name = "." + field->getName().str() + leaf.name;
    }
    members.push_back(std::move(leaves));
  }
  std::vector<CLeaf> leaves;
  if (record->isUnion()) {
    leaves = overlay_leaves(members, context_->toBits(layout.getSize()));
  } else {
    for (std::vector<CLeaf>& member : members)
      std::ranges::move(member, std::back_inserter(leaves));
  }
  record_leaves_[record] = leaves;
  return leaves;
}

CObjectId Frontend::add_object(CObject object) {
  object.address = terms_.variable("&" + object.name, Sort::bit_vector(unit_.pointer_bits));
  unit_.objects.push_back(std::move(object));
  return static_cast<CObjectId>(unit_.objects.size() - 1);
}

CObjectId Frontend::new_object(CObject::Kind kind, std::string name, QualType type) {
  CObject object;
  object.kind = kind;
  object.name = std::move(name);
  object.size = size_of(type);
  if (object.size < 0 || object.size > kLargestObject) {
    // At the start, for every use of it is one.
    Block* const before = block_;
    block_ = &start_;
    limit(fmt::format("object of more than {} MB", kLargestObject >> 23));
    block_ = before;
    object.size = 0;
  } else {
    object.leaves = leaves_of(type);
  }
  if (!type->isIncompleteType())
    object.align = static_cast<std::uint32_t>(context_->getTypeAlignInChars(type).getQuantity());
  if (kind == CObject::Kind::Local && function_ != nullptr) {
    object.function = function_name_;
    object.procedure = function_->procedure;
  }
  return add_object(std::move(object));
}

// --- Names and variables -----------------------------------------------------------------------

std::string Frontend::unique(std::set<std::string>& used, const std::string& wanted) {
  std::string name = wanted;
  for (unsigned number = 2; !used.insert(name).second; ++number)
    name = fmt::format("{}${}", wanted, number);
  return name;
}

/// Temporaries are many and share a name, so the last number is kept.
std::string Frontend::unique_variable(const std::string& wanted) {
  unsigned& number = variable_numbers_[wanted];
  std::string name = number == 0 ? wanted : fmt::format("{}${}", wanted, number + 1);
  ++number;
  while (!variable_names_.insert(name).second) name = fmt::format("{}${}", wanted, ++number);
  return name;
}

Term Frontend::new_variable(std::vector<ProgramVariable>& list, const std::string& name,
                            const Sort& sort, const std::string& source_name, Show show) {
  const Term term = terms_.variable(unique_variable(name), sort);
  const bool global = &list == &unit_.program.globals;
  list.push_back({term, source_name, global ? "" : function_name_, show});
  return term;
}

Variable Frontend::make_variable(const VarDecl* declaration) {
  const bool global = declaration->hasGlobalStorage();
  Variable variable;
  const std::string name = declaration->getNameAsString();
  const QualType type = declaration->getType();
  variable.type = scalar(type);
  if (is_scalar(type) && !taken_.contains(key_of(declaration))) {
    std::vector<ProgramVariable>& list = global ? unit_.program.globals : procedure_->locals;
    variable.term = new_variable(list, name, variable.type.sort, name, variable.type.show);
    if (declaration->isStaticLocal()) list.back().function = function_name_;
    if (!global) temporaries_.erase(variable.term.id);
  } else {
    variable.object = new_object(global ? CObject::Kind::Global : CObject::Kind::Local, name, type);
    if (declaration->isStaticLocal()) unit_.objects.back().function = function_name_;
  }
  return variable;
}

Variable& Frontend::variable_of(const VarDecl* declaration) {
  const std::string key = key_of(declaration);
  const auto found = variables_.find(key);
  if (found != variables_.end()) return found->second;
  const VarDecl* definition = declaration;
  if (declaration->hasGlobalStorage()) {
    if (const auto global = global_definitions_.find(key); global != global_definitions_.end())
      definition = global->second;
    else if (declaration->isStaticLocal())
      definition = declaration;
    ASTContext* const before = context_;
    context_ = &definition->getASTContext();
    const bool defined = declaration->isStaticLocal() || global_definitions_.contains(key);
    Variable& made = variables_[key] = make_variable(definition);
    context_ = before;
    if (defined) global_queue_.push_back(definition);
    return made;
  }
  return variables_[key] = make_variable(definition);
}

Function& Frontend::function_of(const FunctionDecl* definition) {
  std::unique_ptr<Function>& function = functions_[key_of(definition)];
  if (function) return *function;
  function = std::make_unique<Function>();
  Function* const outer = function_;
  ASTContext* const outer_context = context_;
  const std::string outer_name = function_name_;
  function_ = function.get();
  context_ = &definition->getASTContext();
  function_name_ = definition->getNameAsString();
  function->definition = definition;
  function->procedure = unique(procedure_names_, function_name_);
  function->body.name = function->procedure;
  for (const clang::ParmVarDecl* parameter : definition->parameters()) {
    Function::Parameter made;
    made.type = scalar(parameter->getType());
    if (!is_scalar(parameter->getType()))
      made.object =
          new_object(CObject::Kind::Local, parameter->getNameAsString(), parameter->getType());
    function->parameters.push_back(made);
  }
  const QualType result = definition->getReturnType();
  function->returns_scalar = is_scalar(result);
  if (function->returns_scalar) {
    function->result_type = scalar(result);
    function->result = new_variable(function->body.results, function_name_ + ".result",
                                    function->result_type.sort, "", function->result_type.show);
  } else if (!result->isVoidType()) {
    function->result_object = new_object(CObject::Kind::Local, function_name_ + ".result", result);
    unit_.objects[function->result_object].procedure.clear();
  }
  function_queue_.push_back(function.get());
  function_ = outer;
  context_ = outer_context;
  function_name_ = outer_name;
  return *function;
}

CObjectId Frontend::function_object(const FunctionDecl* callee) {
  const std::string key = key_of(callee);
  if (const auto found = function_objects_.find(key); found != function_objects_.end())
    return found->second;
  CObject object;
  object.kind = CObject::Kind::Function;
  object.name = callee->getNameAsString();
  object.size = 8;
  object.align = 16;
  const CObjectId id = add_object(std::move(object));
  function_objects_[key] = id;
  CFunction function;
  function.object = id;
  if (const FunctionDecl* definition = definition_of(callee);
      definition != nullptr && !is_error_function(callee->getNameAsString())) {
    const Function& target = function_of(definition);
    const bool records = target.result_object != kNoObject ||
                         std::ranges::any_of(target.parameters, [](const auto& parameter) {
                           return parameter.object != kNoObject;
                         });
    if (!records && !definition->isVariadic()) function.procedure = target.procedure;
  }
  unit_.functions.push_back(function);
  return id;
}

CObjectId Frontend::string_object(const clang::StringLiteral* text) {
  if (const auto found = strings_.find(text); found != strings_.end()) return found->second;
  const CObjectId id = new_object(CObject::Kind::String,
                                  fmt::format("string{}", strings_.size() + 1), text->getType());
  strings_[text] = id;
  Block* const before = block_;
  block_ = &start_;
  pseudo(kZero, id, {}, {}, "");
  initialise_string(whole(id), text->getType(), text);
  block_ = before;
  return id;
}

// --- Emission ----------------------------------------------------------------------------------

void Frontend::emit(Statement statement) {
  statement.site = site_;
  block_->push_back(std::move(statement));
}

void Frontend::assign(Term target, Term value) {
  Statement statement;
  statement.kind = Statement::Kind::Assign;
  statement.targets = {target};
  statement.values = {value};
  emit(std::move(statement));
}

void Frontend::assume(Term condition) {
  if (terms_.is_true(condition)) return;
  Statement statement;
  statement.kind = Statement::Kind::Assume;
  statement.values = {condition};
  emit(std::move(statement));
}

void Frontend::property(Term condition, const std::string& note) {
  if (terms_.is_true(condition)) return;
  Statement statement;
  statement.kind = Statement::Kind::Assert;
  statement.values = {condition};
  statement.note = note;
  emit(std::move(statement));
}

void Frontend::limit(const std::string& reason) {
  Statement statement;
  statement.kind = Statement::Kind::Assert;
  statement.assert_kind = AssertKind::Limit;
  statement.values = {terms_.false_term()};
  statement.note = reason;
  emit(std::move(statement));
}

Term Frontend::limit(const std::string& reason, const Sort& sort) {
  limit(reason);
  return c_zero(terms_, sort);
}

void Frontend::go_to(const std::string& name) {
  Statement statement;
  statement.kind = Statement::Kind::Goto;
  statement.names = {name};
  emit(std::move(statement));
}

void Frontend::label(const std::string& name) {
  Statement statement;
  statement.kind = Statement::Kind::Label;
  statement.names = {name};
  emit(std::move(statement));
}

void Frontend::branch(Term condition, Block then, Block otherwise) {
  Statement statement;
  statement.kind = Statement::Kind::If;
  statement.values = {condition};
  statement.blocks.push_back(std::move(then));
  statement.blocks.push_back(std::move(otherwise));
  emit(std::move(statement));
}

Term Frontend::temporary(const Sort& sort) {
  const Term term = new_variable(procedure_->locals, "t", sort, "", Show::Hidden);
  temporaries_.insert(term.id);
  return term;
}

Term Frontend::havoc(const Sort& sort, const std::string& note) {
  const Term term = temporary(sort);
  Statement statement;
  statement.kind = Statement::Kind::Havoc;
  statement.targets = {term};
  statement.note = note;
  emit(std::move(statement));
  return term;
}

Term Frontend::arbitrary(const CScalar& type, const std::string& note) {
  if (type.kind != CScalar::Kind::Bool) return havoc(type.sort, note);
  return c_number(terms_, havoc(Sort::boolean(), note), type);
}

bool Frontend::is_stable(Term term) const {
  if (terms_.is_value(term)) return true;
  const std::vector<Term> used = terms_.variables_of(std::span(&term, 1));
  return std::ranges::all_of(used, [this](Term each) { return temporaries_.contains(each.id); });
}

Term Frontend::snapshot(Term term) {
  if (is_stable(term)) return term;
  const Term copy = temporary(terms_.sort(term));
  assign(copy, term);
  return copy;
}

void Frontend::snapshot(CPlace& place) {
  if (place.object == kNoObject) place.pointer = snapshot(place.pointer);
  for (CPlace::Index& index : place.indices) index.term = snapshot(index.term);
}

void Frontend::snapshot(LValue& value) {
  if (!value.variable.valid()) snapshot(value.place);
}

template <class Action>
Block Frontend::collect_block(Action action) {
  Block block;
  Block* const before = block_;
  block_ = &block;
  action();
  block_ = before;
  return block;
}

std::string Frontend::text_of(clang::SourceRange range) const {
  const clang::SourceManager& sources = context_->getSourceManager();
  const clang::CharSourceRange characters =
      clang::CharSourceRange::getTokenRange(sources.getExpansionLoc(range.getBegin()),
                                            sources.getExpansionRange(range.getEnd()).getEnd());
  const llvm::StringRef text =
      clang::Lexer::getSourceText(characters, sources, context_->getLangOpts());
  std::string line;
  for (const char c : text) {
    const bool space = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (space && (line.empty() || line.back() == ' ')) continue;
    line += space ? ' ' : c;
    if (line.size() > 80) break;
  }
  if (line.size() > 80) line = line.substr(0, 77) + "...";
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

/// The statement without the statements in it.
std::string Frontend::short_text(const Stmt* statement) const {
  clang::SourceRange range = statement->getSourceRange();
  std::string end;
  const auto head = [&](const Stmt* last) {
    if (last != nullptr) range.setEnd(last->getEndLoc());
    end = ")";
  };
  if (const auto* branch = dyn_cast<clang::IfStmt>(statement)) head(branch->getCond());
  if (const auto* loop = dyn_cast<clang::WhileStmt>(statement)) head(loop->getCond());
  if (const auto* choice = dyn_cast<clang::SwitchStmt>(statement)) head(choice->getCond());
  if (const auto* loop = dyn_cast<clang::ForStmt>(statement)) {
    range.setEnd(loop->getRParenLoc());
  } else if (const auto* repeat = dyn_cast<clang::DoStmt>(statement)) {
    return fmt::format("do ... while ({})", text_of(repeat->getCond()->getSourceRange()));
  } else if (const auto* mark = dyn_cast<clang::LabelStmt>(statement)) {
    return mark->getName() + std::string(":");
  }
  return text_of(range) + end;
}

SiteId Frontend::site_of(const Stmt* statement, bool loop_head) {
  const clang::SourceManager& sources = context_->getSourceManager();
  const clang::SourceLocation at = sources.getExpansionLoc(statement->getBeginLoc());
  SiteId& site =
      sites_.emplace(std::make_pair(at.getRawEncoding() * 2ull + loop_head, context_), kNoSite)
          .first->second;
  if (site != kNoSite) return site;
  site = static_cast<SiteId>(unit_.program.sites.size());
  unit_.program.sites.push_back({{sources.getFilename(at).str(), sources.getExpansionLineNumber(at),
                                  sources.getExpansionColumnNumber(at)},
                                 function_name_,
                                 short_text(statement),
                                 loop_head});
  return site;
}

// --- Memory ------------------------------------------------------------------------------------

Term Frontend::scaled(Term index, CBits bytes) {
  const Term product = terms_.make(
      Op::BvMul, {index, terms_.bv(unit_.pointer_bits, static_cast<std::uint64_t>(bytes))});
  if (!terms_.is_value(product) && bytes != 1) unit_.scales[product.id] = bytes;
  return product;
}

Term Frontend::address(const CPlace& place) {
  Term sum = place.object != kNoObject ? unit_.objects[place.object].address : place.pointer;
  for (const CPlace::Index& index : place.indices)
    sum = terms_.make(Op::BvAdd, {sum, scaled(index.term, index.stride / 8)});
  if (place.offset != 0)
    sum = terms_.make(Op::BvAdd, {sum, terms_.constant(Value(BitVector::from_signed(
                                           unit_.pointer_bits, place.offset / 8)))});
  return sum;
}

void Frontend::add_index(CPlace& place, Term index, const CScalar& type, Size size,
                         bool backwards) {
  const CBits stride = backwards ? -size.bits : size.bits;
  Term wide = type.is_signed ? terms_.resize_signed(index, unit_.pointer_bits)
                             : terms_.resize_unsigned(index, unit_.pointer_bits);
  wide = times(wide, size);
  if (terms_.is_value(wide)) {
    const std::int64_t number = terms_.value(wide).bits().to_signed();
    if (std::abs(number) < (CBits{1} << 31)) {
      place.offset += number * stride;
      return;
    }
  }
  if (stride < 0)
    place.indices.push_back({terms_.make(Op::BvNeg, {wide}), -stride});
  else
    place.indices.push_back({wide, stride});
}

void Frontend::pseudo(const char* name, std::size_t number, std::vector<Term> targets,
                      std::vector<Term> values, const std::string& note) {
  Statement statement;
  statement.kind = Statement::Kind::Call;
  statement.names = {name, std::to_string(number)};
  statement.targets = std::move(targets);
  statement.values = std::move(values);
  statement.note = note;
  emit(std::move(statement));
}

Term Frontend::load(const CPlace& place, const Sort& sort, CBits storage) {
  const Term target = temporary(sort);
  unit_.accesses.push_back({place, sort, storage});
  pseudo(kLoad, unit_.accesses.size() - 1, {target}, {}, "");
  return target;
}

void Frontend::store(const CPlace& place, const Sort& sort, CBits storage, Term value) {
  unit_.accesses.push_back({place, sort, storage});
  pseudo(kStore, unit_.accesses.size() - 1, {}, {value}, "");
}

Term Frontend::read(const LValue& value) {
  if (value.variable.valid()) return value.variable;
  if (value.field_width == 0) return load(value.place, value.type.sort, value.type.storage);
  const Term bits = load(value.place, Sort::bit_vector(value.field_width), value.field_width);
  return value.type.is_signed ? terms_.resize_signed(bits, value.type.width())
                              : terms_.resize_unsigned(bits, value.type.width());
}

/// The value that a read finds after `term` was written: bit-fields cut it.
Term Frontend::as_stored(const LValue& value, Term term) {
  if (value.field_width == 0) return term;
  const Term bits = terms_.extract(term, value.field_width - 1, 0);
  return value.type.is_signed ? terms_.resize_signed(bits, value.type.width())
                              : terms_.resize_unsigned(bits, value.type.width());
}

void Frontend::write(const LValue& value, Term term) {
  if (value.variable.valid()) {
    assign(value.variable, term);
  } else if (value.field_width == 0) {
    store(value.place, value.type.sort, value.type.storage, term);
  } else {
    store(value.place, Sort::bit_vector(value.field_width), value.field_width,
          terms_.extract(term, value.field_width - 1, 0));
  }
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

void Frontend::copy_leaves(const CPlace& to, const CPlace& from, const std::vector<CLeaf>& leaves) {
  if (count_elements(leaves) > kMostCopies) return limit("copy of a large object");
  std::vector<Term> values;
  for_each_element(leaves, [&](const CLeaf& leaf, CBits offset) {
    values.push_back(load(moved(from, offset), leaf.sort, leaf.storage));
  });
  auto value = values.begin();
  for_each_element(leaves, [&](const CLeaf& leaf, CBits offset) {
    store(moved(to, offset), leaf.sort, leaf.storage, *value++);
  });
}

void Frontend::copy(const CPlace& to, const CPlace& from, QualType type) {
  copy_leaves(to, from, leaves_of(type));
}

void Frontend::initialise_string(const CPlace& place, QualType type,
                                 const clang::StringLiteral* text) {
  const auto* array = context_->getAsConstantArrayType(type);
  if (array == nullptr) return limit("initialiser");
  const CScalar element = scalar(array->getElementType());
  const CBits count = std::min<CBits>(static_cast<CBits>(array->getSize().getLimitedValue(1 << 20)),
                                      text->getLength());
  for (CBits i = 0; i < count; ++i) {
    const std::uint32_t unit = text->getCodeUnit(static_cast<unsigned>(i));
    if (unit != 0)
      store(moved(place, i * element.storage), element.sort, element.storage,
            terms_.bv(element.width(), unit));
  }
}

/// Gives an object its first value; what an initialiser list leaves out is zero already.
void Frontend::initialise(const CPlace& place, QualType type, const Expr* value) {
  value = strip(value);
  if (isa<clang::ImplicitValueInitExpr>(value)) return;
  const auto* list = dyn_cast<clang::InitListExpr>(value);
  if (list != nullptr && list->isTransparent()) return initialise(place, type, list->getInit(0));
  if (is_scalar(type)) {
    const CScalar target = scalar(type);
    const Term term = list == nullptr            ? rvalue(value)
                      : list->getNumInits() == 0 ? c_zero(terms_, target.sort)
                                                 : rvalue(list->getInit(0));
    return store(place, target.sort, target.storage, term);
  }
  if (list == nullptr) {
    if (const auto* text = dyn_cast<clang::StringLiteral>(value))
      return initialise_string(place, type, text);
    if (type->isRecordType()) return copy(place, aggregate(value), type);
    if (const auto* literal = dyn_cast<clang::CompoundLiteralExpr>(value))
      return initialise(place, type, literal->getInitializer());
    return limit("initialiser");
  }
  if (const auto* array = context_->getAsArrayType(type)) {
    const CBits stride = size_of(array->getElementType());
    for (unsigned i = 0; i < list->getNumInits(); ++i)
      initialise(moved(place, i * stride), array->getElementType(), list->getInit(i));
    return;
  }
  const auto* record = type->getAs<clang::RecordType>();
  if (record == nullptr) return limit("initialiser");
  const clang::RecordDecl* definition = record->getDecl()->getDefinition();
  const clang::ASTRecordLayout& layout = context_->getASTRecordLayout(definition);
  unsigned next = 0;
  for (const clang::FieldDecl* field : definition->fields()) {
    if (field->isUnnamedBitfield()) continue;
    if (definition->isUnion() && field != list->getInitializedFieldInUnion()) continue;
    if (next >= list->getNumInits()) break;
    const Expr* init = list->getInit(next++);
    const CPlace inside =
        moved(place, static_cast<CBits>(layout.getFieldOffset(field->getFieldIndex())));
    if (!field->isBitField()) {
      initialise(inside, field->getType(), init);
    } else if (!isa<clang::ImplicitValueInitExpr>(init)) {
      LValue target;
      target.place = inside;
      target.type = scalar(field->getType());
      target.field_width = field->getBitWidthValue(*context_);
      write(target, rvalue(init));
    }
  }
}

// --- Statements --------------------------------------------------------------------------------

void Frontend::visit(const Stmt* statement) {
  if (statement == nullptr) return;
  if (!isa<clang::CompoundStmt>(statement)) site_ = site_of(statement);
  visit_statement(statement);
}

void Frontend::visit_statement(const Stmt* statement) {
  if (const auto* compound = dyn_cast<clang::CompoundStmt>(statement)) {
    for (const Stmt* each : compound->body()) visit(each);
  } else if (const auto* declaration = dyn_cast<clang::DeclStmt>(statement)) {
    for (const clang::Decl* each : declaration->decls())
      if (const auto* variable = dyn_cast<VarDecl>(each)) declare(variable);
  } else if (const auto* branching = dyn_cast<clang::IfStmt>(statement)) {
    visit_if(branching);
  } else if (const auto* loop = dyn_cast<clang::WhileStmt>(statement)) {
    visit_loop(loop, loop->getCond(), loop->getBody(), nullptr, true);
  } else if (const auto* repeat = dyn_cast<clang::DoStmt>(statement)) {
    visit_loop(repeat, repeat->getCond(), repeat->getBody(), nullptr, false);
  } else if (const auto* count = dyn_cast<clang::ForStmt>(statement)) {
    visit(count->getInit());
    visit_loop(count, count->getCond(), count->getBody(), count->getInc(), true);
  } else if (const auto* choice = dyn_cast<clang::SwitchStmt>(statement)) {
    visit_switch(choice);
  } else if (const auto* one = dyn_cast<clang::SwitchCase>(statement)) {
    if (const auto name = case_labels_.find(one); name != case_labels_.end()) label(name->second);
    visit(one->getSubStmt());
  } else if (const auto* mark = dyn_cast<clang::LabelStmt>(statement)) {
    visit_label(mark);
  } else if (const auto* jump = dyn_cast<clang::GotoStmt>(statement)) {
    visit_goto(jump);
  } else if (isa<clang::BreakStmt>(statement)) {
    go_to(breaks_.back());
  } else if (isa<clang::ContinueStmt>(statement)) {
    go_to(continues_.back());
  } else if (const auto* back = dyn_cast<clang::ReturnStmt>(statement)) {
    visit_return(back);
  } else if (const auto* attributed = dyn_cast<clang::AttributedStmt>(statement)) {
    visit(attributed->getSubStmt());
  } else if (const auto* assembly = dyn_cast<clang::AsmStmt>(statement)) {
    visit_asm(assembly);
  } else if (const auto* expression = dyn_cast<Expr>(statement)) {
    effect(expression);
  } else if (!isa<clang::NullStmt>(statement)) {
    limit(isa<clang::IndirectGotoStmt>(statement) ? "computed goto"
                                                  : statement->getStmtClassName());
  }
}

void Frontend::declare(const VarDecl* declaration) {
  if (declaration->hasGlobalStorage()) {
    variable_of(declaration);
    return;
  }
  capture_lengths(declaration->getType());
  if (context_->getAsVariableArrayType(declaration->getType()) != nullptr)
    return declare_array(declaration);
  const std::string name = declaration->getNameAsString();
  const Variable variable = variable_of(declaration);
  const Expr* value = declaration->getInit();
  if (variable.term.valid()) {
    if (value == nullptr) {
      if (variable.type.kind == CScalar::Kind::Bool) {
        assign(variable.term, arbitrary(variable.type, "uninitialised " + name));
        return;
      }
      Statement statement;
      statement.kind = Statement::Kind::Havoc;
      statement.targets = {variable.term};
      statement.note = "uninitialised " + name;
      return emit(std::move(statement));
    }
    const auto* list = dyn_cast<clang::InitListExpr>(value->IgnoreParens());
    if (list != nullptr && list->getNumInits() == 0)
      return assign(variable.term, c_zero(terms_, variable.type.sort));
    return assign(variable.term, rvalue(list != nullptr ? list->getInit(0) : value));
  }
  if (value == nullptr || !is_scalar(declaration->getType()))
    pseudo(value == nullptr ? kForget : kZero, variable.object, {}, {}, "uninitialised " + name);
  if (value != nullptr) initialise(whole(variable.object), declaration->getType(), value);
}

/// An array of variable length: an object with room for some elements, or for as many as there are
/// addresses for.
void Frontend::declare_array(const VarDecl* declaration) {
  const std::string name = declaration->getNameAsString();
  const Size size = dynamic_size(declaration->getType());
  const std::string key = key_of(declaration);
  const bool open = options_.heap_bytes == 0;
  const std::uint32_t width = unit_.pointer_bits;
  CBits room = 1;
  bool known = true;
  std::vector<Term> lengths;
  for (const auto* array = context_->getAsVariableArrayType(declaration->getType());
       array != nullptr; array = context_->getAsVariableArrayType(array->getElementType())) {
    const auto length = constant_of(array->getSizeExpr());
    known = known && length && *length <= 0x10000;
    if (known) room = std::min<CBits>(room * static_cast<CBits>(*length), 0x10000);
    lengths.push_back(lengths_.at(array->getSizeExpr()));
  }
  if (size.bits == 0) return limit("array of elements without a size");
  if (!known)
    room = static_cast<CBits>(open ? most_bytes(width) : options_.heap_bytes) / (size.bits / 8);
  room = std::max<CBits>(room, 1);
  if (!variables_.contains(key)) {
    QualType element = declaration->getType();
    while (const auto* array = context_->getAsVariableArrayType(element))
      element = array->getElementType();
    CObject object;
    object.kind = CObject::Kind::Local;
    object.name = name;
    object.function = function_name_;
    object.procedure = function_->procedure;
    object.size = room * size.bits;
    object.leaves = leaves_of(element);
    repeat_leaves(object.leaves, room, size.bits);
    object.room = new_variable(unit_.program.globals, name + ".size", Sort::bit_vector(width), "",
                               Show::Hidden);
    if (open && !known) object.capacity = capacity_of(name);
    variables_[key].object = add_object(std::move(object));
  }
  const CObject& object = unit_.objects[variables_[key].object];
  // Each length by itself too, for the product may wrap around.
  const auto bits = static_cast<std::uint32_t>(width * lengths.size());
  Term product = terms_.bv(bits, 1);
  for (const Term length : lengths)
    product = terms_.make(Op::BvMul, {product, terms_.zero_extend(length, bits)});
  const Term enough =
      terms_.make(Op::BvUle, {product, terms_.bv(bits, static_cast<std::uint64_t>(room))});
  const Term bytes = scaled(size.count, size.bits / 8);
  if (object.capacity.valid()) {
    // There is no memory for more; the run ends.
    assume(enough);
    limit_unless(terms_.make(Op::BvUle, {bytes, object.capacity}),
                 "array that is larger than its share of all addresses");
  } else {
    limit_unless(enough, fmt::format("array of more than {} elements", room));
  }
  assign(object.room, bytes);
  pseudo(kForget, variables_[key].object, {}, {}, "uninitialised " + name);
}

void Frontend::visit_if(const clang::IfStmt* statement) {
  const SiteId here = site_;
  const Term test = condition(statement->getCond());
  Block then = collect_block([&] { visit(statement->getThen()); });
  Block otherwise = collect_block([&] { visit(statement->getElse()); });
  site_ = here;
  branch(test, std::move(then), std::move(otherwise));
}

/// With --unwind: a variable that counts the rounds of a loop.
Term Frontend::new_rounds() {
  const Term rounds =
      new_variable(procedure_->locals, "rounds", Sort::bit_vector(32), "", Show::Hidden);
  rounds_.push_back(rounds);
  return rounds;
}

/// One round more, of which `before` were not counted.
void Frontend::count_round(Term rounds, std::uint64_t before, const std::string& what) {
  const std::uint64_t most = *options_.unwind;
  const Term allowed = most > before
                           ? terms_.make(Op::BvUlt, {rounds, terms_.bv(32, most - before)})
                           : terms_.false_term();
  if (checks("unwinding")) {
    property(allowed, fmt::format("{} takes no more than {} rounds", what, most));
    assume(allowed);
  } else {
    limit_unless(allowed, fmt::format("{} takes more than {} rounds", what, most));
  }
  assign(rounds, terms_.make(Op::BvAdd, {rounds, terms_.bv(32, 1)}));
}

Term Frontend::rounds_of(const clang::LabelDecl* mark) {
  Term& rounds = label_rounds_[mark];
  if (!rounds.valid()) rounds = new_rounds();
  return rounds;
}

/// A jump back is one round more of the loop that its label heads; any other way to the label
/// starts the loop anew.
void Frontend::visit_goto(const clang::GotoStmt* statement) {
  const clang::LabelDecl* mark = statement->getLabel();
  if (options_.unwind) {
    if (passed_labels_.contains(mark))
      count_round(rounds_of(mark), 1, fmt::format("the loop at '{}'", mark->getNameAsString()));
    else
      assign(rounds_of(mark), terms_.bv(32, 0));
  }
  go_to(label_of(mark));
}

void Frontend::visit_label(const clang::LabelStmt* statement) {
  const clang::LabelDecl* mark = statement->getDecl();
  if (options_.unwind) {
    assign(rounds_of(mark), terms_.bv(32, 0));
    passed_labels_.insert(mark);
  }
  label(label_of(mark));
  if (!calls_error_function_ && statement->getName() == options_.error_label)
    violation("label " + options_.error_label);
  visit(statement->getSubStmt());
}

void Frontend::visit_loop(const Stmt* loop, const Expr* test, const Stmt* body, const Expr* step,
                          bool test_first) {
  const SiteId here = site_of(loop, true);
  const SiteId outer = site_;
  site_ = here;
  breaks_.push_back(unique(labels_, "break"));
  continues_.push_back(unique(labels_, "continue"));
  Term holds = terms_.true_term();
  Block testing = collect_block([&] {
    if (test != nullptr) holds = condition(test);
  });
  if (!test_first && terms_.is_false(holds) && testing.empty()) {
    // do { ... } while (0) is no loop.
    visit(body);
    label(continues_.back());
    label(breaks_.back());
    breaks_.pop_back();
    continues_.pop_back();
    site_ = outer;
    return;
  }
  // A test without side effects is the loop's condition; any other is a part of the body.
  const bool simple = test_first && testing.empty();
  const auto run_test = [&] {
    site_ = here;
    std::ranges::move(testing, std::back_inserter(*block_));
    if (!terms_.is_true(holds)) branch(holds, {}, collect_block([&] { go_to(breaks_.back()); }));
  };
  Term rounds;
  if (options_.unwind) {
    rounds = new_rounds();
    assign(rounds, terms_.bv(32, 0));
  }
  Statement statement;
  statement.kind = Statement::Kind::While;
  statement.values = {simple ? holds : terms_.true_term()};
  statement.blocks.push_back(collect_block([&] {
    if (test_first && !simple) run_test();
    if (rounds.valid()) count_round(rounds, 0, "the loop");
    visit(body);
    label(continues_.back());
    if (step != nullptr) {
      site_ = site_of(step);
      effect(step);
    }
    if (!test_first) run_test();
  }));
  site_ = here;
  emit(std::move(statement));
  site_ = outer;
  label(breaks_.back());
  breaks_.pop_back();
  continues_.pop_back();
}

void Frontend::visit_switch(const clang::SwitchStmt* statement) {
  const SiteId here = site_;
  const CScalar type = scalar(statement->getCond()->getType());
  const Term value = snapshot(rvalue(statement->getCond()));
  breaks_.push_back(unique(labels_, "break"));
  std::string rest = breaks_.back();
  std::vector<const clang::SwitchCase*> cases;
  for (const clang::SwitchCase* each = statement->getSwitchCaseList(); each != nullptr;
       each = each->getNextSwitchCase())
    cases.push_back(each);
  std::ranges::reverse(cases);
  for (const clang::SwitchCase* each : cases) {
    const std::string name = case_labels_[each] = unique(labels_, "case");
    const auto* one = dyn_cast<clang::CaseStmt>(each);
    if (one == nullptr) {
      rest = name;
      continue;
    }
    const auto number = [&](const Expr* constant) {
      return convert(rvalue(constant), scalar(constant->getType()), type);
    };
    const Term low = number(one->getLHS());
    Term test = terms_.equal(value, low);
    if (one->getRHS() != nullptr)
      test = terms_.and_(c_compare(terms_, CBinary::GreaterEqual, value, low, type),
                         c_compare(terms_, CBinary::LessEqual, value, number(one->getRHS()), type));
    branch(test, collect_block([&] { go_to(name); }), {});
  }
  go_to(rest);
  visit(statement->getBody());
  site_ = here;
  label(breaks_.back());
  breaks_.pop_back();
}

void Frontend::visit_return(const clang::ReturnStmt* statement) {
  const Expr* value = statement->getRetValue();
  if (value != nullptr) {
    if (function_->returns_scalar && is_scalar(value->getType()))
      assign(function_->result, rvalue(value));
    else if (function_->result_object != kNoObject)
      copy(whole(function_->result_object), aggregate(value), value->getType());
    else
      effect(value);
  }
  Statement back;
  back.kind = Statement::Kind::Return;
  emit(std::move(back));
}

void Frontend::visit_asm(const clang::AsmStmt* statement) {
  const auto* gnu = dyn_cast<clang::GCCAsmStmt>(statement);
  if (gnu != nullptr && gnu->getAsmString()->getString().trim().empty() &&
      gnu->getNumOutputs() == 0 && gnu->getNumInputs() == 0)
    return;
  limit("inline assembly");
}

std::string Frontend::label_of(const clang::LabelDecl* mark) {
  std::string& name = label_names_[mark];
  if (name.empty()) name = unique(labels_, mark->getNameAsString());
  return name;
}

void Frontend::translate_function(Function& function) {
  function_ = &function;
  procedure_ = &function.body;
  context_ = &function.definition->getASTContext();
  function_name_ = function.definition->getNameAsString();
  labels_.clear();
  label_names_.clear();
  site_ = site_of(function.definition->getBody());
  unit_.program.sites[site_].text = fmt::format("{}()", function_name_);
  function.body.site = site_;
  block_ = &function.body.body;
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const clang::ParmVarDecl* parameter =
        function.definition->getParamDecl(static_cast<unsigned>(i));
    const std::string name = parameter->getNameAsString();
    const std::string key = key_of(parameter);
    Variable variable;
    variable.type = function.parameters[i].type;
    variable.object = function.parameters[i].object;
    if (variable.object == kNoObject) {
      variable.term = new_variable(function.body.parameters, name.empty() ? "unnamed" : name,
                                   variable.type.sort, name, variable.type.show);
      if (taken_.contains(key)) {
        variable.object = new_object(CObject::Kind::Local, name, parameter->getType());
        store(whole(variable.object), variable.type.sort, variable.type.storage, variable.term);
        variable.term = kNoTerm;
      }
    }
    variables_[key] = variable;
  }
  for (const clang::ParmVarDecl* parameter : function.definition->parameters())
    capture_lengths(parameter->getType());
  rounds_.clear();
  label_rounds_.clear();
  passed_labels_.clear();
  visit(function.definition->getBody());
  // A jump into a loop does not come by its start.
  Block zeros = collect_block([this] {
    for (const Term rounds : rounds_) assign(rounds, terms_.bv(32, 0));
  });
  function.body.body.insert(function.body.body.begin(), std::make_move_iterator(zeros.begin()),
                            std::make_move_iterator(zeros.end()));
}

void Frontend::initialise_global(const VarDecl* declaration) {
  const Variable variable = variables_.at(key_of(declaration));
  context_ = &declaration->getASTContext();
  const Expr* value = declaration->getAnyInitializer();
  if (variable.term.valid()) {
    const auto* list =
        value == nullptr ? nullptr : dyn_cast<clang::InitListExpr>(value->IgnoreParens());
    if (list != nullptr) value = list->getNumInits() == 0 ? nullptr : list->getInit(0);
    return assign(variable.term,
                  value == nullptr ? c_zero(terms_, variable.type.sort) : rvalue(value));
  }
  pseudo(kZero, variable.object, {}, {}, "");
  if (value != nullptr) initialise(whole(variable.object), declaration->getType(), value);
}

/// The procedure that initialises what has static storage, then calls the entry function.
void Frontend::make_start(Function& entry) {
  Function start;
  start.procedure = kStartProcedure;
  start.body.name = start.procedure;
  function_ = &start;
  procedure_ = &start.body;
  function_name_ = "";
  block_ = &start_;
  if (rounding_.valid()) assign(rounding_, terms_.bv(32, 0));
  while (!global_queue_.empty() || !function_queue_.empty()) {
    while (!function_queue_.empty()) {
      Function* const next = function_queue_.front();
      function_queue_.pop_front();
      translate_function(*next);
    }
    function_ = &start;
    procedure_ = &start.body;
    function_name_ = "";
    block_ = &start_;
    site_ = entry.body.site;
    while (!global_queue_.empty()) {
      const VarDecl* const next = global_queue_.front();
      global_queue_.pop_front();
      initialise_global(next);
    }
  }
  block_ = &start_;
  site_ = entry.body.site;
  Statement call;
  call.kind = Statement::Kind::Call;
  call.names = {entry.procedure};
  for (const Function::Parameter& parameter : entry.parameters)
    call.values.push_back(arbitrary(parameter.type, "argument of " + options_.entry));
  if (entry.returns_scalar) call.targets = {temporary(entry.result_type.sort)};
  emit(std::move(call));
  start.body.body = std::move(start_);
  start.body.site = entry.body.site;
  unit_.program.main = start.procedure;
  unit_.program.procedures.push_back(std::move(start.body));
}

CUnit Frontend::run() {
  procedure_names_.insert(kStartProcedure);
  const auto found = definitions_.find(options_.entry);
  if (found == definitions_.end())
    throw InputError({asts_.front()->getOriginalSourceFileName().str()},
                     fmt::format("there is no function '{}' to start with", options_.entry));
  context_ = &found->second->getASTContext();
  for (const clang::ParmVarDecl* parameter : found->second->parameters())
    if (!is_scalar(parameter->getType()))
      fail(parameter->getLocation(),
           fmt::format("'{}' has a parameter that is not a scalar", options_.entry));
  if (!found->second->getReturnType()->isVoidType() && !is_scalar(found->second->getReturnType()))
    fail(found->second->getLocation(),
         fmt::format("'{}' returns neither a scalar nor nothing", options_.entry));
  Function& entry = function_of(found->second);
  if (sets_rounding_)
    rounding_ =
        new_variable(unit_.program.globals, "rounding", Sort::bit_vector(32), "", Show::Hidden);
  make_start(entry);
  for (auto& [key, function] : functions_)
    unit_.program.procedures.push_back(std::move(function->body));
  if (!unknown_.empty())
    log_.warning("{}: functions without a body return arbitrary values and change nothing: {}",
                 asts_.front()->getOriginalSourceFileName().str(), fmt::join(unknown_, ", "));
  return std::move(unit_);
}

// --- Expressions -------------------------------------------------------------------------------

Term Frontend::literal(const llvm::APInt& bits) {
  llvm::SmallString<40> digits;
  bits.toString(digits, 16, false);
  return terms_.constant(Value(
      BitVector::parse(bits.getBitWidth(), std::string_view(digits.data(), digits.size()), 16)));
}

Term Frontend::literal(const llvm::APFloat& number, const CScalar& type) {
  llvm::APInt bits = number.bitcastToAPInt();
  if (&number.getSemantics() == &llvm::APFloat::x87DoubleExtended()) {
    // The format's leading bit of the significand is implied in ours.
    llvm::APInt without = bits.trunc(63).zext(79);
    without |= bits.lshr(64).trunc(16).zext(79).shl(63);
    bits = without;
  }
  const Term term = literal(bits);
  return terms_.constant(Value::of_float(type.sort, terms_.value(term).bits()));
}

/// What `make` says for the rounding mode in force; there is one unless the program sets it.
template <class Make>
Term Frontend::rounded(Make make) {
  const Term nearest = make(RoundingMode::NearestEven);
  if (!rounding_.valid()) return nearest;
  const auto is = [this](std::uint64_t mode) {
    return terms_.equal(rounding_, terms_.bv(32, mode));
  };
  return terms_.ite(is(kRoundDown), make(RoundingMode::Down),
                    terms_.ite(is(kRoundUp), make(RoundingMode::Up),
                               terms_.ite(is(kRoundToZero), make(RoundingMode::Zero), nearest)));
}

Term Frontend::convert(Term value, const CScalar& from, const CScalar& to) {
  if (to.kind != CScalar::Kind::Float) return c_convert(terms_, value, from, to);
  return rounded([&](RoundingMode mode) { return c_convert(terms_, value, from, to, mode); });
}

void Frontend::effect(const Expr* expression) {
  expression = strip(expression);
  if (const auto* conversion = dyn_cast<clang::CastExpr>(expression);
      conversion != nullptr && conversion->getCastKind() == clang::CK_ToVoid)
    return effect(conversion->getSubExpr());
  if (const auto* binary = dyn_cast<clang::BinaryOperator>(expression)) {
    if (binary->getOpcode() == clang::BO_Comma) {
      effect(binary->getLHS());
      return effect(binary->getRHS());
    }
    if (binary->isAssignmentOp() && is_scalar(binary->getType())) {
      assignment(binary, nullptr);
      return;
    }
  }
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(expression);
      unary != nullptr && unary->isIncrementDecrementOp()) {
    increment(unary, false);
    return;
  }
  if (const auto* call_expression = dyn_cast<clang::CallExpr>(expression)) {
    unused_result_ = call_expression;
    call(call_expression);
    return;
  }
  if (const auto* statements = dyn_cast<clang::StmtExpr>(expression))
    return statement_expression(statements, [this](const Expr* last) { effect(last); });
  if (const auto* choice = dyn_cast<clang::AbstractConditionalOperator>(expression);
      choice != nullptr && choice->getType()->isVoidType()) {
    const Term test = condition(choice->getCond());
    Block then = collect_block([&] { effect(choice->getTrueExpr()); });
    Block otherwise = collect_block([&] { effect(choice->getFalseExpr()); });
    return branch(test, std::move(then), std::move(otherwise));
  }
  if (expression->getType()->isVoidType()) {
    if (has_effects(expression)) limit(reason_for(expression));
  } else if (is_scalar(expression->getType())) {
    if (expression->isGLValue())
      lvalue(expression);
    else
      rvalue(expression);
  } else if (expression->getType()->isRecordType()) {
    aggregate(expression);
  } else if (has_effects(expression)) {
    limit(reason_for(expression));
  }
}

Term Frontend::rvalue(const Expr* expression) {
  const CScalar type = scalar(expression->getType());
  if (!is_scalar(expression->getType()) && !expression->getType()->isFunctionType()) {
    if (expression->getType()->isAnyComplexType() || expression->getType()->isVectorType())
      return limit(reason_for(expression), type.sort);
  }
  const Term term = rvalue_unchecked(expression);
  if (!term.valid() || terms_.sort(term) != type.sort) return limit("conversion", type.sort);
  return term;
}

Term Frontend::rvalue_unchecked(const Expr* expression) {
  const CScalar type = scalar(expression->getType());
  expression = strip(expression);
  if (const auto* number = dyn_cast<clang::IntegerLiteral>(expression))
    return literal(number->getValue());
  if (const auto* character = dyn_cast<clang::CharacterLiteral>(expression))
    return terms_.bv(type.width(),
                     static_cast<std::uint64_t>(static_cast<std::int32_t>(character->getValue())));
  if (const auto* number = dyn_cast<clang::FloatingLiteral>(expression))
    return literal(number->getValue(), type);
  if (const auto* conversion = dyn_cast<clang::CastExpr>(expression)) return cast(conversion);
  if (const auto* operation = dyn_cast<clang::UnaryOperator>(expression)) return unary(operation);
  if (const auto* operation = dyn_cast<clang::BinaryOperator>(expression)) return binary(operation);
  if (const auto* choice = dyn_cast<clang::AbstractConditionalOperator>(expression))
    return conditional(choice);
  if (const auto* call_expression = dyn_cast<clang::CallExpr>(expression))
    return call(call_expression).value;
  if (const auto* opaque = dyn_cast<clang::OpaqueValueExpr>(expression)) {
    const auto found = opaque_.find(opaque);
    return found != opaque_.end() ? found->second : rvalue(opaque->getSourceExpr());
  }
  if (const auto* reference = dyn_cast<clang::DeclRefExpr>(expression)) {
    if (const auto* constant = dyn_cast<clang::EnumConstantDecl>(reference->getDecl())) {
      const llvm::APSInt& value = constant->getInitVal();
      const Term term = literal(value);
      return value.isSigned() ? terms_.resize_signed(term, type.width())
                              : terms_.resize_unsigned(term, type.width());
    }
    if (const auto* function = dyn_cast<FunctionDecl>(reference->getDecl()))
      return unit_.objects[function_object(function)].address;
  }
  if (const auto* statements = dyn_cast<clang::StmtExpr>(expression)) {
    Term value;
    statement_expression(statements, [&](const Expr* last) { value = snapshot(rvalue(last)); });
    return value;
  }
  if (const auto* choice = dyn_cast<clang::GenericSelectionExpr>(expression))
    return rvalue(choice->getResultExpr());
  if (const auto* choice = dyn_cast<clang::ChooseExpr>(expression))
    return rvalue(choice->getChosenSubExpr());
  if (const auto* field = dyn_cast<clang::MemberExpr>(expression)) return read(member(field));
  if (isa<clang::ImplicitValueInitExpr>(expression)) return c_zero(terms_, type.sort);
  if (const auto* list = dyn_cast<clang::InitListExpr>(expression))
    return list->getNumInits() == 0 ? c_zero(terms_, type.sort) : rvalue(list->getInit(0));
  Expr::EvalResult result;
  if (expression->EvaluateAsInt(result, *context_)) return literal(result.Val.getInt());
  if (const auto* trait = dyn_cast<clang::UnaryExprOrTypeTraitExpr>(expression);
      trait != nullptr && trait->getKind() == clang::UETT_SizeOf) {
    const Size size = dynamic_size(trait->getTypeOfArgument());
    return times(terms_.bv(type.width(), static_cast<std::uint64_t>(size.bits / 8)), size);
  }
  if (expression->isGLValue() && is_scalar(expression->getType())) return read(lvalue(expression));
  return limit(reason_for(expression), type.sort);
}

/// The statements of ({ ... }); `last` gets the expression that is its value.
template <class Last>
void Frontend::statement_expression(const clang::StmtExpr* expression, Last last) {
  const SiteId here = site_;
  const clang::CompoundStmt* body = expression->getSubStmt();
  for (const Stmt* each : body->body()) {
    if (each != body->body_back()) {
      visit(each);
      continue;
    }
    const Stmt* final = each;
    while (const auto* mark = dyn_cast<clang::LabelStmt>(final)) {
      if (options_.unwind) {
        assign(rounds_of(mark->getDecl()), terms_.bv(32, 0));
        passed_labels_.insert(mark->getDecl());
      }
      label(label_of(mark->getDecl()));
      final = mark->getSubStmt();
    }
    if (const auto* value = dyn_cast<Expr>(final))
      last(value);
    else
      visit(final);
  }
  site_ = here;
}

/// True if executing the block without need changes nothing that counts. Reads are harmless unless
/// they are checked.
bool Frontend::only_reads(const Block& block) const {
  if (checks("bounds") || checks("null")) return block.empty();
  return std::ranges::all_of(block, [](const Statement& statement) {
    return is_pseudo(statement) && statement.names[0] == kLoad;
  });
}

Term Frontend::condition(const Expr* expression) {
  const Expr* inner = strip(expression);
  if (const auto* operation = dyn_cast<clang::BinaryOperator>(inner)) {
    if (operation->isLogicalOp()) return short_circuit(operation);
    if (operation->isComparisonOp()) {
      if (!is_scalar(operation->getLHS()->getType()))
        return limit(reason_for(operation->getLHS()), Sort::boolean());
      Term left = rvalue(operation->getLHS());
      if (has_effects(operation->getRHS())) left = snapshot(left);
      const Term right = rvalue(operation->getRHS());
      static const std::map<clang::BinaryOperatorKind, CBinary> kinds = {
          {clang::BO_LT, CBinary::Less},      {clang::BO_GT, CBinary::Greater},
          {clang::BO_LE, CBinary::LessEqual}, {clang::BO_GE, CBinary::GreaterEqual},
          {clang::BO_EQ, CBinary::Equal},     {clang::BO_NE, CBinary::NotEqual}};
      if (terms_.sort(left) != terms_.sort(right)) return limit("comparison", Sort::boolean());
      return c_compare(terms_, kinds.at(operation->getOpcode()), left, right,
                       scalar(operation->getLHS()->getType()));
    }
  }
  if (const auto* operation = dyn_cast<clang::UnaryOperator>(inner);
      operation != nullptr && operation->getOpcode() == clang::UO_LNot)
    return terms_.not_(condition(operation->getSubExpr()));
  if (const auto* conversion = dyn_cast<clang::CastExpr>(inner)) {
    switch (conversion->getCastKind()) {
      case clang::CK_IntegralToBoolean:
      case clang::CK_PointerToBoolean:
      case clang::CK_FloatingToBoolean:
        return condition(conversion->getSubExpr());
      default:
        break;
    }
  }
  if (!is_scalar(inner->getType())) return limit("condition", Sort::boolean());
  return c_truth(terms_, rvalue(inner), scalar(inner->getType()));
}

Term Frontend::short_circuit(const clang::BinaryOperator* expression) {
  const bool conjunction = expression->getOpcode() == clang::BO_LAnd;
  const Term left = condition(expression->getLHS());
  Term right;
  Block block = collect_block([&] { right = condition(expression->getRHS()); });
  if (only_reads(block)) {
    std::ranges::move(block, std::back_inserter(*block_));
    return conjunction ? terms_.and_(left, right) : terms_.or_(left, right);
  }
  const Term result = temporary(Sort::boolean());
  Block evaluated = std::move(block);
  Block skipped = collect_block([&] { assign(result, terms_.boolean(!conjunction)); });
  Block last = collect_block([&] { assign(result, right); });
  std::ranges::move(last, std::back_inserter(evaluated));
  if (conjunction)
    branch(left, std::move(evaluated), std::move(skipped));
  else
    branch(left, std::move(skipped), std::move(evaluated));
  return result;
}

Term Frontend::conditional(const clang::AbstractConditionalOperator* expression) {
  Term test;
  if (const auto* binary = dyn_cast<clang::BinaryConditionalOperator>(expression)) {
    const Term value = snapshot(rvalue(binary->getCommon()));
    opaque_[binary->getOpaqueValue()] = value;
  }
  test = condition(expression->getCond());
  Term first;
  Term second;
  Block then = collect_block([&] { first = rvalue(expression->getTrueExpr()); });
  Block otherwise = collect_block([&] { second = rvalue(expression->getFalseExpr()); });
  if (terms_.sort(first) != terms_.sort(second))
    return limit("conditional operator", scalar(expression->getType()).sort);
  if (only_reads(then) && only_reads(otherwise)) {
    std::ranges::move(then, std::back_inserter(*block_));
    std::ranges::move(otherwise, std::back_inserter(*block_));
    return terms_.ite(test, first, second);
  }
  const Term result = temporary(terms_.sort(first));
  Block set_first = collect_block([&] { assign(result, first); });
  Block set_second = collect_block([&] { assign(result, second); });
  std::ranges::move(set_first, std::back_inserter(then));
  std::ranges::move(set_second, std::back_inserter(otherwise));
  branch(test, std::move(then), std::move(otherwise));
  return result;
}

CPlace Frontend::conditional_place(const clang::AbstractConditionalOperator* expression) {
  if (isa<clang::BinaryConditionalOperator>(expression)) limit("conditional operator");
  const CPlace result =
      whole(new_object(CObject::Kind::Local, "conditional", expression->getType()));
  const Term test = condition(expression->getCond());
  Block then = collect_block(
      [&] { copy(result, aggregate(expression->getTrueExpr()), expression->getType()); });
  Block otherwise = collect_block(
      [&] { copy(result, aggregate(expression->getFalseExpr()), expression->getType()); });
  branch(test, std::move(then), std::move(otherwise));
  return result;
}

Term Frontend::cast(const clang::CastExpr* expression) {
  const Expr* inner = expression->getSubExpr();
  const CScalar to = scalar(expression->getType());
  switch (expression->getCastKind()) {
    case clang::CK_LValueToRValue:
      return read(lvalue(inner));
    case clang::CK_ArrayToPointerDecay:
      return address(inner->isGLValue() ? lvalue(inner).place : aggregate(inner));
    case clang::CK_FunctionToPointerDecay: {
      const Expr* callee = inner->IgnoreParens();
      if (const auto* pointer = dyn_cast<clang::UnaryOperator>(callee);
          pointer != nullptr && pointer->getOpcode() == clang::UO_Deref)
        return rvalue(pointer->getSubExpr());
      return rvalue(callee);
    }
    case clang::CK_NullToPointer:
      return c_zero(terms_, to.sort);
    case clang::CK_NoOp:
    case clang::CK_AtomicToNonAtomic:
    case clang::CK_NonAtomicToAtomic:
      return inner->isGLValue() ? read(lvalue(inner)) : rvalue(inner);
    case clang::CK_BitCast: {
      if (!is_scalar(inner->getType())) return limit("vector type", to.sort);
      const QualType before = heap_hint_;
      if (expression->getType()->isPointerType() && !expression->getType()->isVoidPointerType())
        heap_hint_ = expression->getType()->getPointeeType();
      const Term value = rvalue(inner);
      heap_hint_ = before;
      return value;
    }
    case clang::CK_IntegralCast:
    case clang::CK_IntegralToBoolean:
    case clang::CK_IntegralToFloating:
    case clang::CK_FloatingToIntegral:
    case clang::CK_FloatingToBoolean:
    case clang::CK_FloatingCast:
    case clang::CK_BooleanToSignedIntegral:
    case clang::CK_IntegralToPointer:
    case clang::CK_PointerToIntegral:
    case clang::CK_PointerToBoolean:
      if (!is_scalar(inner->getType())) break;
      return convert(rvalue(inner), scalar(inner->getType()), to);
    default:
      break;
  }
  return limit(fmt::format("conversion ({})", expression->getCastKindName()), to.sort);
}

CPlace Frontend::pointer_place(const Expr* pointer) {
  const Expr* inner = strip(pointer);
  if (const auto* conversion = dyn_cast<clang::CastExpr>(inner)) {
    const Expr* below = conversion->getSubExpr();
    if (conversion->getCastKind() == clang::CK_ArrayToPointerDecay)
      return below->isGLValue() ? lvalue(below).place : aggregate(below);
    const bool same = conversion->getCastKind() == clang::CK_NoOp ||
                      conversion->getCastKind() == clang::CK_BitCast;
    if (same && below->isPRValue() && below->getType()->isPointerType() &&
        !isa<clang::CallExpr>(below->IgnoreParens()))
      return pointer_place(below);
  }
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(inner);
      unary != nullptr && unary->getOpcode() == clang::UO_AddrOf &&
      !unary->getSubExpr()->getType()->isFunctionType()) {
    LValue target = lvalue(unary->getSubExpr());
    if (!target.variable.valid() && target.field_width == 0) return target.place;
  }
  const auto* sum = dyn_cast<clang::BinaryOperator>(inner);
  if (sum != nullptr && sum->isAdditiveOp() && sum->getType()->isPointerType()) {
    const bool swapped = !sum->getLHS()->getType()->isPointerType();
    const Expr* base = swapped ? sum->getRHS() : sum->getLHS();
    const Expr* offset = swapped ? sum->getLHS() : sum->getRHS();
    if (!swapped) {
      CPlace place = pointer_place(base);
      if (has_effects(offset)) snapshot(place);
      const CScalar type = scalar(offset->getType());
      add_index(place, rvalue(offset), type, dynamic_size(base->getType()->getPointeeType()),
                sum->getOpcode() == clang::BO_Sub);
      return place;
    }
  }
  CPlace place;
  place.pointer = rvalue(pointer);
  return place;
}

LValue Frontend::member(const clang::MemberExpr* expression) {
  LValue result;
  const auto* field = dyn_cast<clang::FieldDecl>(expression->getMemberDecl());
  const Expr* base = expression->getBase();
  if (expression->isArrow())
    result.place = pointer_place(base);
  else
    result.place = base->isGLValue() ? lvalue(base).place : aggregate(base);
  result.type = scalar(expression->getType());
  if (field == nullptr) {
    limit("member");
    return result;
  }
  const clang::ASTRecordLayout& layout = context_->getASTRecordLayout(field->getParent());
  result.place.offset += static_cast<CBits>(layout.getFieldOffset(field->getFieldIndex()));
  if (field->isBitField()) result.field_width = field->getBitWidthValue(*context_);
  return result;
}

LValue Frontend::lvalue(const Expr* expression) {
  expression = strip(expression);
  LValue result;
  result.type = scalar(expression->getType());
  if (const auto* reference = dyn_cast<clang::DeclRefExpr>(expression)) {
    if (const auto* declaration = dyn_cast<VarDecl>(reference->getDecl())) {
      const Variable& variable = variable_of(declaration);
      result.variable = variable.term;
      if (!variable.term.valid()) result.place = whole(variable.object);
      return result;
    }
    if (const auto* function = dyn_cast<FunctionDecl>(reference->getDecl())) {
      result.place = whole(function_object(function));
      return result;
    }
  }
  if (const auto* field = dyn_cast<clang::MemberExpr>(expression)) return member(field);
  if (const auto* element = dyn_cast<clang::ArraySubscriptExpr>(expression)) {
    result.place = pointer_place(element->getBase());
    if (has_effects(element->getIdx())) snapshot(result.place);
    add_index(result.place, rvalue(element->getIdx()), scalar(element->getIdx()->getType()),
              dynamic_size(element->getType()));
    return result;
  }
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(expression)) {
    if (unary->getOpcode() == clang::UO_Deref) {
      result.place = pointer_place(unary->getSubExpr());
      return result;
    }
    if (unary->getOpcode() == clang::UO_Extension) return lvalue(unary->getSubExpr());
  }
  if (const auto* text = dyn_cast<clang::StringLiteral>(expression)) {
    result.place = whole(string_object(text));
    return result;
  }
  if (const auto* name = dyn_cast<clang::PredefinedExpr>(expression)) {
    result.place = whole(string_object(name->getFunctionName()));
    return result;
  }
  if (const auto* compound = dyn_cast<clang::CompoundLiteralExpr>(expression)) {
    const auto [found, added] = literals_.emplace(compound, kNoObject);
    if (added || !compound->isFileScope()) {
      if (added)
        found->second =
            new_object(compound->isFileScope() ? CObject::Kind::Global : CObject::Kind::Local,
                       "literal", compound->getType());
      const CObjectId object = literals_[compound];
      if (!is_scalar(compound->getType())) pseudo(kZero, object, {}, {}, "");
      initialise(whole(object), compound->getType(), compound->getInitializer());
    }
    result.place = whole(literals_[compound]);
    return result;
  }
  if (const auto* conversion = dyn_cast<clang::CastExpr>(expression);
      conversion != nullptr && (conversion->getCastKind() == clang::CK_NoOp ||
                                conversion->getCastKind() == clang::CK_LValueBitCast))
    return lvalue(conversion->getSubExpr());
  if (const auto* choice = dyn_cast<clang::GenericSelectionExpr>(expression))
    return lvalue(choice->getResultExpr());
  if (const auto* choice = dyn_cast<clang::ChooseExpr>(expression))
    return lvalue(choice->getChosenSubExpr());
  if (!expression->isGLValue() && expression->getType()->isRecordType()) {
    result.place = aggregate(expression);
    return result;
  }
  result.place.pointer = limit(reason_for(expression), Sort::bit_vector(unit_.pointer_bits));
  return result;
}

/// Where the value of a record (or of an array in one) is.
CPlace Frontend::aggregate(const Expr* expression) {
  expression = strip(expression);
  if (expression->isGLValue()) return lvalue(expression).place;
  if (const auto* conversion = dyn_cast<clang::CastExpr>(expression)) {
    const clang::CastKind kind = conversion->getCastKind();
    if (kind == clang::CK_LValueToRValue || kind == clang::CK_NoOp ||
        kind == clang::CK_AtomicToNonAtomic || kind == clang::CK_NonAtomicToAtomic)
      return aggregate(conversion->getSubExpr());
  }
  if (const auto* call_expression = dyn_cast<clang::CallExpr>(expression))
    return call(call_expression).place;
  if (const auto* choice = dyn_cast<clang::AbstractConditionalOperator>(expression))
    return conditional_place(choice);
  if (const auto* binary = dyn_cast<clang::BinaryOperator>(expression)) {
    if (binary->getOpcode() == clang::BO_Comma) {
      effect(binary->getLHS());
      return aggregate(binary->getRHS());
    }
    if (binary->getOpcode() == clang::BO_Assign) {
      CPlace target = lvalue(binary->getLHS()).place;
      if (has_effects(binary->getRHS())) snapshot(target);
      copy(target, aggregate(binary->getRHS()), binary->getType());
      return target;
    }
  }
  if (const auto* statements = dyn_cast<clang::StmtExpr>(expression)) {
    CPlace place;
    statement_expression(statements, [&](const Expr* last) { place = aggregate(last); });
    if (place.object != kNoObject || place.pointer.valid()) return place;
  }
  if (const auto* member_expression = dyn_cast<clang::MemberExpr>(expression))
    return member(member_expression).place;
  limit(reason_for(expression));
  return whole(new_object(CObject::Kind::Local, "unknown", expression->getType()));
}

Term Frontend::unary(const clang::UnaryOperator* expression) {
  const Expr* inner = expression->getSubExpr();
  const CScalar type = scalar(expression->getType());
  switch (expression->getOpcode()) {
    case clang::UO_Plus:
    case clang::UO_Extension:
      return rvalue(inner);
    case clang::UO_Minus: {
      const Term value = rvalue(inner);
      if (type.kind == CScalar::Kind::Float) return terms_.make(Op::FpNeg, {value});
      if (checks("overflow") && type.is_signed)
        property(
            terms_.distinct(value, terms_.constant(Value(BitVector::min_signed(type.width())))),
            fmt::format("no signed overflow in {}", text_of(expression->getSourceRange())));
      return terms_.make(Op::BvNeg, {value});
    }
    case clang::UO_Not:
      return terms_.make(Op::BvNot, {rvalue(inner)});
    case clang::UO_LNot:
      return c_number(terms_, condition(expression), type);
    case clang::UO_AddrOf: {
      if (inner->getType()->isFunctionType()) return rvalue(inner);
      const LValue target = lvalue(inner);
      if (target.variable.valid()) return limit("address", type.sort);
      return address(target.place);
    }
    case clang::UO_Deref:
      return inner->getType()->getPointeeType()->isFunctionType() ? rvalue(inner)
                                                                  : read(lvalue(expression));
    case clang::UO_PreInc:
    case clang::UO_PreDec:
    case clang::UO_PostInc:
    case clang::UO_PostDec:
      return increment(expression, true);
    default:
      return limit("complex number", type.sort);
  }
}

Term Frontend::increment(const clang::UnaryOperator* expression, bool wants_value) {
  LValue target = lvalue(expression->getSubExpr());
  const CScalar& type = target.type;
  const Term old = wants_value && expression->isPostfix() ? snapshot(read(target)) : read(target);
  Term next;
  if (type.kind == CScalar::Kind::Pointer) {
    const CScalar one{CScalar::Kind::Integer, true, Sort::bit_vector(32), 32, Show::Signed};
    next = move_pointer(old, terms_.bv(32, 1), one, expression->getType(),
                        expression->isDecrementOp());
  } else if (type.kind == CScalar::Kind::Bool) {
    next = expression->isIncrementOp() ? terms_.bv(8, 1)
                                       : terms_.make(Op::BvXor, {old, terms_.bv(8, 1)});
  } else if (type.kind == CScalar::Kind::Float) {
    const Term one = terms_.rounded(Op::SbvToFp, RoundingMode::NearestEven,
                                    std::vector<Term>{terms_.bv(32, 1)}, type.sort);
    next = c_arithmetic(terms_, expression->isIncrementOp() ? CBinary::Add : CBinary::Sub, old, one,
                        type);
  } else {
    const CBinary op = expression->isIncrementOp() ? CBinary::Add : CBinary::Sub;
    const Term one = terms_.bv(type.width(), 1);
    if (checks("overflow") && type.is_signed && type.width() >= 32 && target.field_width == 0)
      property(terms_.not_(c_overflows(terms_, op, old, one)),
               fmt::format("no signed overflow in {}", text_of(expression->getSourceRange())));
    next = c_arithmetic(terms_, op, old, one, type);
  }
  next = as_stored(target, next);
  if (wants_value && !target.variable.valid()) next = snapshot(next);
  write(target, next);
  if (!wants_value) return next;
  return expression->isPostfix() ? old : target.variable.valid() ? target.variable : next;
}

Term Frontend::move_pointer(Term pointer, Term index, const CScalar& type, QualType pointer_type,
                            bool backwards) {
  const Size size = dynamic_size(pointer_type->getPointeeType());
  const Term wide = type.is_signed ? terms_.resize_signed(index, unit_.pointer_bits)
                                   : terms_.resize_unsigned(index, unit_.pointer_bits);
  const CBits bytes = size.bits / 8;
  return terms_.make(Op::BvAdd, {pointer, scaled(times(wide, size), backwards ? -bytes : bytes)});
}

Term Frontend::pointer_arithmetic(const clang::BinaryOperator* expression) {
  const Expr* left = expression->getLHS();
  const Expr* right = expression->getRHS();
  Term a = rvalue(left);
  if (has_effects(right)) a = snapshot(a);
  const Term b = rvalue(right);
  const bool left_pointer = left->getType()->isPointerType();
  if (left_pointer && right->getType()->isPointerType()) {
    const CScalar result = scalar(expression->getType());
    const CBits bytes = size_of(left->getType()->getPointeeType()) / 8;
    if (bytes == 0 || left->getType()->getPointeeType()->isVariablyModifiedType())
      return limit("difference of pointers", result.sort);
    const Term difference = terms_.bv_sub(a, b);
    const Term quotient = terms_.make(
        Op::BvSdiv, {difference, terms_.bv(unit_.pointer_bits, static_cast<std::uint64_t>(bytes))});
    const Term integer = temporary(terms_.sort(quotient));
    unit_.integers.insert(integer.id);
    assign(integer, quotient);
    return terms_.resize_signed(integer, result.width());
  }
  if (left_pointer)
    return move_pointer(a, b, scalar(right->getType()), left->getType(),
                        expression->getOpcode() == clang::BO_Sub);
  return move_pointer(b, a, scalar(left->getType()), right->getType(), false);
}

std::optional<CBinary> arithmetic_kind(clang::BinaryOperatorKind kind) {
  switch (kind) {
    case clang::BO_Add:
    case clang::BO_AddAssign:
      return CBinary::Add;
    case clang::BO_Sub:
    case clang::BO_SubAssign:
      return CBinary::Sub;
    case clang::BO_Mul:
    case clang::BO_MulAssign:
      return CBinary::Mul;
    case clang::BO_Div:
    case clang::BO_DivAssign:
      return CBinary::Div;
    case clang::BO_Rem:
    case clang::BO_RemAssign:
      return CBinary::Rem;
    case clang::BO_Shl:
    case clang::BO_ShlAssign:
      return CBinary::Shl;
    case clang::BO_Shr:
    case clang::BO_ShrAssign:
      return CBinary::Shr;
    case clang::BO_And:
    case clang::BO_AndAssign:
      return CBinary::And;
    case clang::BO_Or:
    case clang::BO_OrAssign:
      return CBinary::Or;
    case clang::BO_Xor:
    case clang::BO_XorAssign:
      return CBinary::Xor;
    default:
      return std::nullopt;
  }
}

Term Frontend::operate(CBinary op, Term a, Term b, const CScalar& type, const CScalar& right,
                       const Expr* where) {
  const bool shift = op == CBinary::Shl || op == CBinary::Shr;
  if (!shift && terms_.sort(a) != terms_.sort(b)) return limit("operands", type.sort);
  if (type.kind == CScalar::Kind::Float) {
    if (op != CBinary::Add && op != CBinary::Sub && op != CBinary::Mul && op != CBinary::Div)
      return limit("operator on floats", type.sort);
    return rounded([&](RoundingMode mode) { return c_arithmetic(terms_, op, a, b, type, mode); });
  }
  const std::string text = text_of(where->getSourceRange());
  if (op == CBinary::Div || op == CBinary::Rem) {
    const Term divides = terms_.distinct(b, c_zero(terms_, type.sort));
    if (checks("division")) property(divides, "no division by zero in " + text);
    // The machine stops there.
    assume(divides);
  }
  if (shift && checks("shift")) {
    const Term in_range = terms_.make(Op::BvUlt, {b, terms_.bv(right.width(), type.width())});
    property(in_range, "the shift amount is in range in " + text);
    if (op == CBinary::Shl && type.is_signed)
      property(terms_.make(Op::BvSle, {c_zero(terms_, type.sort), a}),
               "no shift of a negative value in " + text);
  }
  if (checks("overflow") && type.is_signed && type.kind == CScalar::Kind::Integer &&
      op <= CBinary::Rem)
    property(terms_.not_(c_overflows(terms_, op, a, b)), "no signed overflow in " + text);
  return c_arithmetic(terms_, op, a, b, type);
}

Term Frontend::binary(const clang::BinaryOperator* expression) {
  const CScalar type = scalar(expression->getType());
  if (expression->getOpcode() == clang::BO_Comma) {
    effect(expression->getLHS());
    return rvalue(expression->getRHS());
  }
  if (expression->isAssignmentOp()) {
    Term value;
    const LValue target = assignment(expression, &value);
    return target.variable.valid() ? target.variable : value;
  }
  if (expression->isLogicalOp() || expression->isComparisonOp())
    return c_number(terms_, condition(expression), type);
  if (expression->getLHS()->getType()->isPointerType() ||
      expression->getRHS()->getType()->isPointerType())
    return pointer_arithmetic(expression);
  const std::optional<CBinary> op = arithmetic_kind(expression->getOpcode());
  if (!op) return limit("operator", type.sort);
  Term left = rvalue(expression->getLHS());
  if (has_effects(expression->getRHS())) left = snapshot(left);
  const Term right = rvalue(expression->getRHS());
  return operate(*op, left, right, type, scalar(expression->getRHS()->getType()), expression);
}

/// Carries out an assignment. If `value` is given, it becomes what a read of the target finds.
LValue Frontend::assignment(const clang::BinaryOperator* expression, Term* value) {
  if (const auto* compound = dyn_cast<clang::CompoundAssignOperator>(expression))
    return compound_assignment(compound, value);
  const Expr* right = expression->getRHS();
  LValue target = lvalue(expression->getLHS());
  if (has_effects(right)) snapshot(target);
  const QualType before = heap_hint_;
  if (const auto* reference = dyn_cast<clang::DeclRefExpr>(expression->getLHS()->IgnoreParens())) {
    const auto hint = hints_.find(key_of(reference->getDecl()));
    if (hint != hints_.end()) heap_hint_ = hint->second;
  }
  Term term = as_stored(target, rvalue(right));
  heap_hint_ = before;
  if (value != nullptr && !target.variable.valid()) {
    term = snapshot(term);
    *value = term;
  }
  write(target, term);
  return target;
}

LValue Frontend::compound_assignment(const clang::CompoundAssignOperator* expression, Term* value) {
  LValue target = lvalue(expression->getLHS());
  const Expr* right = expression->getRHS();
  if (has_effects(right)) snapshot(target);
  Term old = read(target);
  if (has_effects(right)) old = snapshot(old);
  const Term operand = rvalue(right);
  Term next;
  if (target.type.kind == CScalar::Kind::Pointer) {
    next = move_pointer(old, operand, scalar(right->getType()), expression->getType(),
                        expression->getOpcode() == clang::BO_SubAssign);
  } else {
    const CScalar type = scalar(expression->getComputationLHSType());
    const CScalar result = scalar(expression->getComputationResultType());
    const std::optional<CBinary> op = arithmetic_kind(expression->getOpcode());
    const Term left = convert(old, target.type, type);
    next = op ? operate(*op, left, operand, type, scalar(right->getType()), expression)
              : limit("operator", type.sort);
    next = convert(next, result, target.type);
  }
  next = as_stored(target, next);
  if (value != nullptr && !target.variable.valid()) {
    next = snapshot(next);
    *value = next;
  }
  write(target, next);
  return target;
}

// --- Calls -------------------------------------------------------------------------------------

CScalar Frontend::result_scalar(const clang::CallExpr* expression) const {
  return scalar(expression->getType());
}

void Frontend::violation(const std::string& name) {
  property(terms_.false_term(), name + " is not reached");
  // Nothing happens after it; the asserts of what follows do not count.
  assume(terms_.false_term());
}

std::vector<Term> Frontend::evaluate_arguments(const clang::CallExpr* expression) {
  std::vector<Term> values;
  for (unsigned i = 0; i < expression->getNumArgs(); ++i) {
    const Expr* argument = expression->getArg(i);
    bool later = false;
    for (unsigned j = i + 1; j < expression->getNumArgs(); ++j)
      later = later || has_effects(expression->getArg(j));
    Term value;
    if (is_scalar(argument->getType()))
      value = rvalue(argument);
    else
      effect(argument);
    values.push_back(value.valid() && later ? snapshot(value) : value);
  }
  return values;
}

Frontend::Result Frontend::call(const clang::CallExpr* expression) {
  const FunctionDecl* callee = expression->getDirectCallee();
  if (callee == nullptr) return call_pointer(expression);
  const std::string name = callee->getNameAsString();
  const CLibrary kind = library_function(name);
  const bool special =
      (is_error_function(name) && kind != CLibrary::Assert) || kind == CLibrary::Assume;
  if (!special) {
    if (const FunctionDecl* definition = definition_of(callee))
      return call_function(expression, function_of(definition));
  }
  return call_library(expression, callee);
}

Frontend::Result Frontend::call_function(const clang::CallExpr* expression, Function& function) {
  std::vector<Term> values;
  std::vector<std::pair<CObjectId, CPlace>> records;
  const unsigned count = expression->getNumArgs();
  if (function.definition->isVariadic() && count > function.parameters.size())
    log_.detail("{}: further arguments of a variadic function", function.procedure);
  for (unsigned i = 0; i < count; ++i) {
    const Expr* argument = expression->getArg(i);
    bool later = false;
    for (unsigned j = i + 1; j < count; ++j) later = later || has_effects(expression->getArg(j));
    if (i >= function.parameters.size()) {
      effect(argument);
      continue;
    }
    const Function::Parameter& parameter = function.parameters[i];
    if (parameter.object == kNoObject && is_scalar(argument->getType())) {
      Term value = rvalue(argument);
      // Without a prototype the types may differ, which C leaves undefined.
      if (terms_.sort(value) != parameter.type.sort)
        value = limit("argument of another type", parameter.type.sort);
      values.push_back(later ? snapshot(value) : value);
    } else if (parameter.object != kNoObject && argument->getType()->isRecordType()) {
      CPlace place = aggregate(argument);
      if (later) {
        const CPlace kept =
            whole(new_object(CObject::Kind::Local, "argument", argument->getType()));
        copy(kept, place, argument->getType());
        place = kept;
      }
      records.emplace_back(parameter.object, place);
    } else {
      limit("argument of another type");
      if (parameter.object == kNoObject) values.push_back(c_zero(terms_, parameter.type.sort));
    }
  }
  for (const auto& [object, place] : records) {
    const std::vector<CLeaf> leaves = unit_.objects[object].leaves;
    copy_leaves(whole(object), place, leaves);
  }
  for (std::size_t i = count; i < function.parameters.size(); ++i)
    if (function.parameters[i].object == kNoObject)
      values.push_back(arbitrary(function.parameters[i].type, "missing argument"));
  Statement call;
  call.kind = Statement::Kind::Call;
  call.names = {function.procedure};
  call.values = std::move(values);
  Result result;
  if (function.returns_scalar) {
    result.value = temporary(function.result_type.sort);
    call.targets = {result.value};
  }
  emit(std::move(call));
  if (function.result_object != kNoObject) {
    // The callee's next call overwrites its result.
    const CPlace kept = whole(new_object(CObject::Kind::Local, "returned", expression->getType()));
    copy(kept, whole(function.result_object), expression->getType());
    result.place = kept;
  }
  return result;
}

Frontend::Result Frontend::call_pointer(const clang::CallExpr* expression) {
  std::vector<Term> values = {rvalue(expression->getCallee())};
  bool effects = false;
  for (const Expr* argument : expression->arguments()) effects = effects || has_effects(argument);
  if (effects) values[0] = snapshot(values[0]);
  const QualType type = expression->getType();
  bool records = !type->isVoidType() && !is_scalar(type);
  for (const Term argument : evaluate_arguments(expression)) {
    records = records || !argument.valid();
    values.push_back(argument);
  }
  Result result;
  if (records) {
    limit("call through a pointer with a struct as argument or result");
    if (is_scalar(type)) result.value = c_zero(terms_, scalar(type).sort);
    if (!type->isVoidType() && !is_scalar(type))
      result.place = whole(new_object(CObject::Kind::Local, "returned", type));
    return result;
  }
  std::vector<Term> targets;
  if (is_scalar(type)) {
    result.value = temporary(scalar(type).sort);
    targets = {result.value};
  }
  pseudo(kCallPointer, 0, targets, values, short_text(expression));
  return result;
}

Frontend::Result Frontend::call_unknown(const clang::CallExpr* expression,
                                        const std::string& name) {
  evaluate_arguments(expression);
  Result result;
  const QualType type = expression->getType();
  if (is_scalar(type)) {
    result.value = arbitrary(scalar(type), name);
  } else if (!type->isVoidType()) {
    const CObjectId object = new_object(CObject::Kind::Local, "returned", type);
    pseudo(kForget, object, {}, {}, name);
    result.place = whole(object);
  }
  return result;
}

/// The type that a name of SV-COMP's says; nothing for other names.
QualType Frontend::nondet_type(std::string_view name) const {
  const ASTContext& c = *context_;
  const std::map<std::string_view, QualType> types = {{"char", c.CharTy},
                                                      {"uchar", c.UnsignedCharTy},
                                                      {"schar", c.SignedCharTy},
                                                      {"short", c.ShortTy},
                                                      {"ushort", c.UnsignedShortTy},
                                                      {"int", c.IntTy},
                                                      {"uint", c.UnsignedIntTy},
                                                      {"unsigned", c.UnsignedIntTy},
                                                      {"long", c.LongTy},
                                                      {"ulong", c.UnsignedLongTy},
                                                      {"longlong", c.LongLongTy},
                                                      {"ulonglong", c.UnsignedLongLongTy},
                                                      {"float", c.FloatTy},
                                                      {"double", c.DoubleTy},
                                                      {"pointer", c.VoidPtrTy},
                                                      {"size_t", c.getSizeType()},
                                                      {"u8", c.UnsignedCharTy},
                                                      {"u16", c.UnsignedShortTy},
                                                      {"u32", c.UnsignedIntTy}};
  const auto found = types.find(name);
  return found == types.end() ? QualType() : found->second;
}

Frontend::Result Frontend::nondet(const clang::CallExpr* expression, const FunctionDecl* callee) {
  const std::string name = callee->getNameAsString();
  if (expression->getNumArgs() != 0 || callee->getNumParams() != 0 || callee->isVariadic())
    fail(expression->getBeginLoc(), fmt::format("'{}' must not have parameters", name));
  if (!is_scalar(expression->getType()))
    fail(expression->getBeginLoc(), fmt::format("'{}' must return a scalar", name));
  const QualType wanted = nondet_type(name.substr(std::string_view("__VERIFIER_nondet_").size()));
  const CScalar found = result_scalar(expression);
  if (!wanted.isNull() && (scalar(wanted).kind != found.kind || scalar(wanted).sort != found.sort))
    fail(expression->getBeginLoc(),
         fmt::format("'{}' must return '{}', not '{}'", name, wanted.getAsString(),
                     expression->getType().getAsString()));
  return {arbitrary(result_scalar(expression), name), {}};
}

Frontend::Result Frontend::math(const clang::CallExpr* expression, const std::string& name) {
  const Sort sort = result_scalar(expression).sort;
  const std::vector<Term> arguments = evaluate_arguments(expression);
  if (std::ranges::all_of(arguments, [](Term each) { return each.valid(); }))
    if (const auto value = c_math(terms_, name, arguments, sort);
        value && terms_.sort(*value) == sort) {
      return {
          rounded([&](RoundingMode mode) { return *c_math(terms_, name, arguments, sort, mode); }),
          {}};
    }
  return {limit(fmt::format("call of '{}'", name), sort), {}};
}

std::optional<std::uint64_t> Frontend::constant_of(const Expr* expression) {
  Expr::EvalResult result;
  if (expression->EvaluateAsInt(result, *context_)) return result.Val.getInt().getZExtValue();
  // A local that is assigned to once, as code from a simplifying tool has them.
  const auto* reference = dyn_cast<clang::DeclRefExpr>(expression->IgnoreParenCasts());
  if (reference == nullptr) return std::nullopt;
  const auto* variable = dyn_cast<VarDecl>(reference->getDecl());
  if (variable == nullptr || !variable->hasLocalStorage() || isa<clang::ParmVarDecl>(variable) ||
      taken_.contains(key_of(variable)))
    return std::nullopt;
  const auto found = assigned_.find(key_of(variable));
  if (found == assigned_.end() || found->second.first != 1) return std::nullopt;
  if (!found->second.second->EvaluateAsInt(result, *context_)) return std::nullopt;
  return result.Val.getInt().getZExtValue();
}

/// The type T of a sizeof(T) in a size, or nothing.
QualType type_in_size(const Expr* size) {
  size = size->IgnoreParenCasts();
  if (const auto* trait = dyn_cast<clang::UnaryExprOrTypeTraitExpr>(size))
    return trait->getKind() == clang::UETT_SizeOf ? trait->getTypeOfArgument() : QualType();
  if (const auto* binary = dyn_cast<clang::BinaryOperator>(size);
      binary != nullptr && binary->getOpcode() == clang::BO_Mul) {
    const QualType left = type_in_size(binary->getLHS());
    return left.isNull() ? type_in_size(binary->getRHS()) : left;
  }
  return QualType();
}

/// What a call of malloc allocates elements of, by sizeof in its arguments or by what the result is
/// cast to; nothing if that says nothing.
QualType Frontend::heap_element(const clang::CallExpr* expression) {
  QualType element;
  for (const Expr* argument : expression->arguments())
    if (element.isNull() && argument->getType()->isIntegerType()) element = type_in_size(argument);
  if (element.isNull()) element = heap_hint_;
  if (element.isNull() || element->isIncompleteType() || element->isFunctionType() ||
      element->isVariablyModifiedType() || size_of(element) == 0)
    return QualType();
  return element;
}

/// Memory of `size` bits: elements if they fill it, else bytes.
std::vector<CLeaf> Frontend::memory_of(QualType element, CBits size) {
  if (!element.isNull() && size % size_of(element) == 0) {
    const CBits stride = size_of(element);
    std::vector<CLeaf> leaves = leaves_of(element);
    if (size != stride) repeat_leaves(leaves, size / stride, stride);
    return leaves;
  }
  CObject bytes;
  bytes.size = size;
  melt_leaves(bytes, 0, size);
  return bytes.leaves;
}

/// Whether a call in the function in translation may execute more than once in a run.
bool Frontend::is_repeated(const clang::CallExpr* expression) {
  const std::string function = key_of(function_->definition);
  const Survey& here = surveys_[function];
  if (here.jumps_back || executes_often(function)) return true;
  const std::string callee = key_of(expression->getDirectCallee());
  return std::ranges::any_of(
      here.calls, [&](const Survey::Call& each) { return each.repeated && each.callee == callee; });
}

/// A fact about the state that what follows needs; a limit where it does not hold.
void Frontend::limit_unless(Term condition, std::string reason) {
  if (terms_.is_true(condition)) return;
  Statement statement;
  statement.kind = Statement::Kind::Assert;
  statement.assert_kind = AssertKind::Limit;
  statement.values = {condition};
  statement.note = std::move(reason);
  emit(std::move(statement));
}

/// A statement of the start procedure: before the program runs.
template <class Action>
void Frontend::at_start(Action action) {
  Block* const before = block_;
  block_ = &start_;
  action();
  block_ = before;
}

/// The bytes that a call of malloc asks for, and whether that is a constant.
Frontend::Wanted Frontend::wanted_bytes(const clang::CallExpr* expression, CLibrary kind) {
  const std::uint32_t width = unit_.pointer_bits;
  Wanted wanted;
  wanted.constant = constant_of(expression->getArg(0));
  if (kind == CLibrary::AllocateCells) {
    const auto cells = constant_of(expression->getArg(1));
    wanted.constant =
        wanted.constant && cells && *wanted.constant < (1u << 31) && *cells < (1u << 31)
            ? std::optional(*wanted.constant * *cells)
            : std::nullopt;
  }
  const std::vector<Term> arguments = evaluate_arguments(expression);
  if (wanted.constant) return wanted;
  const auto most = [&](std::uint32_t bits) {
    return terms_.bv(bits, options_.heap_bytes == 0 ? most_bytes(width) : options_.heap_bytes);
  };
  wanted.bytes = terms_.resize_unsigned(arguments[0], width);
  wanted.fits = terms_.make(Op::BvUle, {wanted.bytes, most(width)});
  if (kind == CLibrary::AllocateCells) {
    const Term product = terms_.make(Op::BvMul, {terms_.zero_extend(wanted.bytes, 2 * width),
                                                 terms_.resize_unsigned(arguments[1], 2 * width)});
    wanted.fits = terms_.make(Op::BvUle, {product, most(2 * width)});
    wanted.bytes = terms_.extract(product, width - 1, 0);
  }
  return wanted;
}

Frontend::Result Frontend::allocate(const clang::CallExpr* expression, CLibrary kind) {
  const Sort pointer = Sort::bit_vector(unit_.pointer_bits);
  if (expression->getNumArgs() < (kind == CLibrary::AllocateCells ? 2u : 1u))
    return {limit("allocation", pointer), {}};
  Allocation made;
  made.kind = kind;
  made.wanted = wanted_bytes(expression, kind);
  made.element = heap_element(expression);
  made.site = fmt::format("{}.heap{}", function_name_, unit_.program.sites[site_].at.line);
  const CBits stride = made.element.isNull() ? 8 : size_of(made.element);
  const bool many = is_repeated(expression);
  if (made.wanted.constant) {
    if (*made.wanted.constant > std::uint64_t{kLargestObject} / 8)
      return {limit("large heap object", pointer), {}};
    made.size = static_cast<CBits>(*made.wanted.constant) * 8;
  } else if (options_.heap_bytes != 0) {
    limit_unless(made.wanted.fits,
                 fmt::format("heap object of more than {} bytes", options_.heap_bytes));
    made.size = CBits{options_.heap_bytes} * 8;
  } else {
    // There is no memory for more; the run ends.
    assume(made.wanted.fits);
    made.size = static_cast<CBits>(most_bytes(unit_.pointer_bits)) * 8;
    made.size -= made.size % stride;
  }
  if (many && options_.heap_objects == 0) return {allocate_slot(made), {}};
  return {allocate_object(made, many ? options_.heap_objects : 1), {}};
}

/// One of `count` objects, each of which is allocated once.
Term Frontend::allocate_object(const Allocation& made, unsigned count) {
  const Sort pointer = Sort::bit_vector(unit_.pointer_bits);
  const bool sized = !made.wanted.constant;
  std::vector<CObjectId> objects;
  for (unsigned i = 0; i < count; ++i) {
    CObject object;
    object.kind = CObject::Kind::Heap;
    object.name = count == 1 ? made.site : fmt::format("{}[{}]", made.site, i);
    object.size = made.size;
    object.align = 16;
    object.leaves = memory_of(made.element, made.size);
    if (sized)
      object.room =
          new_variable(unit_.program.globals, made.site + ".size", pointer, "", Show::Hidden);
    if (sized && options_.heap_bytes == 0) {
      object.capacity = capacity_of(object.name);
      limit_unless(terms_.make(Op::BvUle, {made.wanted.bytes, object.capacity}),
                   "heap object that is larger than its share of all addresses");
    }
    objects.push_back(add_object(std::move(object)));
    if (made.kind != CLibrary::Allocate)
      at_start([&] { pseudo(kZero, objects.back(), {}, {}, ""); });
  }
  if (count == 1) {
    if (sized) assign(unit_.objects[objects[0]].room, made.wanted.bytes);
    return unit_.objects[objects[0]].address;
  }
  const Term counter = counter_of(made.site, 32);
  limit_unless(terms_.make(Op::BvUlt, {counter, terms_.bv(32, count)}),
               fmt::format("heap objects: more than {} of one call", count));
  Term chosen = unit_.objects[objects.back()].address;
  for (unsigned i = count; i-- > 0;) {
    const Term here_now = terms_.equal(counter, terms_.bv(32, i));
    const CObject& object = unit_.objects[objects[i]];
    if (i + 1 < count) chosen = terms_.ite(here_now, object.address, chosen);
    if (sized) assign(object.room, terms_.ite(here_now, made.wanted.bytes, object.room));
  }
  const Term result = temporary(pointer);
  assign(result, chosen);
  assign(counter, terms_.make(Op::BvAdd, {counter, terms_.bv(32, 1)}));
  return result;
}

/// One object of as many as there are addresses for: all are one object with a slot for each.
Term Frontend::allocate_slot(const Allocation& made) {
  constexpr CBits kGapBits = 16 * 8;
  const std::uint32_t width = unit_.pointer_bits;
  const Sort pointer = Sort::bit_vector(width);
  const bool sized = !made.wanted.constant;
  const auto most = static_cast<CBits>(most_bytes(width)) * 8;
  CBits size = made.size;
  // Half of the bits of an address choose the slot if nothing is known of sizes.
  if (sized && options_.heap_bytes == 0) size = (CBits{8} << (width / 2)) - kGapBits;
  if (!made.element.isNull() && sized) size -= size % size_of(made.element);
  const auto slot = static_cast<CBits>(std::bit_ceil(static_cast<std::uint64_t>(size + kGapBits)));
  if (sized && options_.heap_bytes == 0)
    limit_unless(terms_.make(Op::BvUle, {made.wanted.bytes,
                                         terms_.bv(width, static_cast<std::uint64_t>(size / 8))}),
                 fmt::format("one of many heap objects has more than {} bytes", size / 8));
  CObject object;
  object.kind = CObject::Kind::Heap;
  object.name = made.site;
  object.align = 16;
  object.slot = slot;
  object.size = most / slot * slot;
  object.leaves = memory_of(made.element, size);
  repeat_leaves(object.leaves, most / slot, slot);
  object.capacity = capacity_of(object.name);
  const Term counter = counter_of(made.site, width);
  const Term bytes = terms_.bv(width, static_cast<std::uint64_t>(slot / 8));
  limit_unless(terms_.make(Op::BvUlt, {counter, terms_.make(Op::BvUdiv, {object.capacity, bytes})}),
               "more heap objects of one call than there are addresses for");
  if (sized) {
    const auto shift =
        static_cast<std::uint32_t>(std::countr_zero(static_cast<std::uint64_t>(slot / 8)));
    object.room =
        new_variable(unit_.program.globals, made.site + ".size",
                     Sort::array_of(Sort::bit_vector(width - shift), pointer), "", Show::Hidden);
    assign(object.room, terms_.store(object.room, terms_.extract(counter, width - shift - 1, 0),
                                     made.wanted.bytes));
  }
  const CObjectId id = add_object(std::move(object));
  if (made.kind != CLibrary::Allocate) at_start([&] { pseudo(kZero, id, {}, {}, ""); });
  const Term result = temporary(pointer);
  assign(result, terms_.make(Op::BvAdd, {unit_.objects[id].address, scaled(counter, slot / 8)}));
  assign(counter, terms_.make(Op::BvAdd, {counter, terms_.bv(width, 1)}));
  return result;
}

/// A variable that memory.h replaces by the bytes that the object has addresses for.
Term Frontend::capacity_of(const std::string& name) {
  return terms_.variable(unique_variable("&capacity of " + name),
                         Sort::bit_vector(unit_.pointer_bits));
}

/// A variable that is zero when the program starts.
Term Frontend::counter_of(const std::string& site, std::uint32_t width) {
  const Term counter = new_variable(unit_.program.globals, site + ".count", Sort::bit_vector(width),
                                    "", Show::Hidden);
  at_start([&] { assign(counter, terms_.bv(width, 0)); });
  return counter;
}

/// What `size` bits behind a pointer look like, by the type that the pointer had before it became
/// void*; bytes if that does not fit.
std::vector<CLeaf> Frontend::memory_leaves(const Expr* pointer, CBits size) {
  const Expr* typed = pointer->IgnoreParenImpCasts();
  while (const auto* conversion = dyn_cast<clang::CStyleCastExpr>(typed)) {
    if (!conversion->getSubExpr()->getType()->isPointerType() &&
        !conversion->getSubExpr()->getType()->isArrayType())
      break;
    const Expr* inner = conversion->getSubExpr()->IgnoreParenImpCasts();
    const QualType type = conversion->getType()->getPointeeType();
    if (!type->isVoidType() && !type->isCharType()) break;
    typed = inner;
  }
  QualType element = typed->getType()->isArrayType()
                         ? context_->getAsArrayType(typed->getType())->getElementType()
                     : typed->getType()->isPointerType() ? typed->getType()->getPointeeType()
                                                         : QualType();
  if (!element.isNull() && (element->isIncompleteType() || element->isFunctionType() ||
                            element->isVariablyModifiedType() || size_of(element) == 0))
    element = QualType();
  return memory_of(element, size);
}

std::optional<Frontend::Result> Frontend::move_memory(const clang::CallExpr* expression,
                                                      CLibrary kind) {
  if (expression->getNumArgs() < 3) return std::nullopt;
  const auto size = constant_of(expression->getArg(2));
  if (!size || *size > std::uint64_t{kMostCopies} * 8) return std::nullopt;
  const auto bits = static_cast<CBits>(*size) * 8;
  const Expr* target = expression->getArg(0);
  const std::vector<CLeaf> leaves = memory_leaves(target, bits);
  if (count_elements(leaves) > kMostCopies) return std::nullopt;
  if (has_effects(target) || has_effects(expression->getArg(1))) return std::nullopt;
  const CPlace to = pointer_place(target);
  if (kind == CLibrary::Copy) {
    const std::vector<CLeaf> source = memory_leaves(expression->getArg(1), bits);
    const bool alike = std::ranges::equal(leaves, source, [](const CLeaf& a, const CLeaf& b) {
      return a.offset == b.offset && a.sort == b.sort && a.storage == b.storage &&
             a.elements() == b.elements() && a.end() == b.end();
    });
    CObject bytes;
    bytes.size = bits;
    melt_leaves(bytes, 0, bits);
    const CPlace from = pointer_place(expression->getArg(1));
    copy_leaves(to, from, alike ? leaves : bytes.leaves);
  } else {
    const Term byte = terms_.extract(rvalue(expression->getArg(1)), 7, 0);
    for_each_element(leaves, [&](const CLeaf& leaf, CBits offset) {
      const auto first = static_cast<std::uint32_t>(offset % 8);  // bit-fields
      Term value = byte;
      while (terms_.sort(value).width() < first + leaf.sort.width())
        value = terms_.concat(value, byte);
      value = terms_.extract(value, first + leaf.sort.width() - 1, first);
      if (leaf.sort == Sort::floating(15, 64) && byte != terms_.bv(8, 0))
        value = limit("memset of a long double", Sort::bit_vector(leaf.sort.width()));
      store(moved(to, offset), leaf.sort, leaf.storage, c_from_bits(terms_, value, leaf.sort));
    });
  }
  return Result{address(to), {}};
}

/// __builtin_add_overflow and its kind: the exact result, cut to the target's type, and whether
/// that changed it.
std::optional<Frontend::Result> Frontend::overflow_builtin(const clang::CallExpr* expression,
                                                           std::string_view name) {
  if (!name.starts_with("__builtin_") || !name.ends_with("_overflow")) return std::nullopt;
  const auto has = [&](const char* part) { return name.find(part) != std::string_view::npos; };
  if (!has("add") && !has("sub") && !has("mul")) return std::nullopt;
  if (expression->getNumArgs() != 3) return std::nullopt;
  const std::vector<Term> arguments = evaluate_arguments(expression);
  const CScalar left = scalar(expression->getArg(0)->getType());
  const CScalar right = scalar(expression->getArg(1)->getType());
  const CScalar target = scalar(expression->getArg(2)->getType()->getPointeeType());
  const std::uint32_t width =
      std::max(left.width() + right.width(), target.width()) + 2;  // any result, with its sign
  const auto widened = [&](Term value, const CScalar& type) {
    return type.is_signed ? terms_.sign_extend(value, width) : terms_.zero_extend(value, width);
  };
  const Term a = widened(arguments[0], left);
  const Term b = widened(arguments[1], right);
  const Term exact = has("add")   ? terms_.make(Op::BvAdd, {a, b})
                     : has("sub") ? terms_.bv_sub(a, b)
                                  : terms_.make(Op::BvMul, {a, b});
  const Term cut = terms_.extract(exact, target.width() - 1, 0);
  const Term overflows = snapshot(
      c_number(terms_, terms_.distinct(exact, widened(cut, target)), result_scalar(expression)));
  CPlace place;
  place.pointer = arguments[2];
  store(place, target.sort, target.storage, cut);
  return Result{overflows, {}};
}

/// Functions that write what is not modelled, such as sprintf: nothing is known of the memory from
/// then on, and reading it is a limit. Their result counts, so it must not be used.
std::optional<Frontend::Result> Frontend::scribble(const clang::CallExpr* expression,
                                                   std::string_view name) {
  const auto written = unknown_writes(name);
  if (!written || unused_result_ != expression) return std::nullopt;
  evaluate_arguments(expression);
  const unsigned count = expression->getNumArgs();
  const unsigned end = written->all ? count : std::min(count, written->first + 1);
  for (unsigned i = written->first; i < end; ++i) {
    const Expr* argument = expression->getArg(i);
    if (!argument->getType()->isPointerType() || has_effects(argument)) return std::nullopt;
    unit_.accesses.push_back(
        {pointer_place(argument), Sort::bit_vector(8), 8, CAccess::Kind::Text});
    pseudo(kScribble, unit_.accesses.size() - 1, {}, {}, std::string(name));
  }
  return Result{
      is_scalar(expression->getType()) ? c_zero(terms_, result_scalar(expression).sort) : kNoTerm,
      {}};
}

Frontend::Result Frontend::call_library(const clang::CallExpr* expression,
                                        const FunctionDecl* callee) {
  const std::string name = callee->getNameAsString();
  const CLibrary kind = library_function(name);
  const auto zero_result = [&]() -> Result {
    const QualType type = expression->getType();
    if (is_scalar(type)) return {c_zero(terms_, scalar(type).sort), {}};
    if (type->isVoidType()) return {};
    return {kNoTerm, whole(new_object(CObject::Kind::Local, "returned", type))};
  };
  const auto assertion = [&](Term holds) {
    if (is_error_function(name)) property(holds, "assertion");
    assume(holds);
  };
  if (is_error_function(name) && kind != CLibrary::Assert) {
    evaluate_arguments(expression);
    violation(name + "()");
    return zero_result();
  }
  switch (kind) {
    case CLibrary::Nondet:
      return nondet(expression, callee);
    case CLibrary::Assume:
      if (expression->getNumArgs() != 1) break;
      assume(condition(expression->getArg(0)));
      return zero_result();
    case CLibrary::Assert:
      if (expression->getNumArgs() != 1) break;
      assertion(condition(expression->getArg(0)));
      return zero_result();
    case CLibrary::AssertFail:
    case CLibrary::Stop:
      evaluate_arguments(expression);
      assume(terms_.false_term());
      return zero_result();
    case CLibrary::Nothing:
      if (name == "__builtin_va_start" || name == "__builtin_va_end" || name == "__builtin_va_copy")
        return zero_result();
      return call_unknown(expression, name);
    case CLibrary::Allocate:
    case CLibrary::AllocateZero:
    case CLibrary::AllocateCells:
      return allocate(expression, kind);
    case CLibrary::Free:
      evaluate_arguments(expression);
      return zero_result();
    case CLibrary::Copy:
    case CLibrary::Fill:
      if (const auto result = move_memory(expression, kind)) return *result;
      break;
    case CLibrary::First: {
      const std::vector<Term> values = evaluate_arguments(expression);
      if (values.empty() || !values[0].valid()) break;
      return {values[0], {}};
    }
    case CLibrary::Rounding: {
      const std::vector<Term> values = evaluate_arguments(expression);
      if (values.size() != 1 || !values[0].valid() ||
          terms_.sort(values[0]) != Sort::bit_vector(32))
        break;
      Term known = terms_.equal(values[0], terms_.bv(32, 0));
      for (const std::uint64_t mode : {kRoundDown, kRoundUp, kRoundToZero})
        known = terms_.or_(known, terms_.equal(values[0], terms_.bv(32, mode)));
      const Term failed = snapshot(c_number(terms_, terms_.not_(known), result_scalar(expression)));
      assign(rounding_, terms_.ite(known, values[0], rounding_));
      return {failed, {}};
    }
    case CLibrary::Math:
      return math(expression, name);
    case CLibrary::Limit:
      if (const auto result = scribble(expression, name)) return *result;
      limit(fmt::format("call of '{}'", name));
      return zero_result();
    case CLibrary::Unknown:
      break;
  }
  std::string_view plain = name;
  std::string own = name;
  if (plain.starts_with("__builtin_")) {
    plain.remove_prefix(10);
    own = fmt::format("__cairn_{}", plain);
    if (!in_library_source(own)) own = plain;
  }
  if (in_library_source(own)) {
    load_library();
    if (const auto found = definitions_.find(own); found != definitions_.end())
      return call_function(expression, function_of(found->second));
  }
  if (callee->getBuiltinID() != 0) {
    if (const auto overflow = overflow_builtin(expression, name)) return *overflow;
    Expr::EvalResult result;
    if (is_scalar(expression->getType())) {
      if (expression->EvaluateAsRValue(result, *context_)) {
        if (result.Val.isInt()) return {literal(result.Val.getInt()), {}};
        if (result.Val.isFloat())
          return {literal(result.Val.getFloat(), result_scalar(expression)), {}};
      }
    }
    limit(fmt::format("call of '{}'", name));
    return zero_result();
  }
  unknown_.insert(name);
  return call_unknown(expression, name);
}

/// Runs the action on a thread with room for deep recursion, or here if there is no such thread.
void on_large_stack(const std::function<void()>& action) {
  constexpr std::size_t kStack = std::size_t{256} << 20;
  struct Job {
    const std::function<void()>& action;
    std::exception_ptr failure;
  };
  Job job{action, nullptr};
  const auto run = [](void* data) -> void* {
    Job& mine = *static_cast<Job*>(data);
    try {
      mine.action();
    } catch (...) {
      mine.failure = std::current_exception();
    }
    return nullptr;
  };
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStack);
  pthread_t thread;
  const bool started = pthread_create(&thread, &attributes, run, &job) == 0;
  pthread_attr_destroy(&attributes);
  if (!started) return action();
  pthread_join(thread, nullptr);
  if (job.failure) std::rethrow_exception(job.failure);
}

}  // namespace

extern "C" __attribute__((visibility("default"))) void cairn_translate_c(
    const std::vector<Source>& files, const CReadOptions& options, const Log& log, CUnit& result);

void cairn_translate_c(const std::vector<Source>& files, const CReadOptions& options,
                       const Log& log, CUnit& result) {
  on_large_stack([&] { result = Frontend(files, options, log).run(); });
}

}  // namespace cairn

#endif  // CAIRN_HAS_C
