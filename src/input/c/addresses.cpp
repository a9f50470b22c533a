// SPDX-License-Identifier: MIT
#include "input/c/addresses.h"

#include <algorithm>
#include <map>

#include "input/c/library.h"

namespace cairn {

AddressUse::AddressUse(const CUnit& unit, PointsTo& points_to)
    : unit_(unit), terms_(*unit.program.terms), points_to_(points_to) {
  for (const Procedure& procedure : unit.program.procedures) visit(procedure.body);
}

bool AddressUse::observes(const Statement& statement, const std::set<CObjectId>& objects) {
  std::set<CObjectId> kept = std::move(observed_);
  observed_.clear();
  walked_.clear();
  Statement flat = statement;
  flat.blocks.clear();
  visit(flat);
  const bool found =
      std::ranges::any_of(observed_, [&](CObjectId object) { return objects.contains(object); });
  observed_ = std::move(kept);
  return found;
}

void AddressUse::visit(const Block& block) {
  for (const Statement& statement : block) visit(statement);
}

void AddressUse::visit(const Statement& statement) {
  for (const Block& inner : statement.blocks) visit(inner);
  // Whichever way memmove copies, the result is the same.
  if (statement.site < unit_.program.sites.size() &&
      unit_.program.sites[statement.site].at.file == kLibraryFile &&
      unit_.program.sites[statement.site].function.find("memmove") != std::string::npos)
    return;
  for (std::size_t i = 0; i < statement.values.size(); ++i) {
    // The difference of pointers into one object has nothing of its address (C11 6.5.6 p9).
    const bool difference = statement.kind == Statement::Kind::Assign &&
                            unit_.integers.contains(statement.targets[i].id) &&
                            points_to_.is_difference(statement.values[i]);
    if (!difference) walk(statement.values[i]);
  }
  if (!is_pseudo(statement) || (statement.names[0] != kLoad && statement.names[0] != kStore))
    return;
  const CPlace& place = unit_.accesses[std::stoul(statement.names[1])].place;
  if (place.object == kNoObject) walk(place.pointer);
  for (const CPlace::Index& index : place.indices) {
    walk(index.term);
    if (is_address(index.term)) observe(index.term);
  }
}

void AddressUse::observe(Term term) {
  for (const auto& [object, stride] : points_to_.targets(term).objects) observed_.insert(object);
}

bool AddressUse::is_null(Term term) const {
  return terms_.is_value(term) && terms_.value(term).sort().is_bit_vector() &&
         terms_.value(term).bits().is_zero();
}

/// Whether all places are in their objects: one behind an object may be that of another one.
bool AddressUse::inside(const CTargets& targets) const {
  return std::ranges::all_of(targets.objects, [this](const auto& each) {
    const auto& [object, stride] = each;
    return stride.exact() && stride.offset >= 0 && stride.offset < unit_.objects[object].size;
  });
}

void AddressUse::walk(Term term) {
  if (!walked_.insert(term.id).second) return;
  for (const Term operand : terms_.operands(term)) walk(operand);
  switch (terms_.op(term)) {
    case Op::Variable:
    case Op::Value:
    case Op::Not:
    case Op::And:
    case Op::Or:
    case Op::Ite:
      // Bool has no address, and the condition of an Ite is one.
      return;
    case Op::BvNeg:  // the sum around it counts
      return;
    case Op::BvAdd:
      return walk_sum(term);
    case Op::Equal:
    case Op::BvUlt:
    case Op::BvUle:
    case Op::BvSlt:
    case Op::BvSle:
      return walk_comparison(term);
    default:
      for (const Term operand : terms_.operands(term)) observe(operand);
  }
}

/// One address and numbers are an address; so many addresses of an object as are subtracted are
/// none. Anything else depends on where objects are.
void AddressUse::walk_sum(Term term) {
  std::map<CObjectId, int> net;
  bool clear = true;
  unsigned several = 0;
  for (const Term operand : terms_.operands(term)) {
    const bool negative = terms_.op(operand) == Op::BvNeg;
    const Term inner = negative ? terms_.operands(operand)[0] : operand;
    const CTargets& targets = points_to_.targets(inner);
    if (targets.objects.empty()) continue;
    if (targets.objects.size() == 1 && !targets.unknown) {
      net[targets.objects.begin()->first] += negative ? -1 : 1;
    } else {
      ++several;
      clear = clear && !negative;
    }
  }
  unsigned bases = several;
  for (const auto& [object, count] : net) {
    if (count == 0) continue;
    ++bases;
    clear = clear && count == 1;
  }
  if (clear && bases <= 1) return;
  for (const Term operand : terms_.operands(term)) observe(operand);
}

void AddressUse::walk_comparison(Term term) {
  const Term left = terms_.operands(term)[0];
  const Term right = terms_.operands(term)[1];
  const CTargets a = points_to_.targets(left);
  const CTargets b = points_to_.targets(right);
  if (a.objects.empty() && b.objects.empty()) return;
  const bool unknown = a.unknown || b.unknown;
  const bool same = a.objects.size() == 1 && b.objects.size() == 1 &&
                    a.objects.begin()->first == b.objects.begin()->first;
  // A local may be elsewhere when its function is called again.
  const bool moves = same && unit_.objects[a.objects.begin()->first].kind == CObject::Kind::Local &&
                     points_to_.outlives(a.objects.begin()->first);
  if (!unknown && same && !moves) return;
  if (terms_.op(term) == Op::Equal && !unknown) {
    if (is_null(left) || is_null(right)) return;
    const bool constant = terms_.is_value(left) || terms_.is_value(right) || a.number || b.number;
    if (!constant && inside(a) && inside(b) && !moves) return;
    // A pointer that is null or that was never set.
    if ((a.objects.empty() && !a.number) || (b.objects.empty() && !b.number)) return;
  }
  observe(left);
  observe(right);
}

}  // namespace cairn
