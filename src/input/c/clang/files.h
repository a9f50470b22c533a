// SPDX-License-Identifier: MIT
//
// Reading files, and what a walk over all functions finds before any is translated.
#pragma once

#include <filesystem>

#include "input/c/clang/reading.h"
#include "input/c/clang/translator.h"

namespace cairn {
namespace {

/// Clang's first error as an InputError's parts, and its warnings.
class Diagnostics : public clang::DiagnosticConsumer {
 public:
  struct Message {
    Position at;
    std::string text;
  };

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic& diagnostic) override {
    clang::DiagnosticConsumer::HandleDiagnostic(level, diagnostic);
    const bool error = level >= clang::DiagnosticsEngine::Error;
    if (level < clang::DiagnosticsEngine::Warning || error_) return;
    if (!error && warnings_.size() >= kMostWarnings) {
      ++more_;
      return;
    }
    llvm::SmallString<128> text;
    diagnostic.FormatDiagnostic(text);
    Message message{{"", 1, 1}, std::string(text.str())};
    if (diagnostic.hasSourceManager() && diagnostic.getLocation().isValid()) {
      const clang::SourceManager& sources = diagnostic.getSourceManager();
      const clang::SourceLocation place = sources.getExpansionLoc(diagnostic.getLocation());
      message.at = {sources.getFilename(place).str(), sources.getExpansionLineNumber(place),
                    sources.getExpansionColumnNumber(place)};
    }
    const llvm::StringRef option =
        clang::DiagnosticIDs::getWarningOptionForDiag(diagnostic.getID());
    if (!error && !option.empty()) message.text += fmt::format(" [-W{}]", option.str());
    if (error)
      error_ = std::move(message);
    else
      warnings_.push_back(std::move(message));
  }

  const std::optional<Message>& error() const { return error_; }
  void show_warnings(const Log& log, const std::string& file) const {
    for (const Message& each : warnings_)
      log.warning("{}:{}:{}: {}", each.at.file.empty() ? file : each.at.file, each.at.line,
                  each.at.column, each.text);
    if (more_ > 0) log.warning("{}: and {} more warnings of Clang", file, more_);
  }

 private:
  static constexpr std::size_t kMostWarnings = 20;  // more than that nobody reads
  std::optional<Message> error_;
  std::vector<Message> warnings_;
  std::size_t more_ = 0;
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

/// Whether a function of the C library is called that is not declared.
bool uses_undeclared_library(const Stmt* statement) {
  if (statement == nullptr) return false;
  if (const auto* reference = dyn_cast<clang::DeclRefExpr>(statement))
    if (const auto* function = dyn_cast<FunctionDecl>(reference->getDecl());
        function != nullptr && function->isImplicit() && function->getBuiltinID() == 0) {
      const std::string name = function->getNameAsString();
      return library_function(name) != CLibrary::Unknown || in_library_source(name);
    }
  return std::ranges::any_of(statement->children(),
                             [](const Stmt* child) { return uses_undeclared_library(child); });
}

bool uses_undeclared_library(clang::ASTUnit& ast) {
  return std::ranges::any_of(
      ast.getASTContext().getTranslationUnitDecl()->decls(), [](const clang::Decl* declaration) {
        const auto* function = dyn_cast<FunctionDecl>(declaration);
        return function != nullptr && function->doesThisDeclarationHaveABody() &&
               uses_undeclared_library(function->getBody());
      });
}

/// Where Clang's own headers are: with the program, if it came as a tarball with its libraries.
std::string resource_folder() {
  std::error_code failed;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", failed);
  const auto own = program.parent_path().parent_path() / "lib/cairn/clang";
  return std::filesystem::exists(own, failed) ? own.string() : CAIRN_CLANG_RESOURCES;
}

void Frontend::parse(const Source& file) {
  if (file.bytes.find('\0') != std::string::npos)
    throw InputError({file.name}, "this is a binary file; expected C source");
  refuse_long_runs(file);
  std::vector<std::string> arguments = {"-xc", "-fsyntax-only", "-std=gnu11",
                                        // Said of main(), too, where no C library is known.
                                        "-Wno-return-type",
                                        // gcc 11 knows who frees what a function allocates.
                                        "-D__malloc__(...)=",
                                        // Not macros that index the library's tables.
                                        "-D__NO_CTYPE", unit_.pointer_bits == 32 ? "-m32" : "-m64",
                                        "-msse2", "-resource-dir=" + resource_folder()};
  // Cairn's own text is not the user's business.
  if (has_library_) {
    arguments.emplace_back("-w");
    if (checks("bounds")) arguments.emplace_back("-D__CAIRN_BOUNDS");
  } else {
    if (const auto own = options_.arguments_of.find(file.name); own != options_.arguments_of.end())
      arguments.insert(arguments.end(), own->second.begin(), own->second.end());
    arguments.insert(arguments.end(), options_.compiler_arguments.begin(),
                     options_.compiler_arguments.end());
  }
  std::vector<std::string> freestanding = {"-ffreestanding", "-fno-builtin"};
  freestanding.insert(freestanding.end(), arguments.begin(), arguments.end());
  Diagnostics diagnostics;
  std::unique_ptr<clang::ASTUnit> ast = syntax_tree(file, freestanding, diagnostics);
  if (diagnostics.error()) {
    Position at = diagnostics.error()->at;
    if (at.file.empty()) at.file = file.name;
    throw InputError(at, diagnostics.error()->text);
  }
  diagnostics.show_warnings(log_, file.name);
  if (!ast) throw InputError({file.name}, "Clang cannot read this file");
  // Functions of the library that nobody declares have the types that compilers know. Clang then
  // also insists on the types that main may have, so this is done where it matters.
  if (uses_undeclared_library(*ast)) {
    Diagnostics other;
    std::unique_ptr<clang::ASTUnit> hosted = syntax_tree(file, arguments, other);
    if (hosted && !other.error()) ast = std::move(hosted);
  }
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

/// The name that the linker sees, if it is not the one in the source.
std::optional<std::string> linker_name(const clang::NamedDecl* declaration) {
  const auto* latest = dyn_cast<clang::NamedDecl>(declaration->getMostRecentDecl());
  if (latest == nullptr) latest = declaration;
  const auto* label = latest->getAttr<clang::AsmLabelAttr>();
  return label == nullptr ? std::nullopt : std::optional(label->getLabel().str());
}

/// What __attribute__((alias("name"))) names, in the same file as C asks for; else nothing.
const clang::NamedDecl* aliased(const clang::NamedDecl* declaration) {
  const auto* latest = dyn_cast<clang::NamedDecl>(declaration->getMostRecentDecl());
  const auto* alias = (latest == nullptr ? declaration : latest)->getAttr<clang::AliasAttr>();
  if (alias == nullptr) return nullptr;
  ASTContext& context = declaration->getASTContext();
  const clang::IdentifierInfo& name = context.Idents.get(alias->getAliasee());
  for (const clang::NamedDecl* each :
       context.getTranslationUnitDecl()->lookup(clang::DeclarationName(&name)))
    if (each->getCanonicalDecl() != declaration->getCanonicalDecl() &&
        (isa<FunctionDecl>(each) || isa<VarDecl>(each)))
      return each;
  return nullptr;
}

bool is_weak(const clang::NamedDecl* declaration) {
  return declaration->hasAttr<clang::WeakAttr>();
}

std::string Frontend::key_of(const clang::NamedDecl* declaration) const {
  if (const clang::NamedDecl* target = aliased(declaration)) return key_of(target);
  if (declaration->isExternallyVisible()) {
    const auto label = linker_name(declaration);
    return label ? *label : declaration->getNameAsString();
  }
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
      const auto [found, added] = definitions_.emplace(key, function);
      // A weak definition gives way to another one.
      if (!added && is_weak(function)) continue;
      if (!added && is_weak(found->second)) {
        found->second = function;
        surveys_[key] = {};
      } else if (!added)
        fail(function->getLocation(),
             fmt::format("'{}' is defined in several files", function->getNameAsString()));
      if (function->hasAttr<clang::ConstructorAttr>()) constructors_.push_back(function);
      if (function->hasAttr<clang::DestructorAttr>()) destructors_.push_back(function);
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
    // Builtins of the library are models with the plain name.
    std::string key = key_of(callee);
    if (key.starts_with("__builtin_")) key.erase(0, 10);
    found.calls.push_back({key, repeated, call});
    if (key == "atexit") has_exit_handlers_ = true;
    if (key == "__errno_location") uses_errno_ = true;
    if (is_error_function(callee->getNameAsString())) error_calls_.insert(key_of(callee));
    if (library_function(callee->getNameAsString()) == CLibrary::Rounding) sets_rounding_ = true;
    const std::string name = callee->getNameAsString();
    if (name.find("signbit") != std::string::npos || name.find("copysign") != std::string::npos)
      unit_.asks_float_signs = true;
  }
}

/// The function of a cleanup attribute gets the variable's address.
void Frontend::survey_cleanup(const VarDecl* variable, Survey& found, bool repeated) {
  const auto* cleanup = variable->getAttr<clang::CleanupAttr>();
  if (cleanup == nullptr) return;
  taken_.insert(key_of(variable));
  found.calls.push_back({key_of(cleanup->getFunctionDecl()), repeated});
}

/// Whether the text, as a format, has a conversion %n.
bool counts_characters(std::string_view text) {
  for (std::size_t at = text.find('%'); at != std::string_view::npos; at = text.find('%', at + 1)) {
    const std::size_t letter = text.find_first_not_of("0123456789-+ #.*$hlLqjzt", at + 1);
    if (letter != std::string_view::npos && text[letter] == 'n') return true;
  }
  return false;
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
      if (variable != nullptr) survey_cleanup(variable, found, repeated);
      if (variable == nullptr || variable->getInit() == nullptr) continue;
      auto& [count, value] = assigned_[key_of(variable)];
      ++count;
      value = variable->getInit();
    }
  }
  if (const auto* text = dyn_cast<clang::StringLiteral>(statement);
      text != nullptr && text->getCharByteWidth() == 1)
    has_count_conversion_ = has_count_conversion_ || counts_characters(text->getString().str());
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

/// Whether a call in the program is an error by its name. A program's own assert() is what its body
/// says.
bool Frontend::calls_error_function() const {
  return std::ranges::any_of(error_calls_, [this](const std::string& key) {
    const std::string name = key.substr(0, key.find('@'));
    return library_function(name) != CLibrary::Assert || !definitions_.contains(key);
  });
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
  unsigned calls = key == entry_key_ ? 1 : 0;
  for (const auto* list : {&constructors_, &destructors_})
    for (const FunctionDecl* each : *list)
      if (key_of(each) == key) ++calls;
  if (calls > 1) return true;
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
  parse({kLibraryFile, std::string(library_source())});
  context_ = before;
}

}  // namespace
}  // namespace cairn
