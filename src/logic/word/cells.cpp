// SPDX-License-Identifier: MIT
#include "logic/word/cells.h"

#include <algorithm>
#include <map>

#include "base/error.h"

namespace cairn {
namespace {

using Entries = std::vector<std::pair<Term, Term>>;

/// Constants at constant indices of a constant map; what is left needs stores.
Term fold_constants(Terms& terms, Term base, Entries& entries) {
  const auto is_constant = [&](const auto& entry) { return terms.is_value(entry.second); };
  const auto rest = std::stable_partition(entries.begin(), entries.end(), is_constant);
  const auto count = static_cast<std::size_t>(rest - entries.begin());
  const ArrayValue& old = terms.value(base).array();
  // A new map costs as much as the old one is large, but stores cost more in the end: as a circuit,
  // each is a copy of the array.
  constexpr std::size_t kFew = 8, kSmall = 32;
  if (count == 0 || (count <= kFew && old.entries.size() > kSmall)) return base;
  std::map<Value, Value> map = old.entries;
  for (auto entry = entries.begin(); entry != rest; ++entry)
    map.insert_or_assign(terms.value(entry->first), terms.value(entry->second));
  entries.erase(entries.begin(), rest);
  return terms.constant(Value::of_array(terms.sort(base), old.otherwise, std::move(map)));
}

/// Whether every index is among so many different ones.
bool covers(const Sort& sort, std::size_t count) {
  const std::uint32_t bits = sort.index.kind == SortKind::BitVector ? sort.index.size : 64;
  return bits < 32 && count == std::size_t{1} << bits;
}

}  // namespace

Term Cell::whole_of(Terms& terms, const Table& table) {
  Entries entries(table.entries.begin(), table.entries.end());
  std::sort(entries.begin(), entries.end());
  Term whole = table.base;
  const Sort sort = terms.sort(whole);
  if (covers(sort, entries.size())) whole = terms.constant(Value::zero(sort));
  if (terms.is_value(whole)) whole = fold_constants(terms, whole, entries);
  for (const auto& [index, element] : entries) whole = terms.store(whole, index, element);
  return whole;
}

Term Cell::term(Terms& terms) const {
  if (table_ == nullptr) return term_;
  if (!table_->whole.valid()) table_->whole = whole_of(terms, *table_);
  return table_->whole;
}

Term Cell::select(Terms& terms, Term index) const {
  if (table_ == nullptr) return terms.select(term_, index);
  if (!terms.is_value(index)) return terms.select(term(terms), index);
  const auto found = table_->entries.find(index);
  return found != table_->entries.end() ? found->second : terms.select(table_->base, index);
}

void Cell::store(Terms& terms, Term index, Term element) {
  if (!terms.is_value(index)) {
    *this = Cell(terms.store(term(terms), index, element));
    return;
  }
  if (table_ == nullptr || table_.use_count() > 1) {
    table_ = std::make_shared<Table>(Table{term(terms), {}, kNoTerm});
    term_ = kNoTerm;
  }
  table_->entries.insert_or_assign(index, element);
  table_->whole = kNoTerm;
}

bool Cell::equals(Terms& terms, const Cell& other) const {
  if (*this == other) return true;
  if (table_ == nullptr || table_->base != other.term(terms)) return false;
  return std::all_of(table_->entries.begin(), table_->entries.end(), [&](const auto& entry) {
    return terms.select(table_->base, entry.first) == entry.second;
  });
}

CellEvaluator::CellEvaluator(Terms& terms, std::span<const Term> variables) : terms_(terms) {
  for (std::uint32_t i = 0; i < variables.size(); ++i) positions_.emplace(variables[i], i);
}

/// An element of a variable's array.
bool CellEvaluator::is_read(Term term) const {
  return terms_.op(term) == Op::Select && positions_.contains(terms_.operands(term)[0]);
}

CellEvaluator::Node CellEvaluator::node_of(Term term) const {
  if (terms_.is_value(term)) return {Node::Kind::Fixed, term};
  if (is_read(term)) return {Node::Kind::Read, term, positions_.at(terms_.operands(term)[0])};
  if (!terms_.is_variable(term)) return {Node::Kind::Apply, term};
  const auto found = positions_.find(term);
  if (found == positions_.end()) return {Node::Kind::Other, term};
  return {Node::Kind::Cell, term, found->second};
}

CellEvaluator::Code CellEvaluator::compile(Term term) const {
  Code code;
  std::unordered_map<Term, std::uint32_t> numbers;
  const auto operands_of = [this](Term part) {
    const auto operands = terms_.operands(part);
    return is_read(part) ? operands.subspan(1) : operands;
  };
  std::vector<std::pair<Term, bool>> stack{{term, false}};
  while (!stack.empty()) {
    const auto [part, entered] = stack.back();
    if (numbers.contains(part)) {
      stack.pop_back();
    } else if (!entered) {
      stack.back().second = true;
      for (const Term operand : operands_of(part)) stack.emplace_back(operand, false);
    } else {
      stack.pop_back();
      Node node = node_of(part);
      node.first = static_cast<std::uint32_t>(code.operands.size());
      for (const Term operand : operands_of(part)) code.operands.push_back(numbers.at(operand));
      node.count = static_cast<std::uint32_t>(code.operands.size()) - node.first;
      numbers.emplace(part, static_cast<std::uint32_t>(code.nodes.size()));
      code.nodes.push_back(node);
    }
  }
  return code;
}

const CellEvaluator::Code& CellEvaluator::code_of(Term term) {
  const auto found = codes_.find(term);
  return found != codes_.end() ? found->second : codes_.emplace(term, compile(term)).first->second;
}

/// The term with other operands.
Term CellEvaluator::apply(Term term, std::span<const Term> operands) {
  const Op op = terms_.op(term);
  if (operands.size() == 2 && terms_.sort(term).is_bool())
    if (const Term result = compare_leaves(op, operands); result.valid()) return result;
  std::uint32_t parameters[2] = {};
  const unsigned count = parameter_count(op);
  for (unsigned i = 0; i < count; ++i) parameters[i] = terms_.parameter(term, i);
  return terms_.make(op, operands, std::span(parameters, count), terms_.sort(term));
}

/// A comparison of a constant with one of many constants, as paths that meet after a switch leave
/// behind: what it says of each of them under its condition, so that a solver needs no words for
/// it. None if there is anything but constants.
Term CellEvaluator::compare_leaves(Op op, std::span<const Term> operands) {
  const std::size_t choice = terms_.op(operands[0]) == Op::Ite ? 0 : 1;
  if (terms_.op(operands[choice]) != Op::Ite || !terms_.is_value(operands[1 - choice])) return {};
  std::unordered_map<Term, Term> done;
  std::vector<Term> stack{operands[choice]};
  while (!stack.empty()) {
    const Term at = stack.back();
    if (done.contains(at)) {
      stack.pop_back();
    } else if (terms_.is_value(at)) {
      Term both[2] = {operands[0], operands[1]};
      both[choice] = at;
      done.emplace(at, terms_.make(op, both));
    } else if (terms_.op(at) == Op::Ite) {
      const Term then = terms_.operands(at)[1], otherwise = terms_.operands(at)[2];
      const auto a = done.find(then), b = done.find(otherwise);
      if (a != done.end() && b != done.end())
        done.emplace(at, terms_.ite(terms_.operands(at)[0], a->second, b->second));
      if (b == done.end()) stack.push_back(otherwise);
      if (a == done.end()) stack.push_back(then);
    } else {
      return {};
    }
  }
  return done.at(operands[choice]);
}

Term CellEvaluator::run(const Code& code, std::span<const Cell> cells, const Others& others) {
  results_.clear();
  for (const Node& node : code.nodes) {
    switch (node.kind) {
      case Node::Kind::Fixed:
        results_.push_back(node.term);
        break;
      case Node::Kind::Cell:
        results_.push_back(cells[node.cell].term(terms_));
        break;
      case Node::Kind::Other:
        results_.push_back(others(node.term));
        break;
      case Node::Kind::Read:
        results_.push_back(cells[node.cell].select(terms_, results_[code.operands[node.first]]));
        break;
      case Node::Kind::Apply: {
        operands_.clear();
        for (std::uint32_t i = 0; i < node.count; ++i)
          operands_.push_back(results_[code.operands[node.first + i]]);
        results_.push_back(apply(node.term, operands_));
        break;
      }
    }
  }
  return results_.back();
}

Term CellEvaluator::operator()(Term term, std::span<const Cell> cells, const Others& others) {
  if (terms_.is_value(term)) return term;
  return run(code_of(term), cells, others);
}

CellEvaluator::Write CellEvaluator::prepare(Term target, Term value, std::span<const Cell> cells,
                                            const Others& others) {
  Write write;
  write.target = positions_.at(target);
  if (!terms_.sort(value).is_array()) {
    write.cell = Cell((*this)(value, cells, others));
    return write;
  }
  while (true) {
    if (terms_.op(value) == Op::Store) {
      const auto operands = terms_.operands(value);
      write.stores.emplace_back((*this)(operands[1], cells, others),
                                (*this)(operands[2], cells, others));
      value = operands[0];
      continue;
    }
    if (terms_.op(value) != Op::Ite) break;
    const auto operands = terms_.operands(value);
    const Term condition = (*this)(operands[0], cells, others);
    if (!terms_.is_value(condition)) break;
    value = operands[terms_.is_true(condition) ? 1 : 2];
  }
  std::reverse(write.stores.begin(), write.stores.end());
  write.in_place = value == target;
  if (write.in_place) return write;
  const auto variable = positions_.find(value);
  write.cell =
      variable != positions_.end() ? cells[variable->second] : Cell((*this)(value, cells, others));
  return write;
}

void CellEvaluator::perform(Write write, std::span<Cell> cells) {
  Cell& target = cells[write.target];
  if (!write.in_place) target = std::move(write.cell);
  for (const auto& [index, element] : write.stores) target.store(terms_, index, element);
}

}  // namespace cairn
