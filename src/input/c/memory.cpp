// SPDX-License-Identifier: MIT
#include "input/c/memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "input/c/addresses.h"
#include "input/c/calls.h"
#include "input/c/conversions.h"
#include "input/c/layout.h"
#include "input/c/points_to.h"

namespace cairn {
namespace {

constexpr std::uint64_t kFirstAddress = 0x10000;
constexpr std::uint64_t kGap = 16;  // bytes between objects, at least

/// One thing that an access may mean.
struct Candidate {
  Term condition;
  CObjectId object = kNoObject;
  std::size_t leaf = 0;
  Term index;     ///< element of the array; invalid for scalars
  CBits bit = 0;  ///< of bit-fields in bytes: the first bit of the byte
  /// Valid: where this holds, an index has left its array but perhaps not the object.
  Term astray;
};

struct Candidates {
  std::vector<Candidate> list;
  bool complete = false;  ///< one of them holds for sure
  bool open = false;      ///< one of the objects has more than is modelled
};

class Memory {
 public:
  Memory(CUnit unit, const CReadOptions& options)
      : unit_(std::move(unit)),
        terms_(*unit_.program.terms),
        options_(options),
        points_to_(unit_, options.points_to ? PointsTo::Mode::Flow : PointsTo::Mode::Anything) {}

  std::optional<Program> run() {
    collect_uses();
    share_addresses();
    fit_leaves();
    if (!options_.float_bits && (unit_.asks_float_signs || sees_float_bits())) return std::nullopt;
    find_observed();
    place_objects();
    for (const Procedure& procedure : unit_.program.procedures) mark_reads(procedure.body);
    make_variables();
    for (const Procedure& procedure : unit_.program.procedures) mark_scribbles(procedure.body);
    for (Procedure& procedure : unit_.program.procedures) {
      procedure_ = &procedure;
      outside_.clear();
      procedure.body = rewrite(std::move(procedure.body));
      if (procedure.name == unit_.program.main) clear_scribbles(procedure.body);
    }
    return std::move(unit_.program);
  }

 private:
  enum class Use : std::uint8_t { None, Private, Shared };

  // Before: which objects are used how.
  void collect_uses();
  void collect_uses(const Block& block, const Procedure& procedure);
  void use(CObjectId object, const Procedure& procedure);
  void mark_reads(const Block& block);
  void mark_scribbles(const Block& block);
  std::vector<std::size_t> scribbled(CObjectId object, const CStride& stride) const;
  void clear_scribbles(Block& start);
  void share_addresses();
  void fit_leaves();
  bool fit(const CAccess& access);
  bool fit(CObjectId object, const CStride& stride, const CAccess& access);
  bool sees_float_bits();
  void find_observed();
  void limit_observations(Block& block, AddressUse& use, const std::set<CObjectId>& objects);
  void place_objects();
  void place_anywhere(std::uint64_t first, std::uint64_t next);
  void make_variables();
  std::string unique(const std::string& wanted);

  // Accesses.
  Candidates resolve(const CAccess& access);
  bool match_indices(CObjectId object, CBits offset, const CAccess& access, Candidate& found);
  void match_offset(CObjectId object, const CStride& stride, const CAccess& access, Term offset,
                    std::vector<Candidate>& found);
  Term byte_address(const CPlace& place);
  /// The address of an object, with a number of bytes added.
  Term address_of(CObjectId object, std::int64_t plus = 0) {
    const auto found = addresses_.find(unit_.objects[object].address.id);
    const Term base = found == addresses_.end() ? number(0) : found->second;
    return terms_.make(Op::BvAdd, {base, number(plus)});
  }
  Term number(std::int64_t value) {
    return terms_.constant(Value(BitVector::from_signed(unit_.pointer_bits, value)));
  }
  Term divided(Term value, CBits by, Term& rest);
  Term read(const Candidate& candidate, const CAccess& access);
  Term written(const Candidate& candidate, const CAccess& access, Term value);
  Term read_bytes(const Candidate& candidate, const CAccess& access);
  Term element_index(const Candidate& candidate, CBits plus = 0);
  Term within_room(CObjectId object, const CAccess& access);
  void check_access(const Statement& statement, const CAccess& access, const Candidates& candidates,
                    Block& out);

  // Statements.
  Block rewrite(Block block);
  void push(Statement assign, Block& out);
  void rewrite(Statement statement, Block& out);
  void load(const Statement& statement, Block& out);
  void store(const Statement& statement, Block& out);
  void limit_astray(const Statement& statement, const Candidates& candidates, Block& out);
  void limit_scribbled(const Statement& statement, const Candidates& candidates, Block& out);
  void scribble(const Statement& statement, Block& out);
  void set_all(const Statement& statement, Block& out);
  void call_pointer(const Statement& statement, Block& out);
  Term closed(Term term) { return terms_.substitute(term, addresses_); }
  void assert_that(const Statement& at, AssertKind kind, Term condition, std::string note,
                   Block& out);

  CUnit unit_;
  Terms& terms_;
  const CReadOptions& options_;
  PointsTo points_to_;
  std::vector<const Procedure*> users_;  // the one procedure that uses an object
  std::vector<Use> uses_;
  std::set<std::pair<CObjectId, std::size_t>> read_;   // leaves that some access reads
  std::set<CObjectId> observed_;                       // objects whose address the program looks at
  std::unordered_map<std::uint32_t, Term> addresses_;  // variables "&x" to constants
  std::map<std::pair<CObjectId, std::size_t>, Term> cells_;  // variables of leaves
  std::map<std::pair<CObjectId, std::size_t>, Term>
      scribbles_;  // whether unknown text is in a leaf
  std::set<std::string> names_;
  std::map<std::string, unsigned> numbers_;  // the last that unique() gave a name
  Procedure* procedure_ = nullptr;
  unsigned joined_ = 0;           // assignments that the last statement stands for
  std::map<Sort, Term> outside_;  // of the procedure: what reads outside of all objects yield
};

// --- Uses and layout ---------------------------------------------------------------------------

void Memory::use(CObjectId object, const Procedure& procedure) {
  if (uses_[object] == Use::None) {
    uses_[object] = Use::Private;
    users_[object] = &procedure;
  } else if (users_[object] != &procedure) {
    uses_[object] = Use::Shared;
  }
}

void Memory::collect_uses(const Block& block, const Procedure& procedure) {
  for (const Statement& statement : block) {
    for (const Block& inner : statement.blocks) collect_uses(inner, procedure);
    if (!is_pseudo(statement) || statement.names[0] == kCallPointer) continue;
    const std::size_t which = std::stoul(statement.names[1]);
    if (statement.names[0] == kZero || statement.names[0] == kForget) {
      use(static_cast<CObjectId>(which), procedure);
      continue;
    }
    for (const auto& [object, stride] : points_to_.targets(unit_.accesses[which].place).objects)
      use(object, procedure);
    for (const CObjectId object : points_to_.unknown_objects(unit_.accesses[which]))
      use(object, procedure);
  }
}

void Memory::collect_uses() {
  users_.resize(unit_.objects.size());
  uses_.resize(unit_.objects.size(), Use::None);
  for (const Procedure& procedure : unit_.program.procedures)
    collect_uses(procedure.body, procedure);
}

/// Melts what the access does not fit; true if anything changed.
bool Memory::fit(CObjectId id, const CStride& stride, const CAccess& access) {
  CObject& object = unit_.objects[id];
  if (object.kind == CObject::Kind::Function) return false;
  if (stride.exact()) {
    const CBits end = stride.offset + access.storage;
    if (stride.offset < 0 || end > object.size) return false;
    if (find_element(object, stride.offset, access.sort, access.storage)) return false;
    return melt_leaves(object, stride.offset, end);
  }
  for (const CLeaf& leaf : object.leaves) {
    const CContact met = contact(leaf, stride, access.storage);
    if (met == CContact::None) continue;
    if (met == CContact::Whole && leaf.sort == access.sort && !leaf.bytes) continue;
    return melt_leaves(object, 0, object.size);
  }
  return false;
}

bool Memory::fit(const CAccess& access) {
  Candidate unused;
  if (access.place.object != kNoObject) {
    const CObjectId object = access.place.object;
    if (match_indices(object, access.place.offset, access, unused)) return false;
    return fit(object, points_to_.targets(access.place).objects.at(object), access);
  }
  bool changed = false;
  const CTargets bases = points_to_.targets(access.place.pointer);
  const CTargets places = points_to_.targets(access.place);
  for (const auto& [object, stride] : places.objects) {
    const CStride& base = bases.objects.at(object);
    if (base.exact() && match_indices(object, base.offset + access.place.offset, access, unused))
      continue;
    changed = fit(object, stride, access) || changed;
  }
  // Characters see the bytes of every object; other accesses meet what has their type.
  if (access.storage == 8)
    for (const CObjectId object : points_to_.unknown_objects(access))
      changed = fit(object, CStride::anywhere(), access) || changed;
  return changed;
}

void Memory::fit_leaves() {
  for (bool changed = true; changed;) {
    changed = false;
    for (const CAccess& access : unit_.accesses)
      if (access.kind == CAccess::Kind::Value) changed = fit(access) || changed;
  }
}

/// Whether floats are kept where the program looks at bytes.
bool Memory::sees_float_bits() {
  const auto has_bytes = [this](CObjectId id) {
    return std::ranges::any_of(unit_.objects[id].leaves, &CLeaf::bytes);
  };
  return std::ranges::any_of(unit_.accesses, [&](const CAccess& access) {
    if (!access.sort.is_float()) return false;
    const CTargets places = points_to_.targets(access.place);
    return std::ranges::any_of(places.objects, has_bytes,
                               [](const auto& each) { return each.first; }) ||
           std::ranges::any_of(points_to_.unknown_objects(access), has_bytes);
  });
}

/// Objects that are as large as there are addresses for share the upper half of these. Those whose
/// address is no value have all of them for themselves.
void Memory::share_addresses() {
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
void Memory::find_observed() {
  constexpr std::size_t kMost = 24;
  PointsTo flow(unit_, PointsTo::Mode::Flow);
  AddressUse use(unit_, flow);
  std::set<CObjectId> refused;
  for (const CObjectId object : use.observed()) {
    if (!points_to_.escapes(object)) continue;
    if (unit_.objects[object].capacity.valid() || observed_.size() >= kMost)
      refused.insert(object);
    else
      observed_.insert(object);
  }
  if (refused.empty()) return;
  for (Procedure& procedure : unit_.program.procedures)
    limit_observations(procedure.body, use, refused);
}

void Memory::limit_observations(Block& block, AddressUse& use, const std::set<CObjectId>& objects) {
  Block out;
  for (Statement& statement : block) {
    for (Block& inner : statement.blocks) limit_observations(inner, use, objects);
    if (use.observes(statement, objects))
      assert_that(statement, AssertKind::Limit, terms_.false_term(),
                  "the value or the order of addresses, of too many objects", out);
    out.push_back(std::move(statement));
  }
  block = std::move(out);
}

void Memory::place_objects() {
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
/// has. The others are at `first` to `next`.
void Memory::place_anywhere(std::uint64_t first, std::uint64_t next) {
  constexpr std::int64_t kLowest = 0x1000;
  const bool narrow = unit_.pointer_bits == 32;
  const auto end_of = [&](CObjectId id) {
    return address_of(id, std::max<CBits>(unit_.objects[id].size / 8, 1));
  };
  const auto at_most = [&](Term a, Term b) { return terms_.make(Op::BvUle, {a, b}); };
  Statement choose;
  choose.kind = Statement::Kind::Havoc;
  choose.note = "addresses";
  Term promised = terms_.true_term();
  std::vector<CObjectId> earlier;
  for (const CObjectId id : observed_) {
    const CObject& object = unit_.objects[id];
    const Term base =
        terms_.variable(unique("address." + object.name), Sort::bit_vector(unit_.pointer_bits));
    unit_.program.globals.push_back({base, "", "", Show::Hidden});
    addresses_[object.address.id] = base;
    choose.targets.push_back(base);
    // Below the others, or outside of where they are.
    const bool shared = narrow && first == kFirstAddress;
    const auto top =
        static_cast<std::int64_t>(narrow ? std::uint64_t{0x80000000u} : std::uint64_t{1} << 47);
    const std::int64_t last = narrow && !shared ? static_cast<std::int64_t>(first) : top;
    const std::int64_t low = shared ? static_cast<std::int64_t>(next) : kLowest;
    const std::int64_t size = std::max<CBits>(object.size / 8, 1);
    Term holds = terms_.and_(at_most(number(low), base), at_most(base, number(last - size)));
    if (object.align > 1) {
      const auto bits = static_cast<std::uint32_t>(std::countr_zero(std::bit_floor(object.align)));
      if (bits > 0)
        holds =
            terms_.and_(holds, terms_.equal(terms_.extract(base, bits - 1, 0), terms_.bv(bits, 0)));
    }
    for (const CObjectId other : earlier)
      holds = terms_.and_(
          holds, terms_.or_(at_most(end_of(id), address_of(other)), at_most(end_of(other), base)));
    promised = terms_.and_(promised, holds);
    earlier.push_back(id);
  }
  Statement assume;
  assume.kind = Statement::Kind::Assume;
  assume.values = {promised};
  for (Procedure& procedure : unit_.program.procedures) {
    if (procedure.name != unit_.program.main) continue;
    choose.site = assume.site = procedure.site;
    procedure.body.insert(procedure.body.begin(), {choose, assume});
  }
}

void Memory::mark_reads(const Block& block) {
  for (const Statement& statement : block) {
    for (const Block& inner : statement.blocks) mark_reads(inner);
    if (!is_pseudo(statement) || statement.names[0] != kLoad) continue;
    for (const Candidate& each : resolve(unit_.accesses[std::stoul(statement.names[1])]).list)
      read_.insert({each.object, each.leaf});
  }
}

/// Leaves of an object that text may come into: those of bytes and characters, for instance, that
/// it starts in; all if that is not known.
std::vector<std::size_t> Memory::scribbled(CObjectId id, const CStride& stride) const {
  std::vector<std::size_t> found;
  const CObject& object = unit_.objects[id];
  for (std::size_t i = 0; i < object.leaves.size(); ++i) {
    const CLeaf& leaf = object.leaves[i];
    if (!stride.exact() || (leaf.offset <= stride.offset && stride.offset < leaf.end()))
      found.push_back(i);
  }
  return found;
}

void Memory::mark_scribbles(const Block& block) {
  for (const Statement& statement : block) {
    for (const Block& inner : statement.blocks) mark_scribbles(inner);
    if (!is_pseudo(statement) || statement.names[0] != kScribble) continue;
    const CAccess& access = unit_.accesses[std::stoul(statement.names[1])];
    for (const auto& [object, stride] : points_to_.targets(access.place).objects) {
      for (const std::size_t leaf : scribbled(object, stride)) {
        if (!read_.contains({object, leaf}) || scribbles_.contains({object, leaf})) continue;
        const std::string name =
            unit_.objects[object].name + unit_.objects[object].leaves[leaf].name;
        const Term flag = terms_.variable(unique(name + ".unknown"), Sort::boolean());
        unit_.program.globals.push_back({flag, "", "", Show::Hidden});
        scribbles_[{object, leaf}] = flag;
      }
    }
  }
}

void Memory::clear_scribbles(Block& start) {
  if (scribbles_.empty()) return;
  Statement clear;
  clear.kind = Statement::Kind::Assign;
  clear.site = start.empty() ? kNoSite : start.front().site;
  for (const auto& [leaf, flag] : scribbles_) {
    clear.targets.push_back(flag);
    clear.values.push_back(terms_.false_term());
  }
  start.insert(start.begin(), std::move(clear));
}

std::string Memory::unique(const std::string& wanted) {
  std::string plain;
  for (const char c : wanted)
    if (c != '[' && c != ']') plain += c;
  std::string name = plain;
  for (unsigned& i = numbers_[plain]; !names_.insert(name).second;)
    name = fmt::format("{}${}", plain, ++i + 1);
  return name;
}

void Memory::make_variables() {
  for (const ProgramVariable& global : unit_.program.globals)
    names_.insert(terms_.name(global.term));
  for (const Procedure& procedure : unit_.program.procedures)
    for (const auto* list : {&procedure.parameters, &procedure.results, &procedure.locals})
      for (const ProgramVariable& variable : *list) names_.insert(terms_.name(variable.term));
  std::map<std::string, Procedure*> procedures;
  for (Procedure& procedure : unit_.program.procedures) procedures[procedure.name] = &procedure;
  for (CObjectId id = 0; id < unit_.objects.size(); ++id) {
    const CObject& object = unit_.objects[id];
    if (uses_[id] == Use::None || object.kind == CObject::Kind::Function) continue;
    const bool local = object.kind == CObject::Kind::Local && uses_[id] == Use::Private &&
                       !points_to_.escapes(id) && users_[id]->name == object.procedure;
    auto& list = local ? procedures.at(object.procedure)->locals : unit_.program.globals;
    for (std::size_t i = 0; i < object.leaves.size(); ++i) {
      if (!read_.contains({id, i})) continue;
      const CLeaf& leaf = object.leaves[i];
      Sort sort = leaf.sort;
      if (!leaf.dimensions.empty()) {
        const auto last = static_cast<std::uint64_t>(leaf.elements() - 1);
        sort = Sort::array_of(
            Sort::bit_vector(std::max(1u, static_cast<std::uint32_t>(std::bit_width(last)))), sort);
      }
      std::string source = object.name + leaf.name;
      while (source.ends_with("[]")) source.resize(source.size() - 2);
      if (leaf.padding) source.clear();
      const Term term = terms_.variable(unique(object.name + leaf.name), sort);
      cells_[{id, i}] = term;
      list.push_back({term, source, object.function, leaf.show});
    }
  }
}

// --- Accesses ----------------------------------------------------------------------------------

/// Whether an index that leaves the dimension leaves the object as well.
bool reaches_ends(const CObject& object, const CLeaf& leaf, std::size_t dimension) {
  const CBits extent = leaf.dimensions[dimension].count * leaf.dimensions[dimension].stride;
  return leaf.offset + extent >= object.size && leaf.end() - extent <= 0;
}

/// Finds the one leaf that an object, a constant offset and indices name, by the strides of the
/// indices. An index of a pointer names a leaf only if outside of that is outside of the object.
bool Memory::match_indices(CObjectId id, CBits offset, const CAccess& access, Candidate& found) {
  const CObject& object = unit_.objects[id];
  for (std::size_t i = 0; i < object.leaves.size(); ++i) {
    const CLeaf& leaf = object.leaves[i];
    if (leaf.bytes || leaf.sort != access.sort || leaf.storage != access.storage) continue;
    const auto numbers = element_numbers(leaf, offset);
    if (!numbers) continue;
    std::vector<Term> index;
    for (const CBits each : *numbers) index.push_back(number(each));
    bool fits = true;
    bool may_stray = false;
    for (const CPlace::Index& term : access.place.indices) {
      // The outermost dimension whose stride divides that of the index.
      std::size_t d = 0;
      while (d < leaf.dimensions.size() && (term.stride < leaf.dimensions[d].stride ||
                                            term.stride % leaf.dimensions[d].stride != 0))
        ++d;
      if (d == leaf.dimensions.size() || (!term.named && !reaches_ends(object, leaf, d))) {
        fits = false;
        break;
      }
      if (term.named && !reaches_ends(object, leaf, d)) may_stray = true;
      const CBits factor = term.stride / leaf.dimensions[d].stride;
      Term scaled = closed(term.term);
      if (factor != 1) scaled = terms_.make(Op::BvMul, {scaled, number(factor)});
      index[d] = terms_.make(Op::BvAdd, {index[d], scaled});
    }
    if (!fits) continue;
    Term in_range = terms_.true_term();
    Term flat = leaf.dimensions.empty() ? kNoTerm : number(0);
    for (std::size_t d = 0; d < leaf.dimensions.size(); ++d) {
      const Term count = number(leaf.dimensions[d].count);
      in_range = terms_.and_(in_range, terms_.make(Op::BvUlt, {index[d], count}));
      flat = terms_.make(Op::BvAdd, {terms_.make(Op::BvMul, {flat, count}), index[d]});
    }
    found.condition = in_range;
    found.object = id;
    found.leaf = i;
    found.index = flat;
    if (may_stray && !terms_.is_true(in_range)) found.astray = terms_.not_(in_range);
    return true;
  }
  return false;
}

/// The quotient; the remainder goes to `rest`.
Term Memory::divided(Term value, CBits by, Term& rest) {
  const auto divisor = static_cast<std::uint64_t>(by);
  const std::uint32_t width = unit_.pointer_bits;
  if (std::has_single_bit(divisor)) {
    const auto shift = static_cast<std::uint32_t>(std::countr_zero(divisor));
    rest = shift == 0 ? number(0) : terms_.zero_extend(terms_.extract(value, shift - 1, 0), width);
    return terms_.zero_extend(terms_.extract(value, width - 1, shift), width);
  }
  rest = terms_.make(Op::BvUrem, {value, number(by)});
  return terms_.make(Op::BvUdiv, {value, number(by)});
}

/// All leaves of the object that an access at `offset` (bytes, a term) may meet.
void Memory::match_offset(CObjectId id, const CStride& stride, const CAccess& access, Term offset,
                          std::vector<Candidate>& found) {
  const CObject& object = unit_.objects[id];
  const CBits bit = ((access.place.offset % 8) + 8) % 8;
  for (std::size_t i = 0; i < object.leaves.size(); ++i) {
    const CLeaf& leaf = object.leaves[i];
    Candidate candidate;
    candidate.object = id;
    candidate.leaf = i;
    if (leaf.bytes) {
      const CBits bytes = (bit + access.storage + 7) / 8;
      const CBits count = leaf.elements();
      if (bytes > count) continue;
      if (stride.exact() &&
          (stride.offset < leaf.offset || stride.offset + access.storage > leaf.end()))
        continue;
      candidate.index = terms_.bv_sub(offset, number(leaf.offset / 8));
      candidate.condition = terms_.make(Op::BvUle, {candidate.index, number(count - bytes)});
      candidate.bit = bit;
      found.push_back(candidate);
      continue;
    }
    if (leaf.sort != access.sort || leaf.storage != access.storage) continue;
    if (((leaf.offset % 8) + 8) % 8 != bit) continue;
    if (contact(leaf, stride, access.storage) == CContact::None) continue;
    Term rest = terms_.bv_sub(offset, number((leaf.offset - bit) / 8));
    Term in_range = terms_.true_term();
    Term flat = leaf.dimensions.empty() ? kNoTerm : number(0);
    for (const CLeaf::Dimension& dimension : leaf.dimensions) {
      const Term here = divided(rest, dimension.stride / 8, rest);
      const Term count = number(dimension.count);
      in_range = terms_.and_(in_range, terms_.make(Op::BvUlt, {here, count}));
      flat = terms_.make(Op::BvAdd, {terms_.make(Op::BvMul, {flat, count}), here});
    }
    candidate.condition = terms_.and_(in_range, terms_.equal(rest, number(0)));
    candidate.index = flat;
    found.push_back(candidate);
  }
}

Term Memory::byte_address(const CPlace& place) {
  const CBits bit = ((place.offset % 8) + 8) % 8;
  Term sum = place.object != kNoObject ? address_of(place.object) : closed(place.pointer);
  for (const CPlace::Index& index : place.indices)
    sum = terms_.make(
        Op::BvAdd, {sum, terms_.make(Op::BvMul, {closed(index.term), number(index.stride / 8)})});
  return terms_.make(Op::BvAdd, {sum, number((place.offset - bit) / 8)});
}

Candidates Memory::resolve(const CAccess& access) {
  Candidates result;
  const CPlace& place = access.place;
  const CTargets places = points_to_.targets(place);
  for (const auto& [object, stride] : places.objects)
    result.open = result.open || unit_.objects[object].open;
  if (place.object != kNoObject) {
    Candidate candidate;
    if (match_indices(place.object, place.offset, access, candidate)) {
      result.list.push_back(candidate);
    } else {
      const Term base = address_of(place.object);
      match_offset(place.object, places.objects.at(place.object), access,
                   terms_.bv_sub(byte_address(place), base), result.list);
    }
    result.complete = result.list.size() == 1 && terms_.is_true(result.list[0].condition);
    return result;
  }
  const CTargets bases = points_to_.targets(place.pointer);
  const Term pointer = closed(place.pointer);
  bool certain = !bases.other && !bases.unknown;
  for (const auto& [object, stride] : places.objects) {
    const CStride& base = bases.objects.at(object);
    Candidate candidate;
    if (base.exact() && match_indices(object, base.offset + place.offset, access, candidate)) {
      certain = certain && terms_.is_true(candidate.condition);
      const Term here = terms_.equal(pointer, address_of(object, base.offset / 8));
      const bool only = bases.objects.size() == 1 && !bases.other && !bases.unknown;
      if (!only) {
        candidate.condition = terms_.and_(here, candidate.condition);
        if (candidate.astray.valid()) candidate.astray = terms_.and_(here, candidate.astray);
      }
      result.list.push_back(candidate);
    } else {
      certain = false;
      match_offset(object, stride, access, terms_.bv_sub(byte_address(place), address_of(object)),
                   result.list);
    }
  }
  for (const CObjectId object : points_to_.unknown_objects(access)) {
    certain = false;
    match_offset(object, CStride::anywhere(), access,
                 terms_.bv_sub(byte_address(place), address_of(object)), result.list);
  }
  std::erase_if(result.list, [this](const Candidate& each) {
    return terms_.is_false(each.condition) && !each.astray.valid();
  });
  result.complete = certain && !result.list.empty();
  return result;
}

Term Memory::element_index(const Candidate& candidate, CBits plus) {
  const Sort sort = terms_.sort(cells_.at({candidate.object, candidate.leaf}));
  Term index = candidate.index;
  if (plus != 0) index = terms_.make(Op::BvAdd, {index, number(plus)});
  return terms_.resize_unsigned(index, sort.index_sort().width());
}

/// The bytes that the access touches, as one number.
Term Memory::read_bytes(const Candidate& candidate, const CAccess& access) {
  const Term cell = cells_.at({candidate.object, candidate.leaf});
  const CBits count = (candidate.bit + access.storage + 7) / 8;
  Term bits = terms_.select(cell, element_index(candidate));
  for (CBits i = 1; i < count; ++i)
    bits = terms_.concat(terms_.select(cell, element_index(candidate, i)), bits);
  return bits;
}

Term Memory::read(const Candidate& candidate, const CAccess& access) {
  const Term cell = cells_.at({candidate.object, candidate.leaf});
  if (!unit_.objects[candidate.object].leaves[candidate.leaf].bytes)
    return candidate.index.valid() ? terms_.select(cell, element_index(candidate)) : cell;
  const Term bits = terms_.extract(read_bytes(candidate, access),
                                   static_cast<std::uint32_t>(candidate.bit + access.storage - 1),
                                   static_cast<std::uint32_t>(candidate.bit));
  return c_from_memory(terms_, bits, access.sort);
}

/// The cell's new value.
Term Memory::written(const Candidate& candidate, const CAccess& access, Term value) {
  const Term cell = cells_.at({candidate.object, candidate.leaf});
  if (!unit_.objects[candidate.object].leaves[candidate.leaf].bytes)
    return candidate.index.valid() ? terms_.store(cell, element_index(candidate), value) : value;
  Term bits = c_to_memory(terms_, value, access.storage);
  const CBits count = (candidate.bit + access.storage + 7) / 8;
  if (candidate.bit != 0 || count * 8 != access.storage) {
    const Term old = read_bytes(candidate, access);
    const auto low = static_cast<std::uint32_t>(candidate.bit);
    const auto high = static_cast<std::uint32_t>(candidate.bit + access.storage);
    const auto all = static_cast<std::uint32_t>(count * 8);
    if (low > 0) bits = terms_.concat(bits, terms_.extract(old, low - 1, 0));
    if (high < all) bits = terms_.concat(terms_.extract(old, all - 1, high), bits);
  }
  Term array = cell;
  for (CBits i = 0; i < count; ++i) {
    const auto low = static_cast<std::uint32_t>(i * 8);
    array = terms_.store(array, element_index(candidate, i), terms_.extract(bits, low + 7, low));
  }
  return array;
}

// --- Statements --------------------------------------------------------------------------------

void Memory::assert_that(const Statement& at, AssertKind kind, Term condition, std::string note,
                         Block& out) {
  if (terms_.is_true(condition)) return;
  Statement statement;
  statement.kind = Statement::Kind::Assert;
  statement.assert_kind = kind;
  statement.site = at.site;
  statement.values = {condition};
  statement.note = std::move(note);
  out.push_back(std::move(statement));
}

/// Whether an access ends before the end of an object whose size is a variable.
Term Memory::within_room(CObjectId id, const CAccess& access) {
  const CObject& object = unit_.objects[id];
  const std::uint32_t width = unit_.pointer_bits;
  Term begin = terms_.bv_sub(byte_address(access.place), address_of(id));
  Term room = object.room;
  if (object.slot != 0) {
    const auto shift =
        static_cast<std::uint32_t>(std::countr_zero(static_cast<std::uint64_t>(object.slot / 8)));
    room = terms_.select(room, terms_.extract(begin, width - 1, shift));
    begin = terms_.zero_extend(terms_.extract(begin, shift - 1, 0), width);
  }
  const Term end = terms_.make(Op::BvAdd, {begin, number((access.storage + 7) / 8)});
  return terms_.make(Op::BvUle, {end, room});
}

void Memory::check_access(const Statement& statement, const CAccess& access,
                          const Candidates& candidates, Block& out) {
  const auto asked = [this](const char* what) {
    return std::ranges::find(options_.checks, what) != options_.checks.end();
  };
  const CPlace& place = access.place;
  if (asked("null") && place.object == kNoObject)
    assert_that(statement, AssertKind::Property, terms_.distinct(closed(place.pointer), number(0)),
                "no null pointer is followed", out);
  if (!asked("bounds")) return;
  Term inside = terms_.boolean(candidates.complete);
  for (const Candidate& candidate : candidates.list) {
    const CObject& object = unit_.objects[candidate.object];
    Term holds = candidates.complete && candidates.list.size() == 1 ? terms_.true_term()
                                                                    : candidate.condition;
    if (object.room.valid()) {
      holds = terms_.and_(holds, within_room(candidate.object, access));
      if (candidates.list.size() == 1) inside = terms_.false_term();
    }
    inside = terms_.or_(inside, holds);
  }
  assert_that(statement, AssertKind::Property, inside, "the access is within its object", out);
}

void Memory::load(const Statement& statement, Block& out) {
  const CAccess& access = unit_.accesses[std::stoul(statement.names[1])];
  const Candidates candidates = resolve(access);
  check_access(statement, access, candidates, out);
  limit_astray(statement, candidates, out);
  limit_scribbled(statement, candidates, out);
  Term value;
  if (!candidates.complete) {
    Statement havoc;
    havoc.kind = Statement::Kind::Havoc;
    havoc.site = statement.site;
    havoc.note = "read outside of all objects";
    if (candidates.list.empty()) {
      havoc.targets = statement.targets;
      out.push_back(std::move(havoc));
      return;
    }
    Term& any = outside_[access.sort];
    if (!any.valid()) {
      any = terms_.variable(unique("outside"), access.sort);
      procedure_->locals.push_back({any, "", "", Show::Hidden});
    }
    havoc.targets = {any};
    out.push_back(std::move(havoc));
    value = any;
  }
  for (std::size_t i = candidates.list.size(); i-- > 0;) {
    const Candidate& candidate = candidates.list[i];
    const Term here = read(candidate, access);
    value = value.valid() ? terms_.ite(candidate.condition, here, value) : here;
  }
  Statement assign;
  assign.kind = Statement::Kind::Assign;
  assign.site = statement.site;
  assign.targets = statement.targets;
  assign.values = {value};
  out.push_back(std::move(assign));
}

/// An index that leaves its array within a struct: C leaves it open what is there.
void Memory::limit_astray(const Statement& statement, const Candidates& candidates, Block& out) {
  if (candidates.open && !candidates.complete) {
    Term known = terms_.false_term();
    for (const Candidate& candidate : candidates.list)
      known = terms_.or_(known, candidate.condition);
    assert_that(statement, AssertKind::Limit, known,
                "access behind the part of an object that is modelled (arguments of main, an array "
                "without a size)",
                out);
  }
  for (const Candidate& candidate : candidates.list)
    if (candidate.astray.valid())
      assert_that(statement, AssertKind::Limit, terms_.not_(candidate.astray),
                  "index outside of an array that is a part of its object (--check bounds finds "
                  "such accesses)",
                  out);
}

/// Reading what a function like sprintf wrote has no model.
void Memory::limit_scribbled(const Statement& statement, const Candidates& candidates, Block& out) {
  for (const Candidate& candidate : candidates.list) {
    const auto flag = scribbles_.find({candidate.object, candidate.leaf});
    if (flag == scribbles_.end()) continue;
    assert_that(statement, AssertKind::Limit,
                terms_.not_(terms_.and_(candidate.condition, flag->second)),
                "read of text that a function of the library wrote", out);
  }
}

void Memory::scribble(const Statement& statement, Block& out) {
  const CAccess& access = unit_.accesses[std::stoul(statement.names[1])];
  Statement set;
  set.kind = Statement::Kind::Assign;
  set.site = statement.site;
  for (const auto& [object, stride] : points_to_.targets(access.place).objects) {
    for (const std::size_t leaf : scribbled(object, stride)) {
      const auto flag = scribbles_.find({object, leaf});
      if (flag == scribbles_.end()) continue;
      set.targets.push_back(flag->second);
      set.values.push_back(terms_.true_term());
    }
  }
  if (!set.targets.empty()) out.push_back(std::move(set));
}

void Memory::store(const Statement& statement, Block& out) {
  const CAccess& access = unit_.accesses[std::stoul(statement.names[1])];
  Candidates candidates = resolve(access);
  check_access(statement, access, candidates, out);
  limit_astray(statement, candidates, out);
  Statement assign;
  assign.kind = Statement::Kind::Assign;
  assign.site = statement.site;
  const Term value = closed(statement.values[0]);
  const bool always = candidates.complete && candidates.list.size() == 1;
  for (const Candidate& candidate : candidates.list) {
    const auto cell = cells_.find({candidate.object, candidate.leaf});
    if (cell == cells_.end()) continue;  // nobody reads it
    const Term next = written(candidate, access, value);
    assign.targets.push_back(cell->second);
    assign.values.push_back(always ? next : terms_.ite(candidate.condition, next, cell->second));
  }
  if (!assign.targets.empty()) push(std::move(assign), out);
}

/// Joins assignments of one source statement to one array: initialisers are long.
void Memory::push(Statement assign, Block& out) {
  constexpr unsigned kLongest = 256;
  const Term target = assign.targets[0];
  if (!out.empty() && assign.targets.size() == 1 && terms_.sort(target).is_array() &&
      out.back().kind == Statement::Kind::Assign && out.back().site == assign.site &&
      out.back().targets == assign.targets && joined_ < kLongest) {
    ++joined_;
    out.back().values[0] = terms_.substitute(assign.values[0], {{target.id, out.back().values[0]}});
    return;
  }
  joined_ = 0;
  out.push_back(std::move(assign));
}

void Memory::set_all(const Statement& statement, Block& out) {
  const auto id = static_cast<CObjectId>(std::stoul(statement.names[1]));
  const bool zero = statement.names[0] == kZero;
  Statement set;
  set.kind = zero ? Statement::Kind::Assign : Statement::Kind::Havoc;
  set.site = statement.site;
  if (!zero) set.note = statement.note;
  for (std::size_t i = 0; i < unit_.objects[id].leaves.size(); ++i) {
    const auto cell = cells_.find({id, i});
    if (cell == cells_.end()) continue;
    set.targets.push_back(cell->second);
    if (zero) set.values.push_back(terms_.constant(Value::zero(terms_.sort(cell->second))));
  }
  if (!set.targets.empty()) out.push_back(std::move(set));
  Statement known;
  known.kind = Statement::Kind::Assign;
  known.site = statement.site;
  for (const auto& [leaf, flag] : scribbles_) {
    if (leaf.first != id) continue;
    known.targets.push_back(flag);
    known.values.push_back(terms_.false_term());
  }
  if (!known.targets.empty()) out.push_back(std::move(known));
}

void Memory::call_pointer(const Statement& statement, Block& out) {
  const CTargets callees = points_to_.targets(statement.values[0]);
  const Term pointer = closed(statement.values[0]);
  Block rest;
  assert_that(statement, AssertKind::Limit, terms_.false_term(),
              "call through a pointer to an unknown function", rest);
  for (const CFunction& function : unit_.functions) {
    if (function.procedure.empty() || !callees.objects.contains(function.object)) continue;
    const Procedure* procedure = unit_.program.find(function.procedure);
    Statement call;
    call.kind = Statement::Kind::Call;
    call.site = statement.site;
    call.names = {function.procedure};
    call.targets = statement.targets;
    for (std::size_t i = 1; i < statement.values.size(); ++i)
      call.values.push_back(closed(statement.values[i]));
    const auto like = [this](Term value, const ProgramVariable& variable) {
      return terms_.sort(value) == terms_.sort(variable.term);
    };
    if (!std::ranges::equal(call.values, procedure->parameters, like)) continue;
    if (call.targets.empty() && !procedure->results.empty()) {
      const Term unused =
          terms_.variable(unique("unused"), terms_.sort(procedure->results[0].term));
      procedure_->locals.push_back({unused, "", "", Show::Hidden});
      call.targets = {unused};
    }
    if (!std::ranges::equal(call.targets, procedure->results, like)) continue;
    Statement choice;
    choice.kind = Statement::Kind::If;
    choice.site = statement.site;
    choice.values = {terms_.equal(pointer, address_of(function.object))};
    choice.blocks.resize(2);
    choice.blocks[0].push_back(std::move(call));
    choice.blocks[1] = std::move(rest);
    rest.clear();
    rest.push_back(std::move(choice));
  }
  std::ranges::move(rest, std::back_inserter(out));
}

void Memory::rewrite(Statement statement, Block& out) {
  if (is_pseudo(statement)) {
    if (statement.names[0] == kLoad) return load(statement, out);
    if (statement.names[0] == kStore) return store(statement, out);
    if (statement.names[0] == kCallPointer) return call_pointer(statement, out);
    if (statement.names[0] == kScribble) return scribble(statement, out);
    return set_all(statement, out);
  }
  for (Term& value : statement.values) value = closed(value);
  if (statement.kind == Statement::Kind::Assert && terms_.is_true(statement.values[0])) return;
  for (Block& inner : statement.blocks) inner = rewrite(std::move(inner));
  out.push_back(std::move(statement));
}

Block Memory::rewrite(Block block) {
  Block out;
  for (Statement& statement : block) rewrite(std::move(statement), out);
  return out;
}

}  // namespace

std::optional<Program> resolve_memory(CUnit unit, const CReadOptions& options) {
  std::optional<Program> program = Memory(std::move(unit), options).run();
  if (program) cut_recursion(*program);
  return program;
}

}  // namespace cairn
