// SPDX-License-Identifier: MIT
#include "input/verilog/local_variables.h"

#include <algorithm>
#include <set>

namespace cairn::verilog {
namespace {

/// By their positions.
using Variables = std::set<std::size_t>;

class Flow {
 public:
  explicit Flow(const Specification& specification) : specification_(specification) {}

  /// A property of which a violation is looked for, or a run that meets it if it is a cover.
  void property(const Sva& node, Variables assigned, bool cover) {
    if (node.op == SvaOp::Implication || (cover && node.op == SvaOp::FollowedBy)) {
      sequence(*node.kids[0], assigned);
      return property(*node.kids[1], assigned, cover);
    }
    const bool always = node.op == SvaOp::Always && node.unbounded;
    if (!cover && (node.op == SvaOp::And || always)) {
      for (const SvaPointer& kid : node.kids) property(*kid, assigned, cover);
      return;
    }
    if (cover && is_sequence(node)) return sequence(node, assigned);
    use(node, assigned);
  }

  std::optional<std::string> problem;

 private:
  void fail(const char* message) {
    if (!problem) problem = message;
  }

  /// A chain: each match goes through all of its parts.
  void sequence(const Sva& node, Variables& assigned) {
    if (node.op != SvaOp::Delay) return use(node, assigned);
    if (node.kids.size() == 2) sequence(*node.kids[0], assigned);
    const Sva& last = *node.kids.back();
    if (const auto variable = assignment(last)) {
      read(specification_.locals[*variable].assigned, assigned);
      assigned.insert(*variable);
    } else {
      sequence(last, assigned);
    }
  }

  /// Nothing is assigned in it.
  void use(const Sva& node, const Variables& assigned) {
    if (node.op == SvaOp::Boolean) {
      if (assignment(node))
        fail("local variables are supported if they are assigned on the left of |-> and |=> alone");
      read(specification_.expressions[node.expression], assigned);
    }
    for (const SvaPointer& kid : node.kids) use(*kid, assigned);
  }

  std::optional<std::size_t> assignment(const Sva& node) const {
    if (node.op != SvaOp::Boolean) return std::nullopt;
    for (std::size_t i = 0; i < specification_.locals.size(); ++i)
      if (!specification_.locals[i].assigned.empty() &&
          specification_.locals[i].condition == node.expression)
        return i;
    return std::nullopt;
  }

  void read(const Tokens& expression, const Variables& assigned) {
    const bool samples = std::ranges::any_of(expression, [](const Token& token) {
      return token.is("$past") || token.is("$rose") || token.is("$fell") || token.is("$stable") ||
             token.is("$changed");
    });
    for (std::size_t i = 0; i < specification_.locals.size(); ++i) {
      const std::string& name = specification_.locals[i].name;
      if (std::ranges::none_of(expression, [&](const Token& token) { return token.is(name); }))
        continue;
      if (!assigned.contains(i)) fail("a local variable is used where it may have no value yet");
      if (samples) fail("past values of local variables are not supported");
    }
  }

  const Specification& specification_;
};

}  // namespace

std::optional<std::string> problem_of_locals(const Specification& specification, Goal goal) {
  if (specification.locals.empty()) return std::nullopt;
  Flow flow(specification);
  flow.property(*specification.property, {}, goal == Goal::Cover);
  return flow.problem;
}

}  // namespace cairn::verilog
