// SPDX-License-Identifier: MIT
#include "engine/word_abstraction/abstraction.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <unordered_set>

#include "base/error.h"

namespace cairn::word {
namespace {

/// Calls `visit` for every term of the system's dynamics, without initial values.
template <class Visit>
void for_each_root(WordSystem& system, Visit&& visit) {
  for (WordState& state : system.states)
    if (state.next.valid()) visit(state.next);
  for (Term& bad : system.bad) visit(bad);
  for (Term& constraint : system.constraints) visit(constraint);
}

/// The term with `change` applied to its subterms, operands first: it gets the subterm as it was
/// and as it is over changed operands.
Term changed(Terms& terms, Term root, std::unordered_map<Term, Term>& done,
             const std::function<Term(Term was, Term is)>& change) {
  std::vector<Term> stack{root};
  std::vector<Term> operands;
  while (!stack.empty()) {
    const Term next = stack.back();
    if (done.contains(next)) {
      stack.pop_back();
      continue;
    }
    const std::size_t before = stack.size();
    for (const Term operand : terms.operands(next))
      if (!done.contains(operand)) stack.push_back(operand);
    if (stack.size() != before) continue;
    stack.pop_back();
    const auto parts = terms.operands(next);
    operands.clear();
    for (const Term part : parts) operands.push_back(done.at(part));
    Term is = next;
    if (!std::equal(parts.begin(), parts.end(), operands.begin())) {
      std::uint32_t parameters[2] = {};
      const unsigned count = parameter_count(terms.op(next));
      for (unsigned i = 0; i < count; ++i) parameters[i] = terms.parameter(next, i);
      is = terms.make(terms.op(next), operands, std::span(parameters, count), terms.sort(next));
    }
    done.emplace(next, change(next, is));
  }
  return done.at(root);
}

/// As SMT-LIB defines them.
Term unsigned_form(Terms& terms, Op op, Term a, Term b) {
  const std::uint32_t width = terms.sort(a).width();
  const auto is_negative = [&](Term x) { return terms.make(Op::BvSlt, {x, terms.bv(width, 0)}); };
  const auto negated_if = [&](Term condition, Term x) {
    return terms.ite(condition, terms.make(Op::BvNeg, {x}), x);
  };
  const Term p = is_negative(a), q = is_negative(b);
  const Term magnitude =
      terms.make(op == Op::BvSdiv ? Op::BvUdiv : Op::BvUrem, {negated_if(p, a), negated_if(q, b)});
  return negated_if(op == Op::BvSdiv ? terms.xor_(p, q) : p, magnitude);
}

}  // namespace

Abstraction::Abstraction(const WordSystem& system, const UfConfig& config)
    : terms_(*system.terms), system_(system) {
  split_signed_division();
  find_occurrences(config);
}

void Abstraction::split_signed_division() {
  std::unordered_map<Term, Term> done;
  for_each_root(system_, [&](Term& root) {
    root = changed(terms_, root, done, [&](Term, Term is) {
      const Op op = terms_.op(is);
      if (op != Op::BvSdiv && op != Op::BvSrem) return is;
      return unsigned_form(terms_, op, terms_.operands(is)[0], terms_.operands(is)[1]);
    });
  });
}

bool Abstraction::is_abstracted(Term term, const UfConfig& config) const {
  const auto operands = terms_.operands(term);
  if (operands.size() != 2 || !terms_.sort(operands[0]).is_bit_vector() ||
      terms_.sort(operands[0]).width() < config.width)
    return false;
  const bool left = terms_.is_value(operands[0]), right = terms_.is_value(operands[1]);
  switch (terms_.op(term)) {
    case Op::BvMul:
      return config.constants || !(left || right);
    case Op::BvUdiv:
    case Op::BvUrem:
      return config.constants || !right;
    case Op::BvShl:
    case Op::BvLshr:
    case Op::BvAshr:
      return config.operators >= UfConfig::Operators::Shifts && !right;
    case Op::BvAdd:
      return config.operators >= UfConfig::Operators::Data ||
             (config.operators >= UfConfig::Operators::Sums && !(left || right));
    case Op::BvUlt:
    case Op::BvSlt:
      return config.operators >= UfConfig::Operators::Data;
    default:
      return false;
  }
}

void Abstraction::find_occurrences(const UfConfig& config) {
  std::vector<Term> found;
  std::unordered_set<Term> seen;
  for_each_root(system_, [&](Term root) {
    if (seen.insert(root).second) found.push_back(root);
  });
  for (std::size_t i = 0; i < found.size(); ++i)
    for (const Term operand : terms_.operands(found[i]))
      if (seen.insert(operand).second) found.push_back(operand);
  // Operands before the terms over them.
  std::sort(found.begin(), found.end());
  for (const Term term : found) {
    if (!is_abstracted(term, config)) continue;
    occurrence_of_[term] = occurrences_.size();
    occurrences_.push_back(
        {term, terms_.variable(fmt::format("operator{}", occurrences_.size()), terms_.sort(term)),
         0, false});
  }
}

Term Abstraction::abstract(Term term) {
  return changed(terms_, term, abstract_, [&](Term was, Term is) {
    const auto found = occurrence_of_.find(was);
    if (found == occurrence_of_.end() || occurrences_[found->second].is_concrete) return is;
    return occurrences_[found->second].result;
  });
}

Application Abstraction::application(const Occurrence& occurrence) {
  const auto operands = terms_.operands(occurrence.term);
  return {terms_.op(occurrence.term), abstract(operands[0]), abstract(operands[1]),
          occurrence.result};
}

Application Abstraction::in_system(std::size_t occurrence) const {
  const Occurrence& is = occurrences_[occurrence];
  const auto operands = terms_.operands(is.term);
  return {terms_.op(is.term), operands[0], operands[1], is.result};
}

void Abstraction::add_lemma(const std::vector<std::size_t>& about, Term formula) {
  for (const std::size_t occurrence : about) ++occurrences_[occurrence].lemmas;
  lemmas_.push_back({about, formula});
}

void Abstraction::make_concrete(std::size_t occurrence) {
  occurrences_[occurrence].is_concrete = true;
  abstract_.clear();
  // What it is follows from itself now.
  std::erase_if(lemmas_, [&](const Lemma& lemma) {
    return lemma.about.size() == 1 && lemma.about[0] == occurrence;
  });
}

WordSystem Abstraction::make() {
  WordSystem result = system_;
  for_each_root(result, [&](Term& root) { root = abstract(root); });
  for (const Occurrence& occurrence : occurrences_)
    if (!occurrence.is_concrete) result.inputs.push_back(occurrence.result);
  for (const Lemma& lemma : lemmas_) {
    // Those that became themselves since.
    std::unordered_map<std::uint32_t, Term> concrete;
    for (const std::size_t about : lemma.about)
      if (occurrences_[about].is_concrete)
        concrete[occurrences_[about].result.id] = occurrences_[about].term;
    result.constraints.push_back(abstract(terms_.substitute(lemma.formula, concrete)));
  }
  return result;
}

Term Abstraction::concretize(Term term) const {
  std::unordered_map<std::uint32_t, Term> map;
  for (const Occurrence& occurrence : occurrences_) map[occurrence.result.id] = occurrence.term;
  return terms_.substitute(term, map);
}

}  // namespace cairn::word
