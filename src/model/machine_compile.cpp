// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>
#include <unordered_set>
#include <utility>

#include "base/error.h"
#include "model/machine.h"

namespace cairn {

namespace {

bool is_word(const ScalarSort& sort) {
  return sort.bits() >= 1 && sort.bits() <= 64;
}

bool is_machine_float(const Sort& sort) {
  return sort == Sort::float32() || sort == Sort::float64();
}

}  // namespace

/// Makes the code of one statement.
class Machine::Compiler {
 public:
  explicit Compiler(Machine& machine) : machine_(machine), terms_(machine.terms_) {
    code_.begin = size(machine_.instructions_);
    code_.first_write = size(machine_.writes_);
    code_.first_release = size(machine_.releases_);
  }

  Code finish() {
    code_.end = size(machine_.instructions_);
    code_.last_write = size(machine_.writes_);
    code_.last_release = size(machine_.releases_);
    return code_;
  }

  void condition(Term value) {
    compute(std::span(&value, 1));
    code_.condition = slot(value);
  }

  void assignment(std::span<const Term> targets, std::span<const Term> values) {
    if (targets.size() > 1) targets_.insert(targets.begin(), targets.end());
    std::vector<std::vector<Term>> structure(targets.size());
    std::vector<Term> roots;
    for (std::size_t i = 0; i < targets.size(); ++i) {
      const bool array = machine_.bind(targets[i]).file == Slot::File::Array;
      if (array) structure[i] = updates_below(values[i]);
      if (structure[i].empty()) roots.push_back(values[i]);
      for (const Term term : structure[i]) add_operands(term, targets[i], roots);
    }
    compute(roots);
    std::vector<Write> writes;
    for (std::size_t i = 0; i < targets.size(); ++i) {
      Write write{machine_.bind(targets[i]), {}, 0xFFFFFFFFu};
      if (structure[i].empty())
        write.value = safe_slot(values[i]);
      else
        write.update = make_updates(structure[i], targets[i]);
      writes.push_back(write);
    }
    machine_.writes_.insert(machine_.writes_.end(), writes.begin(), writes.end());
  }

 private:
  template <class T>
  static std::uint32_t size(const std::vector<T>& v) {
    return static_cast<std::uint32_t>(v.size());
  }

  // Array values that are stores and choices of stores.

  bool is_update(Term term) const {
    const Op op = terms_.op(term);
    return op == Op::Store || op == Op::Ite;
  }

  /// The stores and choices that an array's value is made of, operands first; empty if it is none.
  std::vector<Term> updates_below(Term value) const {
    std::vector<Term> found;
    if (!is_update(value)) return found;
    std::unordered_set<Term> seen{value};
    std::vector<Term> open{value};
    while (!open.empty()) {
      const Term term = open.back();
      open.pop_back();
      found.push_back(term);
      const auto operands = terms_.operands(term);
      const std::size_t first = terms_.op(term) == Op::Store ? 0 : 1;
      const std::size_t last = terms_.op(term) == Op::Store ? 0 : 2;
      for (std::size_t i = first; i <= last; ++i)
        if (is_update(operands[i]) && seen.insert(operands[i]).second) open.push_back(operands[i]);
    }
    std::sort(found.begin(), found.end());
    return found;
  }

  /// What has to be computed before the update `term` of `target`.
  void add_operands(Term term, Term target, std::vector<Term>& roots) const {
    const auto operands = terms_.operands(term);
    for (const Term operand : operands)
      if (operand != target && !(terms_.sort(operand).is_array() && is_update(operand)))
        roots.push_back(operand);
  }

  std::uint32_t make_updates(const std::vector<Term>& structure, Term target) {
    std::unordered_map<Term, std::uint32_t> made;
    std::uint32_t last = 0;
    const auto below = [&](Term term) {
      const auto [found, added] = made.try_emplace(term, size(machine_.updates_));
      if (added) {
        Update leaf;
        if (term != target) {
          leaf.kind = Update::Kind::Copy;
          leaf.a = safe_slot(term);
        }
        machine_.updates_.push_back(leaf);
      }
      return found->second;
    };
    for (const Term term : structure) {
      const auto operands = terms_.operands(term);
      Update update;
      if (terms_.op(term) == Op::Store) {
        update = {Update::Kind::Store, safe_slot(operands[1]), safe_slot(operands[2]),
                  below(operands[0]), 0};
      } else {
        update = {
            Update::Kind::Ite, safe_slot(operands[0]), {}, below(operands[1]), below(operands[2])};
      }
      last = size(machine_.updates_);
      made[term] = last;
      machine_.updates_.push_back(update);
    }
    return last;
  }

  // Terms.

  Slot slot(Term term) {
    const auto found = computed_.find(term);
    return found != computed_.end() ? found->second : fixed(term);
  }

  /// A slot that keeps its value while the targets are written.
  Slot safe_slot(Term term) {
    if (!targets_.contains(term)) return slot(term);
    const auto [found, added] = saved_.try_emplace(term);
    if (added) {
      const Slot from = machine_.bind(term);
      found->second = temporary(from.file);
      const Do what = from.file == Slot::File::Word    ? Do::Move
                      : from.file == Slot::File::Array ? Do::MoveArray
                                                       : Do::MoveBig;
      emit({what, 0, 0, found->second.index, from.index, 0, 0});
    }
    return found->second;
  }

  Slot fixed(Term term) {
    if (terms_.is_variable(term)) return machine_.bind(term);
    CAIRN_CHECK(terms_.is_value(term));
    const auto found = machine_.fixed_.find(term);
    if (found != machine_.fixed_.end()) return found->second;
    const Slot made = machine_.new_slot(machine_.file_of(terms_.sort(term)));
    machine_.set(made, terms_.value(term));
    machine_.fixed_.emplace(term, made);
    return made;
  }

  Slot temporary(Slot::File file) {
    std::vector<Slot>& all = machine_.temporaries_[static_cast<int>(file)];
    std::size_t& used = used_[static_cast<int>(file)];
    if (used == all.size()) all.push_back(machine_.new_slot(file));
    const Slot made = all[used++];
    if (file == Slot::File::Array) machine_.releases_.push_back(made.index);
    return made;
  }

  void emit(Instruction instruction) { machine_.instructions_.push_back(instruction); }

  /// Code for the terms and everything below, operands first.
  void compute(std::span<const Term> roots) {
    std::vector<Term> order, open;
    std::unordered_set<Term> seen;
    const auto reach = [&](Term term) {
      if (terms_.is_variable(term) || terms_.is_value(term) || !seen.insert(term).second) return;
      order.push_back(term);
      open.push_back(term);
    };
    for (const Term root : roots) reach(root);
    while (!open.empty()) {
      const Term term = open.back();
      open.pop_back();
      for (const Term operand : terms_.operands(term)) reach(operand);
    }
    std::sort(order.begin(), order.end());
    for (const Term term : order) compute_one(term);
  }

  void compute_one(Term term) {
    const auto operands = terms_.operands(term);
    std::vector<Slot> slots;
    for (const Term operand : operands) slots.push_back(slot(operand));
    const Slot result = temporary(machine_.file_of(terms_.sort(term)));
    computed_.emplace(term, result);
    Instruction made{Do::General, 0, 0, result.index, 0, 0, 0};
    if (!choose(term, made)) return general(term, slots, result);
    made.a = slots[0].index;
    if (slots.size() > 1) made.b = slots[1].index;
    if (slots.size() > 2) made.c = slots[2].index;
    emit(made);
    const Op op = terms_.op(term);
    if (op == Op::Ite || op == Op::Store) return;
    // And, Or with more operands than two.
    for (std::size_t i = 2; i < slots.size(); ++i)
      emit({made.what, made.width, made.extra, result.index, result.index, slots[i].index, 0});
  }

  void general(Term term, std::span<const Slot> slots, Slot result) {
    General made;
    made.op = terms_.op(term);
    made.sort = terms_.sort(term);
    made.result = result;
    made.operands.assign(slots.begin(), slots.end());
    for (const Term operand : terms_.operands(term)) made.sorts.push_back(terms_.sort(operand));
    for (unsigned i = 0; i < parameter_count(made.op); ++i)
      made.parameters.push_back(terms_.parameter(term, i));
    emit({Do::General, 0, 0, result.index, size(machine_.generals_), 0, 0});
    machine_.generals_.push_back(std::move(made));
  }

  using Pair = std::pair<Op, Do>;
  static std::optional<Do> find(std::span<const Pair> pairs, Op op) {
    for (const Pair& pair : pairs)
      if (pair.first == op) return pair.second;
    return std::nullopt;
  }
  /// On words.
  static constexpr Pair kDirect[] = {
      {Op::Equal, Do::Equal},   {Op::Not, Do::Not},       {Op::And, Do::And},
      {Op::Or, Do::Or},         {Op::Xor, Do::Xor},       {Op::BvNot, Do::BvNot},
      {Op::BvNeg, Do::BvNeg},   {Op::BvAnd, Do::And},     {Op::BvOr, Do::Or},
      {Op::BvXor, Do::Xor},     {Op::BvAdd, Do::BvAdd},   {Op::BvMul, Do::BvMul},
      {Op::BvUdiv, Do::BvUdiv}, {Op::BvUrem, Do::BvUrem}, {Op::BvSdiv, Do::BvSdiv},
      {Op::BvSrem, Do::BvSrem}, {Op::BvShl, Do::BvShl},   {Op::BvLshr, Do::BvLshr},
      {Op::BvAshr, Do::BvAshr}, {Op::BvUlt, Do::BvUlt},   {Op::BvUle, Do::BvUle},
      {Op::BvSlt, Do::BvSlt},   {Op::BvSle, Do::BvSle},   {Op::ZeroExtend, Do::Move},
      {Op::FpToBits, Do::Move}};
  static constexpr Pair kFloatDirect[] = {{Op::FpAbs, Do::FpAbs}, {Op::FpNeg, Do::FpNeg},
                                          {Op::FpLe, Do::FpLe},   {Op::FpLt, Do::FpLt},
                                          {Op::FpEq, Do::FpEq},   {Op::FpIsNan, Do::FpIsNan}};
  static constexpr Pair kFloatRounded[] = {{Op::FpAdd, Do::FpAdd},
                                           {Op::FpSub, Do::FpSub},
                                           {Op::FpMul, Do::FpMul},
                                           {Op::FpDiv, Do::FpDiv}};

  /// What, width and extra of the term's instruction; false if it has none.
  bool choose(Term term, Instruction& made) const;
  bool choose_float(Term term, Instruction& made) const;

  Machine& machine_;
  const Terms& terms_;
  Code code_;
  std::unordered_set<Term> targets_;  // of an assignment to several
  std::unordered_map<Term, Slot> computed_, saved_;
  std::size_t used_[3] = {0, 0, 0};
};

bool Machine::Compiler::choose(Term term, Instruction& made) const {
  const Op op = terms_.op(term);
  const Sort& sort = terms_.sort(term);
  const auto operands = terms_.operands(term);
  const auto file = [&](Term t) { return machine_.file_of(terms_.sort(t)); };
  if (op == Op::Ite) {
    made.what = file(term) == Slot::File::Word    ? Do::Ite
                : file(term) == Slot::File::Array ? Do::IteArray
                                                  : Do::IteBig;
    return true;
  }
  if (op == Op::Select || op == Op::Store) {
    made.what = op == Op::Select ? Do::Select : Do::Store;
    return file(operands[0]) == Slot::File::Array;
  }
  if (op == Op::ConstArray) {
    made.what = Do::ConstArray;
    return file(term) == Slot::File::Array;
  }
  if (file(term) != Slot::File::Word) return false;
  for (const Term operand : operands)
    if (file(operand) != Slot::File::Word) return false;
  made.width = static_cast<std::uint8_t>(terms_.sort(operands[0]).width());
  if (const auto direct = find(kDirect, op)) {
    made.what = *direct;
    return true;
  }
  switch (op) {
    case Op::Concat:
      made.what = Do::Concat;
      made.extra = static_cast<std::uint8_t>(terms_.sort(operands.back()).width());
      return operands.size() == 2;
    case Op::Extract:
      made.what = Do::Extract;
      made.width = static_cast<std::uint8_t>(sort.width());
      made.extra = static_cast<std::uint8_t>(terms_.parameter(term, 1));
      return true;
    case Op::SignExtend:
      made.what = Do::SignExtend;
      made.extra = static_cast<std::uint8_t>(sort.width());
      return true;
    default:
      return choose_float(term, made);
  }
}

bool Machine::Compiler::choose_float(Term term, Instruction& made) const {
  const Op op = terms_.op(term);
  const Sort& sort = terms_.sort(term);
  const Sort& from = terms_.sort(terms_.operands(term)[0]);
  const auto nearest = [&] { return terms_.rounding(term) == RoundingMode::NearestEven; };
  if (const auto direct = find(kFloatDirect, op)) {
    made.what = *direct;
    return is_machine_float(from);
  }
  if (const auto rounded = find(kFloatRounded, op)) {
    made.what = *rounded;
    return is_machine_float(from) && nearest();
  }
  switch (op) {
    case Op::FpFromBits:
      made.what = Do::FpFromBits;
      return is_machine_float(sort);
    case Op::FpToFp:
      made.what = Do::FpToFp;
      made.extra = static_cast<std::uint8_t>(sort.width());
      return is_machine_float(sort) && is_machine_float(from) && nearest();
    case Op::SbvToFp:
    case Op::UbvToFp:
      made.what = op == Op::SbvToFp ? Do::SbvToFp : Do::UbvToFp;
      made.extra = static_cast<std::uint8_t>(sort.width());
      return is_machine_float(sort) && nearest();
    default:
      return false;
  }
}

Machine::Slot Machine::bind(Term variable) {
  const auto found = fixed_.find(variable);
  if (found != fixed_.end()) return found->second;
  CAIRN_CHECK(terms_.is_variable(variable));
  const Slot made = new_slot(file_of(terms_.sort(variable)));
  set(made, Value::zero(terms_.sort(variable)));
  fixed_.emplace(variable, made);
  return made;
}

Machine::Code Machine::compile(Term value) {
  Compiler compiler(*this);
  compiler.condition(value);
  return compiler.finish();
}

Machine::Code Machine::compile(std::span<const Term> targets, std::span<const Term> values) {
  Compiler compiler(*this);
  compiler.assignment(targets, values);
  return compiler.finish();
}

Machine::Slot::File Machine::file_of(const Sort& sort) const {
  if (!is_word(sort.element)) return Slot::File::Big;
  if (!sort.is_array()) return Slot::File::Word;
  return is_word(sort.index) ? Slot::File::Array : Slot::File::Big;
}

Machine::Slot Machine::new_slot(Slot::File file) {
  std::size_t index = 0;
  switch (file) {
    case Slot::File::Word:
      index = words_.size();
      words_.push_back(0);
      break;
    case Slot::File::Array:
      index = arrays_.size();
      arrays_.push_back(nullptr);
      break;
    case Slot::File::Big:
      index = big_.size();
      big_.emplace_back();
      break;
  }
  return {file, static_cast<std::uint32_t>(index)};
}

}  // namespace cairn
