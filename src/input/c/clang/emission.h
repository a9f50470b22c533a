// SPDX-License-Identifier: MIT
//
// Making statements of IVL, temporaries, and places in the source.
#pragma once

#include "input/c/clang/translator.h"

namespace cairn {
namespace {

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

}  // namespace
}  // namespace cairn
