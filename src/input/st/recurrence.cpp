// SPDX-License-Identifier: MIT
//
// Liveness as safety [BAS02]: a requirement that something happens again and again is violated by a
// run that waits for it for ever, and a program with finitely many states that does so comes back
// to a state in which it already waited. So at the end of some scan the state is saved, and an
// assertion says that no later one, with no answer in between, is the same. A run that fails it is
// one whose last scans can be repeated for ever, for nothing but inputs comes from outside, and
// those may be the same again. Whatever else changes from scan to scan is part of the state.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "input/st/compiler.h"

namespace cairn::st {
namespace {

/// Elements of arrays that are compared one by one.
constexpr std::uint64_t kMostCompared = 4096;

}  // namespace

void Compiler::add_recurrence(const Requirement& requirement, Term waits) {
  if (options_.cycles)
    throw InputError(requirement.at, "this is about runs without end, and --cycles bounds them");
  assume(terms().true_term());  // where the condition has no exact model nothing is known
  Recurrence one;
  one.waits = out_.kept(waits, "waits");
  one.claim = requirement.id;
  one.at = requirement.at;
  recurrences_.push_back(std::move(one));
}

/// The variables that a scan hands on to the next one.
std::vector<Term> Compiler::state_at_end() const {
  std::vector<const Storage*> found;
  const auto add_fields = [&](const Storage& root) {
    for (std::size_t i = 0; i < root.parts.size(); ++i)
      if (root.parts[i] && root.type->fields[i].section != Section::Kind::Temp)
        leaves(*root.parts[i], found);
  };
  for (const auto& root : roots_) add_fields(*root);
  add_fields(*globals_);
  for (const auto& [address, node] : direct_) found.push_back(node.get());
  const std::vector<const Storage*> inputs = all_inputs();
  std::vector<Term> state;
  for (const Storage* leaf : found) {
    const bool is_read_anew = std::ranges::find(inputs, leaf) != inputs.end();
    if (leaf->variable.valid() && !is_read_anew) state.push_back(leaf->variable);
  }
  for (const Term variable : zeroed_)
    if (variable != step_) state.push_back(variable);
  for (const History& one : history_)
    if (!one.is_start) state.push_back(one.variable);
  return state;
}

Term Compiler::same_state(const std::vector<Term>& now, const std::vector<Term>& then) {
  std::vector<Term> all;
  for (std::size_t i = 0; i < now.size(); ++i) {
    const Sort sort = terms().sort(now[i]);
    if (!sort.is_array()) {
      all.push_back(terms().equal(now[i], then[i]));
      continue;
    }
    const std::uint32_t width = sort.index_sort().width();
    const std::uint64_t count = width < 63 ? std::uint64_t{1} << width : ~std::uint64_t{0};
    if (count > kMostCompared)
      throw InputError(recurrences_.front().at,
                       fmt::format("not supported: repeatability and response in programs with "
                                   "arrays of more than {} elements",
                                   kMostCompared));
    for (std::uint64_t e = 0; e < count; ++e) {
      const Term index = terms().bv(width, e);
      all.push_back(terms().equal(terms().select(now[i], index), terms().select(then[i], index)));
    }
  }
  return terms().and_all(all);
}

void Compiler::lower_recurrences() {
  if (recurrences_.empty()) return;
  const std::vector<Term> state = state_at_end();
  for (Recurrence& one : recurrences_) {
    one.saved = out_.variable("#saved", Sort::boolean(), "", Show::Hidden);
    one.guess = out_.variable("#guess", Sort::boolean(), "", Show::Hidden);
    zeroed_.push_back(one.saved);
    std::vector<Term> copies;
    for (const Term variable : state) {
      copies.push_back(out_.variable("#then", terms().sort(variable), "", Show::Hidden));
      zeroed_.push_back(copies.back());
    }
    out_.at_position(one.at, one.claim);
    const Term is_loop =
        terms().and_(terms().and_(one.saved, one.waits), same_state(state, copies));
    out_.assert_(terms().not_(is_loop), one.claim);
    out_.havoc(one.guess, "a loop begins");
    out_.begin_block();
    std::vector<Term> targets = copies, values = state;
    targets.push_back(one.saved);
    values.push_back(terms().true_term());
    out_.assign_all(std::move(targets), std::move(values));
    Block save = out_.end_block();
    out_.if_(terms().and_all(std::vector<Term>{one.waits, terms().not_(one.saved), one.guess}),
             std::move(save), {});
    out_.assign(one.saved, terms().and_(one.saved, one.waits));
  }
}

}  // namespace cairn::st
