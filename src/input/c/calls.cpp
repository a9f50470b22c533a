// SPDX-License-Identifier: MIT
#include "input/c/calls.h"

#include <fmt/format.h>

#include <unordered_map>

namespace cairn {
namespace {

class Cutter {
 public:
  explicit Cutter(Program& program) : program_(program) {
    for (Procedure& procedure : program.procedures) procedures_[procedure.name] = &procedure;
  }

  void run() {
    visit(*procedures_.at(program_.main));
    std::erase_if(program_.procedures,
                  [this](const Procedure& procedure) { return !states_.contains(procedure.name); });
  }

 private:
  enum class State { Active, Done };

  void visit(Procedure& procedure) {
    states_[procedure.name] = State::Active;
    visit(procedure.body);
    states_[procedure.name] = State::Done;
  }

  void visit(Block& block) {
    for (Statement& statement : block) {
      for (Block& inner : statement.blocks) visit(inner);
      if (statement.kind != Statement::Kind::Call) continue;
      const std::string callee = statement.names[0];
      const auto found = states_.find(callee);
      if (found == states_.end()) {
        visit(*procedures_.at(callee));
      } else if (found->second == State::Active) {
        Statement limit;
        limit.kind = Statement::Kind::Assert;
        limit.assert_kind = AssertKind::Limit;
        limit.site = statement.site;
        limit.values = {program_.terms->false_term()};
        limit.note = fmt::format("recursion: call of '{}'", callee);
        statement = std::move(limit);
      }
    }
  }

  Program& program_;
  std::unordered_map<std::string, Procedure*> procedures_;
  std::unordered_map<std::string, State> states_;
};

}  // namespace

void cut_recursion(Program& program) {
  Cutter(program).run();
}

}  // namespace cairn
