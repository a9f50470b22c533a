// SPDX-License-Identifier: MIT
#include "input/c/points_to.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "input/c/layout.h"

namespace cairn {
namespace {

CBits modulo(CBits value, CBits modulus) {
  return ((value % modulus) + modulus) % modulus;
}

}  // namespace

CStride CStride::moved(CBits by) const {
  return exact() ? CStride{offset + by, 0} : CStride{modulo(offset + by, modulus), modulus};
}

CStride CStride::scaled(CBits step) const {
  const CBits common = std::gcd(modulus, step);
  return common == 0 ? *this : CStride{modulo(offset, common), common};
}

CStride CStride::joined(const CStride& other) const {
  if (*this == other) return *this;
  const CBits common = std::gcd(std::gcd(modulus, other.modulus), offset - other.offset);
  return {modulo(offset, common), common};
}

CContact contact(const CLeaf& leaf, const CStride& stride, CBits storage) {
  if (stride.exact() && (leaf.end() <= stride.offset || stride.offset + storage <= leaf.offset))
    return CContact::None;
  // Distances between accesses and elements are those of one period.
  CBits period = stride.modulus;
  for (const CLeaf::Dimension& dimension : leaf.dimensions)
    period = std::gcd(period, dimension.stride);
  CBits distance = stride.offset - leaf.offset;
  if (period != 0) distance = modulo(distance, period);
  if (distance == 0) {
    const bool narrow = period != 0 && period < std::max(leaf.storage, storage);
    return leaf.storage == storage && !narrow ? CContact::Whole : CContact::Part;
  }
  const bool from_above = distance > 0 && distance < leaf.storage;
  const bool from_below =
      period != 0 ? period - distance < storage : distance < 0 && -distance < storage;
  return from_above || from_below ? CContact::Part : CContact::None;
}

bool CTargets::add(CObjectId object, const CStride& stride) {
  const auto [found, added] = objects.emplace(object, stride);
  if (added) return true;
  const CStride joined = found->second.joined(stride);
  if (joined == found->second) return false;
  found->second = joined;
  return true;
}

bool CTargets::join(const CTargets& more) {
  bool changed = (more.other && !other) || (more.number && !number) || (more.unknown && !unknown);
  other = other || more.other;
  number = number || more.number;
  unknown = unknown || more.unknown;
  for (const auto& [object, stride] : more.objects) changed = add(object, stride) || changed;
  return changed;
}

PointsTo::PointsTo(const CUnit& unit, Mode mode)
    : unit_(unit), terms_(*unit.program.terms), mode_(mode), escapes_(unit.objects.size()) {
  for (CObjectId id = 0; id < unit.objects.size(); ++id)
    addresses_[unit.objects[id].address.id] = id;
  for (const Procedure& procedure : unit.program.procedures) {
    procedures_[procedure.name] = &procedure;
    mark_escapes(procedure.body);
    for (const ProgramVariable& result : procedure.results) variables_[result.term.id].other = true;
  }
  // Globals start with zero or, if they are defined elsewhere, with any value.
  for (const ProgramVariable& global : unit.program.globals) {
    variables_[global.term.id].other = true;
    variables_[global.term.id].unknown = unit.unknowns.contains(global.term.id);
  }
  if (mode == Mode::Anything) {
    for (CObjectId id = 0; id < unit.objects.size(); ++id)
      if (escapes_[id]) world_.add(id, CStride::anywhere());
    return;
  }
  do {
    for (bool changed = true; changed;) {
      memo_.clear();
      changed = false;
      for (const Procedure& procedure : unit.program.procedures)
        changed = visit(procedure.body) || changed;
    }
    memo_.clear();
  } while (find_guesses());
}

/// Notes the objects that numbers are compared with; true if there are new ones. A number that
/// equals an address is as good as that address.
bool PointsTo::find_guesses() {
  const std::size_t before = guessed_.size() + assumed_.size();
  std::vector<bool> seen(terms_.size());
  for (const Procedure& procedure : unit_.program.procedures) find_guesses(procedure.body, seen);
  return guessed_.size() + assumed_.size() > before;
}

void PointsTo::find_guesses(const Block& block, std::vector<bool>& seen) {
  for (const Statement& statement : block) {
    for (const Term value : statement.values) find_guesses(value, seen);
    for (const Block& inner : statement.blocks) find_guesses(inner, seen);
    if (statement.kind == Statement::Kind::Assume) find_assumed(statement.values[0]);
    if (!is_pseudo(statement) || (statement.names[0] != kLoad && statement.names[0] != kStore))
      continue;
    // What a table has at an address may be that address again.
    const CPlace& place = unit_.accesses[std::stoul(statement.names[1])].place;
    if (place.object == kNoObject) find_guesses(place.pointer, seen);
    for (const CPlace::Index& index : place.indices) {
      find_guesses(index.term, seen);
      guess(index.term);
    }
  }
}

void PointsTo::guess(Term term) {
  for (const auto& [object, stride] : evaluate(term).objects) guessed_.insert(object);
}

/// What has no value yet gets one by an assumption: `int *p; assume(p == &x);`.
void PointsTo::find_assumed(Term term) {
  if (terms_.op(term) == Op::And || terms_.op(term) == Op::Or || terms_.op(term) == Op::Not)
    for (const Term operand : terms_.operands(term)) find_assumed(operand);
  if (terms_.op(term) != Op::Equal) return;
  const CTargets left = evaluate(terms_.operands(term)[0]);
  const CTargets right = evaluate(terms_.operands(term)[1]);
  if (left.other)
    for (const auto& [object, stride] : right.objects) assumed_.insert(object);
  if (right.other)
    for (const auto& [object, stride] : left.objects) assumed_.insert(object);
}

void PointsTo::find_guesses(Term term, std::vector<bool>& seen) {
  if (seen[term.id]) return;
  seen[term.id] = true;
  const std::span<const Term> operands = terms_.operands(term);
  for (const Term operand : operands) find_guesses(operand, seen);
  const Op op = terms_.op(term);
  const bool compares =
      op == Op::Equal || op == Op::BvUlt || op == Op::BvUle || op == Op::BvSlt || op == Op::BvSle;
  const bool subtracts = op == Op::BvAdd && std::ranges::any_of(operands, [this](Term each) {
                           return terms_.op(each) == Op::BvNeg;
                         });
  const auto based = std::ranges::count_if(
      operands, [this](Term each) { return !evaluate(each).objects.empty(); });
  if (op == Op::BvAdd && based > 1)
    for (const Term operand : operands) guess(operand);
  // A variable that nothing ever sets may happen to be the address that it is compared with.
  if (op == Op::Equal)
    for (std::size_t i = 0; i < 2; ++i)
      if (const CTargets value = evaluate(operands[i]);
          terms_.is_variable(operands[i]) && value.unset && value.objects.empty() && !value.number)
        for (const auto& [object, stride] : evaluate(operands[1 - i]).objects)
          assumed_.insert(object);
  if (!compares && !subtracts) return;
  // (The constant 0 is no number in this sense, but bits of an address may be compared with it.)
  const bool number = std::ranges::any_of(operands, [this](Term each) {
    const CTargets& value = evaluate(each);
    return value.unknown || value.number ||
           std::ranges::any_of(value.objects, [](const auto& object) {
             return object.second == CStride::anywhere();
           });
  });
  if (!number) return;
  for (const Term operand : operands) guess(operand);
}

void PointsTo::mark_escapes(Term term) {
  if (marked_.size() < terms_.size()) marked_.resize(terms_.size());
  if (marked_[term.id]) return;
  marked_[term.id] = true;
  if (terms_.is_variable(term)) {
    if (const auto found = addresses_.find(term.id); found != addresses_.end())
      escapes_[found->second] = true;
  }
  for (const Term operand : terms_.operands(term)) mark_escapes(operand);
}

void PointsTo::mark_escapes(const Block& block) {
  for (const Statement& statement : block) {
    for (const Term value : statement.values) mark_escapes(value);
    for (const Block& inner : statement.blocks) mark_escapes(inner);
    if (!is_pseudo(statement)) continue;
    if (statement.names[0] == kHavoc)
      for (CObjectId id = 0; id < unit_.objects.size(); ++id)
        if (unit_.objects[id].visible) {
          escapes_[id] = true;
          world_.add(id, CStride::anywhere());
        }
    if (statement.names[0] != kLoad && statement.names[0] != kStore &&
        statement.names[0] != kScribble)
      continue;
    const CPlace& place = unit_.accesses[std::stoul(statement.names[1])].place;
    if (place.object == kNoObject) mark_escapes(place.pointer);
    for (const CPlace::Index& index : place.indices) mark_escapes(index.term);
  }
}

bool PointsTo::may_lead(CObjectId from, std::size_t leaf, CObjectId to) const {
  if (mode_ == Mode::Anything) return escapes_[to];
  const auto between = unit_.objects[from].leaves.size();
  for (const std::size_t each : {leaf, between})
    if (const auto cell = cells_.find({from, each});
        cell != cells_.end() && (cell->second.unknown || cell->second.objects.contains(to)))
      return true;
  return false;
}

bool PointsTo::visit(const Block& block) {
  bool changed = false;
  for (const Statement& statement : block) changed = visit(statement) || changed;
  return changed;
}

/// Whether the values come from outside. (Those of what is not initialised do not: no program may
/// use them.)
bool PointsTo::is_input(const Statement& statement) const {
  return !statement.note.starts_with("uninitialised") && !statement.note.starts_with("missing");
}

bool PointsTo::visit(const Statement& statement) {
  bool changed = false;
  for (const Block& inner : statement.blocks) changed = visit(inner) || changed;
  if (statement.kind == Statement::Kind::Assign) {
    for (std::size_t i = 0; i < statement.targets.size(); ++i) {
      CTargets value = evaluate(statement.values[i]);
      if (unit_.integers.contains(statement.targets[i].id) && is_difference(statement.values[i])) {
        value = {};
        value.other = value.number = true;
      }
      changed = variables_[statement.targets[i].id].join(value) || changed;
    }
  } else if (statement.kind == Statement::Kind::Havoc) {
    for (const Term target : statement.targets) {
      CTargets& found = variables_[target.id];
      const bool unknown = is_input(statement);
      changed = changed || !found.other || (unknown && !found.unknown);
      found.other = true;
      found.unset = found.unset || !unknown;
      found.unknown = found.unknown || unknown;
    }
  } else if (statement.kind == Statement::Kind::Call) {
    if (!is_pseudo(statement))
      return call(*procedures_.at(statement.names[0]), statement.values, statement.targets);
    if (statement.names[0] == kLoad)
      return load(unit_.accesses[std::stoul(statement.names[1])], statement.targets[0]);
    if (statement.names[0] == kStore)
      return store(unit_.accesses[std::stoul(statement.names[1])], statement.values[0]);
    if (statement.names[0] == kCallPointer) return call_pointer(statement);
    if (statement.names[0] == kForget && is_input(statement)) {
      const auto object = static_cast<CObjectId>(std::stoul(statement.names[1]));
      CTargets input;
      input.other = input.unknown = true;
      for (std::size_t leaf = 0; leaf < unit_.objects[object].leaves.size(); ++leaf)
        changed = cells_[{object, leaf}].join(input) || changed;
    }
    if (statement.names[0] == kHavoc) return havoc(statement);
  }
  return changed;
}

bool PointsTo::call(const Procedure& procedure, std::span<const Term> arguments,
                    std::span<const Term> results) {
  bool changed = false;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const CTargets value = evaluate(arguments[i]);
    changed = variables_[procedure.parameters[i].term.id].join(value) || changed;
  }
  for (std::size_t i = 0; i < results.size(); ++i) {
    const CTargets value = variables_[procedure.results[i].term.id];
    changed = variables_[results[i].id].join(value) || changed;
  }
  return changed;
}

bool PointsTo::call_pointer(const Statement& statement) {
  const CTargets callees = evaluate(statement.values[0]);
  const std::span<const Term> arguments = std::span(statement.values).subspan(1);
  bool changed = false;
  for (const CFunction& function : unit_.functions) {
    if (function.procedure.empty() || !callees.objects.contains(function.object)) continue;
    const Procedure& procedure = *procedures_.at(function.procedure);
    if (procedure.parameters.size() != arguments.size() ||
        procedure.results.size() < statement.targets.size())
      continue;
    changed = call(procedure, arguments, statement.targets) || changed;
  }
  return changed;
}

/// Whether an address may be in the leaf, or its bytes one by one.
bool PointsTo::holds_address(const CLeaf& leaf) const {
  return leaf.bytes || leaf.storage == 8 || leaf.storage >= unit_.pointer_bits;
}

/// Everything in the world may come to point to everything in it. The functions in it may be called
/// with anything.
bool PointsTo::havoc(const Statement& statement) {
  bool changed = false;
  const auto include = [&](const CTargets& more) {
    for (const auto& [object, stride] : more.objects)
      changed = world_.add(object, CStride::anywhere()) || changed;
    if (!more.unknown) return;
    for (CObjectId id = 0; id < unit_.objects.size(); ++id)
      if (escapes_[id]) changed = world_.add(id, CStride::anywhere()) || changed;
  };
  for (const Term value : statement.values) include(evaluate(value));
  world_.other = true;
  const CTargets known = world_;
  for (const auto& [object, stride] : known.objects) {
    const std::vector<CLeaf>& leaves = unit_.objects[object].leaves;
    for (std::size_t i = 0; i <= leaves.size(); ++i) {
      CTargets& cell = cells_[{object, i}];
      include(cell);
      if (unit_.objects[object].constant || (i < leaves.size() && !holds_address(leaves[i])))
        continue;
      changed = cell.join(world_) || changed;
    }
  }
  for (const Term target : statement.targets)
    changed = variables_[target.id].join(world_) || changed;
  for (const CFunction& function : unit_.functions) {
    if (function.procedure.empty() || !world_.objects.contains(function.object)) continue;
    const Procedure& procedure = *procedures_.at(function.procedure);
    for (const ProgramVariable& parameter : procedure.parameters)
      changed = variables_[parameter.term.id].join(world_) || changed;
    for (const ProgramVariable& result : procedure.results) include(variables_[result.term.id]);
  }
  return changed;
}

std::vector<std::size_t> PointsTo::touched(CObjectId id, const CStride& stride,
                                           const CAccess& access, bool& exact) const {
  const CObject& object = unit_.objects[id];
  exact = true;
  if (stride.exact()) {
    if (const auto element = find_element(object, stride.offset, access.sort, access.storage))
      return {element->leaf};
  }
  std::vector<std::size_t> leaves;
  for (std::size_t i = 0; i < object.leaves.size(); ++i) {
    const CLeaf& leaf = object.leaves[i];
    const CContact met = contact(leaf, stride, access.storage);
    if (met == CContact::None) continue;
    leaves.push_back(i);
    exact = exact && met == CContact::Whole && leaf.sort == access.sort;
  }
  // Memory that no leaf describes: arrays without a size.
  if (leaves.empty()) leaves.push_back(object.leaves.size());
  return leaves;
}

bool PointsTo::load(const CAccess& access, Term target) {
  CTargets value;
  const CTargets places = targets(access.place);
  if (places.other || places.objects.empty()) value.other = true;
  for (const auto& [object, stride] : places.objects) {
    bool exact = true;
    for (const std::size_t leaf : touched(object, stride, access, exact)) {
      CTargets found = cells_[{object, leaf}];
      if (!exact)
        for (auto& [unused, offset] : found.objects) offset = CStride::anywhere();
      value.join(found);
    }
    // Out of bounds, uninitialised, zero.
    value.other = true;
  }
  return variables_[target.id].join(value);
}

bool PointsTo::store(const CAccess& access, Term term) {
  bool changed = false;
  const CTargets value = evaluate(term);
  if (value.objects.empty() && !value.unknown && !value.number) return false;
  for (const auto& [object, stride] : targets(access.place).objects) {
    bool exact = true;
    for (const std::size_t leaf : touched(object, stride, access, exact))
      changed = cells_[{object, leaf}].join(value) || changed;
  }
  return changed;
}

const CTargets& PointsTo::evaluate(Term term) {
  if (const auto found = memo_.find(term.id); found != memo_.end()) return found->second;
  CTargets value = compute(term);
  return memo_[term.id] = std::move(value);
}

CTargets PointsTo::compute(Term term) {
  CTargets result;
  if (terms_.sort(term).is_bool() || terms_.is_value(term)) {
    result.other = true;
    const Sort& sort = terms_.sort(term);
    result.number = sort.is_bit_vector() && !terms_.value(term).bits().is_zero();
    return result;
  }
  if (terms_.is_variable(term)) {
    if (const auto address = addresses_.find(term.id); address != addresses_.end()) {
      result.add(address->second, {});
    } else if (mode_ == Mode::Anything && !unit_.integers.contains(term.id)) {
      result.other = true;
      for (CObjectId id = 0; id < unit_.objects.size(); ++id)
        if (escapes_[id]) result.add(id, CStride::anywhere());
    } else {
      result = variables_[term.id];
    }
    return result;
  }
  if (terms_.op(term) == Op::BvAdd) return sum(term);
  const std::span<const Term> operands = terms_.operands(term);
  if (terms_.op(term) == Op::Ite) {
    result = evaluate(operands[1]);
    result.join(evaluate(operands[2]));
    return result;
  }
  result.other = true;
  for (const Term operand : operands) {
    const CTargets& value = evaluate(operand);
    result.unknown = result.unknown || value.unknown;
    result.number = result.number || value.number;
    for (const auto& [object, stride] : value.objects) result.add(object, CStride::anywhere());
  }
  return result;
}

/// What a summand is a multiple of, in bits.
CBits PointsTo::step_of(Term term) const {
  if (const auto found = unit_.scales.find(term.id); found != unit_.scales.end())
    return std::abs(found->second) * 8;
  if (terms_.op(term) == Op::BvNeg) return step_of(terms_.operands(term)[0]);
  if (terms_.op(term) == Op::BvMul) {
    // Products may wrap around, so that only powers of two remain factors.
    CBits step = 8;
    for (const Term factor : terms_.operands(term)) {
      if (!terms_.is_value(factor)) continue;
      const std::uint64_t number = terms_.value(factor).bits().low();
      if (number != 0) step *= CBits{1} << std::min(std::countr_zero(number), 24);
    }
    return step;
  }
  return 8;
}

CTargets PointsTo::sum(Term term) {
  CTargets result;
  std::vector<Term> others;
  const CTargets* base = nullptr;
  bool several = false;
  bool unknown = false;
  bool number = false;
  for (const Term operand : terms_.operands(term)) {
    const CTargets& value = evaluate(operand);
    unknown = unknown || value.unknown;
    number = number || value.number;
    if (value.objects.empty()) {
      others.push_back(operand);
    } else {
      several = several || base != nullptr;
      base = &value;
    }
  }
  // An address and an unknown number are an address in the same object (C11 6.5.6).
  if (base == nullptr) {
    result.other = true;
    result.unknown = unknown;
    result.number = number;
    return result;
  }
  if (several) {
    result.other = true;
    result.unknown = unknown;
    for (const Term operand : terms_.operands(term))
      for (const auto& [object, stride] : evaluate(operand).objects)
        result.add(object, CStride::anywhere());
    return result;
  }
  result = *base;
  for (auto& [object, stride] : result.objects) {
    for (const Term other : others) {
      if (terms_.is_value(other)) {
        const std::int64_t bytes = terms_.value(other).bits().to_signed();
        constexpr std::int64_t kFar = std::int64_t{1} << 58;
        stride = -kFar < bytes && bytes < kFar ? stride.moved(bytes * 8) : CStride::anywhere();
      } else
        stride = stride.scaled(step_of(other));
    }
  }
  return result;
}

CTargets PointsTo::targets(Term term) {
  return evaluate(term);
}

CTargets PointsTo::targets(const CPlace& place) {
  CTargets result;
  if (place.object != kNoObject)
    result.add(place.object, {});
  else
    result = followed(place.pointer);
  for (auto& [object, stride] : result.objects) {
    stride = stride.moved(place.offset);
    for (const CPlace::Index& index : place.indices) stride = stride.scaled(index.stride);
  }
  return result;
}

/// A number may be the address of an object that it was compared with. One that was not is a guess,
/// which no program may follow.
CTargets PointsTo::followed(Term pointer) {
  CTargets result = evaluate(pointer);
  const auto add = [&](const std::set<CObjectId>& objects) {
    for (const CObjectId id : objects)
      if (unit_.objects[id].kind != CObject::Kind::Function) result.add(id, CStride::anywhere());
  };
  if (result.unknown || result.number) add(guessed_);
  if (result.other) add(assumed_);
  return result;
}

bool PointsTo::outlives(CObjectId id) const {
  if (!escapes_[id]) return false;
  const auto in_variable = [&](const ProgramVariable& variable) {
    const auto found = variables_.find(variable.term.id);
    return found != variables_.end() && found->second.objects.contains(id);
  };
  if (mode_ == Mode::Anything || std::ranges::any_of(unit_.program.globals, in_variable))
    return true;
  const std::string& procedure = unit_.objects[id].procedure;
  const auto own = procedures_.find(procedure);
  if (own != procedures_.end() && std::ranges::any_of(own->second->results, in_variable))
    return true;
  return std::ranges::any_of(cells_, [&](const auto& cell) {
    return unit_.objects[cell.first.first].procedure != procedure &&
           cell.second.objects.contains(id);
  });
}

/// Whether a quotient of pointers' difference is one within an object, by what they may point to.
bool PointsTo::is_difference(Term value) {
  if (terms_.op(value) == Op::BvSdiv) value = terms_.operands(value)[0];
  if (terms_.op(value) != Op::BvAdd) return evaluate(value).objects.empty();
  std::vector<CTargets> sides[2];
  for (const Term operand : terms_.operands(value)) {
    const bool negative = terms_.op(operand) == Op::BvNeg;
    const CTargets& targets = evaluate(negative ? terms_.operands(operand)[0] : operand);
    if (!targets.objects.empty()) sides[negative ? 1 : 0].push_back(targets);
  }
  if (sides[0].empty() && sides[1].empty()) return true;
  if (sides[0].size() != 1 || sides[1].size() != 1) return false;
  return std::ranges::any_of(sides[0][0].objects, [&](const auto& each) {
    return sides[1][0].objects.contains(each.first);
  });
}

}  // namespace cairn
