// SPDX-License-Identifier: MIT
//
// Where objects are.
#include <algorithm>
#include <bit>

#include "input/c/memory_class.h"

namespace cairn {
namespace {

constexpr std::uint64_t kFirstAddress = 0x10000;
constexpr std::uint64_t kGap = 16;  // bytes between objects, at least

}  // namespace

/// Objects that are as large as there are addresses for share the upper half of these. Those whose
/// address is no value have all of them for themselves.
void CMemory::share_addresses() {
  const std::uint32_t width = unit_.pointer_bits;
  std::uint64_t count = 0;
  for (CObjectId id = 0; id < unit_.objects.size(); ++id)
    if (unit_.objects[id].capacity.valid() && points_to_.escapes(id)) ++count;
  const std::uint64_t most = most_bytes(width);
  const std::uint64_t first = std::uint64_t{1} << (width == 32 ? 31 : 62);
  const std::uint64_t share = width == 32
                                  ? std::bit_floor(first / std::max<std::uint64_t>(count, 1))
                                  : std::uint64_t{1} << 48;
  std::uint64_t next = first;
  for (CObjectId id = 0; id < unit_.objects.size(); ++id) {
    CObject& object = unit_.objects[id];
    if (!object.capacity.valid()) continue;
    std::uint64_t bytes = most;
    if (points_to_.escapes(id)) {
      bytes = std::min(most, share - (count > 1 ? kGap : 1));
      addresses_[object.address.id] = terms_.bv(width, next);
      next += share;
    }
    const auto bits = static_cast<CBits>(bytes) * 8;
    object.size = std::min(object.size, bits);
    for (CLeaf& leaf : object.leaves)
      if (!leaf.dimensions.empty() && leaf.end() > bits)
        leaf.dimensions[0].count = std::max<CBits>(bits / leaf.dimensions[0].stride, 1);
    // Without a bound that counts there is no limit: what asks for more than `most` ends.
    const std::uint64_t capacity = bytes == most && object.slot == 0 ? ~std::uint64_t{0} : bytes;
    addresses_[object.capacity.id] =
        terms_.constant(Value(BitVector::from_signed(width, static_cast<std::int64_t>(capacity))));
  }
}

/// Objects that the program looks at the address of may be anywhere. Where there are too many of
/// them, looking is a limit.
void CMemory::find_observed() {
  constexpr std::size_t kMost = 64;
  PointsTo flow(unit_, PointsTo::Mode::Flow);
  AddressUse use(unit_, flow);
  std::set<CObjectId> refused;
  for (const CObjectId object : use.observed()) {
    if (!points_to_.escapes(object)) continue;
    // Labels of one function are near each other, and tables have their distances.
    if (unit_.objects[object].label) continue;
    // A local may have another address each time that its function is called.
    const bool moves = unit_.objects[object].kind == CObject::Kind::Local &&
                       unit_.objects[object].procedure != options_.entry && flow.outlives(object);
    if (unit_.objects[object].capacity.valid() || moves || observed_.size() >= kMost)
      refused.insert(object);
    else
      observed_.insert(object);
  }
  if (refused.empty()) return;
  for (Procedure& procedure : unit_.program.procedures)
    limit_observations(procedure.body, use, refused);
}

void CMemory::limit_observations(Block& block, AddressUse& use,
                                 const std::set<CObjectId>& objects) {
  Block out;
  for (Statement& statement : block) {
    for (Block& inner : statement.blocks) limit_observations(inner, use, objects);
    if (use.observes(statement, objects))
      assert_that(
          statement, AssertKind::Limit, terms_.false_term(),
          "the value or the order of addresses, of locals that ended or of too many objects", out);
    out.push_back(std::move(statement));
  }
  block = std::move(out);
}

void CMemory::place_objects() {
  const bool narrow = unit_.pointer_bits == 32;
  const bool shared = std::ranges::any_of(
      unit_.objects, [](const CObject& object) { return object.capacity.valid(); });
  // Where other objects may be anywhere, these are where none of them can be.
  std::uint64_t first = kFirstAddress;
  if (!observed_.empty() && !narrow) first += std::uint64_t{1} << 47;
  if (!observed_.empty() && narrow && !shared) first = 0xC0000000u;
  std::uint64_t next = first;
  for (CObjectId id = 0; id < unit_.objects.size(); ++id) {
    if (!points_to_.escapes(id) || unit_.objects[id].capacity.valid() || observed_.contains(id))
      continue;
    const CObject& object = unit_.objects[id];
    const std::uint64_t align = std::max<std::uint64_t>(object.align, 16);
    next = (next + align - 1) / align * align;
    addresses_[object.address.id] = terms_.bv(unit_.pointer_bits, next);
    next += static_cast<std::uint64_t>(object.size / 8) + kGap;
  }
  if (narrow && next - first > (first == kFirstAddress ? 0x7FFFFFFFu - first : 0x3FFF0000u))
    throw InputError({unit_.program.sites[0].at.file},
                     "the program's objects do not fit into an address space of 2 GB");
  if (!observed_.empty()) place_anywhere(first, next);
}

/// Gives the observed objects addresses that are arbitrary but for what C and the ABI promise: they
/// are aligned, do not overlap each other and are in the part of the address space that a process
/// has. The others are at `first` to `next`. A choice that breaks the promise stands for one layout
/// that keeps it, so that no run ends for a bad choice.
void CMemory::place_anywhere(std::uint64_t first, std::uint64_t next) {
  constexpr std::uint64_t kLowest = 0x1000;
  const bool narrow = unit_.pointer_bits == 32;
  const bool shared = narrow && first == kFirstAddress;
  const std::uint64_t low = shared ? next : kLowest;
  const std::uint64_t top = shared ? 0x80000000u : narrow ? first : std::uint64_t{1} << 47;
  const auto constant = [&](std::uint64_t value) {
    return number(static_cast<std::int64_t>(value));
  };
  const auto at_most = [&](Term a, Term b) { return terms_.make(Op::BvUle, {a, b}); };
  struct Choice {
    Term base;
    Term end;
  };
  Statement choose;
  choose.kind = Statement::Kind::Havoc;
  choose.note = "addresses of objects";
  Statement set;
  set.kind = Statement::Kind::Assign;
  Term promised = terms_.true_term();
  std::vector<Choice> choices;
  std::vector<Term> plain;
  std::uint64_t usual = std::max(low, kFirstAddress);
  for (const CObjectId id : observed_) {
    const CObject& object = unit_.objects[id];
    const Sort sort = Sort::bit_vector(unit_.pointer_bits);
    const Term address = terms_.variable(unique("address." + object.name), sort);
    const Term wanted = terms_.variable(unique("wanted." + object.name), sort);
    for (const Term each : {address, wanted})
      unit_.program.globals.push_back({each, "", "", Show::Hidden});
    addresses_[object.address.id] = address;
    choose.targets.push_back(wanted);
    set.targets.push_back(address);
    const auto size = static_cast<std::uint64_t>(std::max<CBits>(object.size / 8, 1));
    const std::uint64_t align = std::bit_floor(std::max<std::uint32_t>(object.align, 1));
    usual = (usual + align - 1) / align * align;
    plain.push_back(constant(usual));
    usual += size;
    promised = terms_.and_(promised, terms_.and_(at_most(constant(low), wanted),
                                                 at_most(wanted, constant(top - size))));
    if (align > 1) {
      const auto bits = static_cast<std::uint32_t>(std::countr_zero(align));
      promised = terms_.and_(promised,
                             terms_.equal(terms_.extract(wanted, bits - 1, 0), terms_.bv(bits, 0)));
    }
    const Choice chosen{wanted, terms_.make(Op::BvAdd, {wanted, constant(size)})};
    for (const Choice& other : choices)
      promised = terms_.and_(
          promised, terms_.or_(at_most(chosen.end, other.base), at_most(other.end, chosen.base)));
    choices.push_back(chosen);
  }
  for (std::size_t i = 0; i < choices.size(); ++i)
    set.values.push_back(terms_.ite(promised, choices[i].base, plain[i]));
  for (Procedure& procedure : unit_.program.procedures) {
    if (procedure.name != unit_.program.main) continue;
    choose.site = set.site = procedure.site;
    procedure.body.insert(procedure.body.begin(), {choose, set});
  }
}

}  // namespace cairn
