// SPDX-License-Identifier: MIT
#include "model/program.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace cairn {

namespace {

using Kind = Statement::Kind;

class Checker {
 public:
  explicit Checker(const Program& program) : program_(program), terms_(*program.terms) {}

  void check() {
    for (const ProgramVariable& variable : program_.globals) declare(variable, kGlobal);
    for (std::size_t i = 0; i < program_.procedures.size(); ++i) declare(i);
    const auto main = procedures_.find(program_.main);
    CAIRN_CHECK(main != procedures_.end());
    CAIRN_CHECK(program_.procedures[main->second].parameters.empty());
    callees_.resize(program_.procedures.size());
    for (std::size_t i = 0; i < program_.procedures.size(); ++i) check_procedure(i);
    for (std::size_t i = 0; i < program_.procedures.size(); ++i) check_not_recursive(i);
  }

 private:
  static constexpr std::size_t kGlobal = static_cast<std::size_t>(-1);

  void declare(const ProgramVariable& variable, std::size_t owner) {
    CAIRN_CHECK(terms_.is_variable(variable.term));
    CAIRN_CHECK(owners_.emplace(variable.term, owner).second);
  }

  void declare(std::size_t procedure) {
    const Procedure& p = program_.procedures[procedure];
    CAIRN_CHECK(procedures_.emplace(p.name, procedure).second);
    for (const ProgramVariable& variable : p.parameters) declare(variable, procedure);
    for (const ProgramVariable& variable : p.results) declare(variable, procedure);
    for (const ProgramVariable& variable : p.locals) declare(variable, procedure);
    check_site(p.site);
  }

  void check_site(SiteId site) const {
    CAIRN_CHECK(site == kNoSite || site < program_.sites.size());
  }

  void check_procedure(std::size_t procedure) {
    current_ = procedure;
    labels_.clear();
    seen_terms_.clear();
    collect_labels(program_.procedures[procedure].body);
    check_block(program_.procedures[procedure].body);
  }

  void collect_labels(const Block& block) {
    for (const Statement& statement : block) {
      if (statement.kind == Kind::Label) {
        CAIRN_CHECK(statement.names.size() == 1);
        CAIRN_CHECK(labels_.insert(statement.names[0]).second);
      }
      for (const Block& inner : statement.blocks) collect_labels(inner);
    }
  }

  bool in_scope(Term variable) const {
    const auto owner = owners_.find(variable);
    return owner != owners_.end() && (owner->second == kGlobal || owner->second == current_);
  }

  /// Every variable of the terms is in scope. Subterms that were looked at are not looked at again.
  void check_scope(const std::vector<Term>& roots) {
    std::vector<Term> open;
    for (const Term root : roots) {
      CAIRN_CHECK(root.valid() && root.id < terms_.size());
      if (seen_terms_.insert(root).second) open.push_back(root);
    }
    while (!open.empty()) {
      const Term term = open.back();
      open.pop_back();
      if (terms_.is_variable(term)) CAIRN_CHECK(in_scope(term));
      for (const Term operand : terms_.operands(term))
        if (seen_terms_.insert(operand).second) open.push_back(operand);
    }
  }

  void check_targets(const Statement& statement) const {
    std::set<Term> seen;
    for (const Term target : statement.targets) {
      CAIRN_CHECK(target.valid() && terms_.is_variable(target) && in_scope(target));
      CAIRN_CHECK(seen.insert(target).second);
    }
  }

  void check_condition(const Statement& statement, std::size_t blocks) const {
    CAIRN_CHECK(statement.values.size() == 1 && terms_.sort(statement.values[0]).is_bool());
    CAIRN_CHECK(statement.targets.empty() && statement.blocks.size() == blocks);
  }

  void check_call(const Statement& statement) {
    CAIRN_CHECK(statement.names.size() == 1);
    const auto found = procedures_.find(statement.names[0]);
    CAIRN_CHECK(found != procedures_.end());
    const Procedure& callee = program_.procedures[found->second];
    CAIRN_CHECK(statement.values.size() == callee.parameters.size());
    CAIRN_CHECK(statement.targets.size() == callee.results.size());
    for (std::size_t i = 0; i < statement.values.size(); ++i)
      CAIRN_CHECK(terms_.sort(statement.values[i]) == terms_.sort(callee.parameters[i].term));
    for (std::size_t i = 0; i < statement.targets.size(); ++i)
      CAIRN_CHECK(terms_.sort(statement.targets[i]) == terms_.sort(callee.results[i].term));
    callees_[current_].insert(found->second);
  }

  void check_statement(const Statement& statement) {
    check_site(statement.site);
    check_scope(statement.values);
    check_targets(statement);
    switch (statement.kind) {
      case Kind::Assign:
        CAIRN_CHECK(!statement.targets.empty());
        CAIRN_CHECK(statement.targets.size() == statement.values.size());
        for (std::size_t i = 0; i < statement.targets.size(); ++i)
          CAIRN_CHECK(terms_.sort(statement.targets[i]) == terms_.sort(statement.values[i]));
        break;
      case Kind::Havoc:
        CAIRN_CHECK(!statement.targets.empty() && statement.values.empty());
        break;
      case Kind::Assume:
      case Kind::Assert:
        check_condition(statement, 0);
        break;
      case Kind::If:
        check_condition(statement, 2);
        break;
      case Kind::While:
        check_condition(statement, 1);
        break;
      case Kind::Choice:
        CAIRN_CHECK(!statement.blocks.empty());
        break;
      case Kind::Label:
        break;
      case Kind::Goto:
        CAIRN_CHECK(!statement.names.empty());
        for (const std::string& label : statement.names) CAIRN_CHECK(labels_.contains(label));
        break;
      case Kind::Call:
        check_call(statement);
        break;
      case Kind::Return:
        break;
    }
  }

  void check_block(const Block& block) {
    for (const Statement& statement : block) {
      check_statement(statement);
      for (const Block& inner : statement.blocks) check_block(inner);
    }
  }

  void check_not_recursive(std::size_t procedure) {
    enum : char { New, Open, Closed };
    marks_.resize(program_.procedures.size(), New);
    CAIRN_CHECK(marks_[procedure] != Open);
    if (marks_[procedure] == Closed) return;
    marks_[procedure] = Open;
    for (const std::size_t callee : callees_[procedure]) check_not_recursive(callee);
    marks_[procedure] = Closed;
  }

  const Program& program_;
  const Terms& terms_;
  std::unordered_map<Term, std::size_t> owners_;  // kGlobal, or the procedure it belongs to
  std::map<std::string_view, std::size_t> procedures_;
  std::vector<std::set<std::size_t>> callees_;
  std::vector<char> marks_;
  std::size_t current_ = 0;
  std::set<std::string_view> labels_;
  std::unordered_set<Term> seen_terms_;  // of the current procedure
};

}  // namespace

const Procedure* Program::find(std::string_view name) const {
  const auto found = std::find_if(procedures.begin(), procedures.end(),
                                  [&](const Procedure& p) { return p.name == name; });
  return found == procedures.end() ? nullptr : &*found;
}

void check_program(const Program& program) {
  Checker(program).check();
}

}  // namespace cairn
