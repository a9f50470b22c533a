// SPDX-License-Identifier: MIT
#include "logic/bit/cuts.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "base/error.h"

namespace cairn {
namespace {

constexpr Truth kAll = 0xFFFF;
constexpr std::array<Truth, Cut::kMaxSize> kVariable = {0xAAAA, 0xCCCC, 0xF0F0, 0xFF00};
constexpr std::size_t kMaxCuts = 8;
/// Nodes whose references a change of the cover may touch.
constexpr std::size_t kLocal = 128;
constexpr std::uint32_t kTooMuch = std::numeric_limits<std::uint32_t>::max();

constexpr Truth complement(Truth t) {
  return static_cast<Truth>(~t);
}

/// The function with variable i fixed; it no longer depends on it.
constexpr Truth cofactor(Truth t, std::uint32_t i, bool value) {
  const int shift = 1 << i;
  const int half = value ? t & kVariable[i] : t & ~kVariable[i];
  return static_cast<Truth>(value ? half | half >> shift : half | half << shift);
}

constexpr bool depends(Truth t, std::uint32_t i) {
  return cofactor(t, i, false) != cofactor(t, i, true);
}

/// Exchanges variables i and i + 1.
constexpr Truth swap_with_next(Truth t, std::uint32_t i) {
  const int only_i = kVariable[i] & ~kVariable[i + 1], only_next = kVariable[i + 1] & ~kVariable[i];
  const int shift = 1 << i;
  return static_cast<Truth>((t & ~(only_i | only_next)) | (t & only_i) << shift |
                            (t & only_next) >> shift);
}

/// Adds products between `lower` and `upper` that are enough for `lower`, all of them within
/// `prefix`; returns their disjunction [Min92].
Truth add_products(Truth lower, Truth upper, Product prefix, std::vector<Product>& products) {
  if (lower == 0) return 0;
  if (upper == kAll) {
    products.push_back(prefix);
    return kAll;
  }
  std::uint32_t i = Cut::kMaxSize - 1;
  while (!depends(lower, i) && !depends(upper, i)) --i;
  const Truth lower0 = cofactor(lower, i, false), lower1 = cofactor(lower, i, true);
  const Truth upper0 = cofactor(upper, i, false), upper1 = cofactor(upper, i, true);
  Product with0 = prefix, with1 = prefix;
  with0.negative = static_cast<std::uint8_t>(with0.negative | 1u << i);
  with1.positive = static_cast<std::uint8_t>(with1.positive | 1u << i);
  const Truth sum0 = add_products(lower0 & complement(upper1), upper0, with0, products);
  const Truth sum1 = add_products(lower1 & complement(upper0), upper1, with1, products);
  const auto rest = static_cast<Truth>((lower0 & complement(sum0)) | (lower1 & complement(sum1)));
  const Truth both = add_products(rest, upper0 & upper1, prefix, products);
  return static_cast<Truth>((sum0 & complement(kVariable[i])) | (sum1 & kVariable[i]) | both);
}

struct Candidate {
  Cut cut;
  std::uint32_t signature = 0;  ///< bits of the nodes, modulo 32
  float flow = 0;
};

struct CutSet {
  std::array<Candidate, kMaxCuts + 1> cuts;  ///< the last one is the node itself
  std::size_t size = 0;

  std::span<const Candidate> used() const { return std::span(cuts).first(size); }
};

std::uint32_t signature_of(std::span<const Var> nodes) {
  std::uint32_t signature = 0;
  for (const Var node : nodes) signature |= 1u << node.index % 32;
  return signature;
}

/// Whether all nodes of `a` are in `b`.
bool within(const Candidate& a, const Candidate& b) {
  const auto nodes_a = a.cut.used(), nodes_b = b.cut.used();
  return (a.signature & ~b.signature) == 0 &&
         std::includes(nodes_b.begin(), nodes_b.end(), nodes_a.begin(), nodes_a.end());
}

/// The union of two cuts' nodes; false if there are too many.
bool unite(const Cut& a, const Cut& b, Cut& result) {
  std::uint32_t i = 0, j = 0, n = 0;
  while (i < a.size || j < b.size) {
    if (n == Cut::kMaxSize) return false;
    if (j == b.size || (i < a.size && a.nodes[i] <= b.nodes[j])) {
      if (j < b.size && a.nodes[i] == b.nodes[j]) ++j;
      result.nodes[n++] = a.nodes[i++];
    } else {
      result.nodes[n++] = b.nodes[j++];
    }
  }
  result.size = static_cast<std::uint8_t>(n);
  return true;
}

/// A cut's function over a larger set of nodes.
Truth stretch(const Cut& cut, const Cut& larger) {
  Truth function = cut.function;
  std::uint32_t place = larger.size;
  for (std::uint32_t i = cut.size; i-- > 0;) {
    do --place;
    while (larger.nodes[place] != cut.nodes[i]);
    for (std::uint32_t k = i; k < place; ++k) function = swap_with_next(function, k);
  }
  return function;
}

/// Leaves out the nodes on which the function does not depend.
void shrink(Cut& cut) {
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < cut.size; ++i) {
    if (!depends(cut.function, i)) continue;
    for (std::uint32_t k = i; k-- > kept;) cut.function = swap_with_next(cut.function, k);
    cut.nodes[kept++] = cut.nodes[i];
  }
  cut.size = static_cast<std::uint8_t>(kept);
}

/// Looks for the cover, round by round.
class Mapper {
 public:
  Mapper(const Aig& aig, std::span<const Lit> roots);

  void run() {
    map(Round::Flow);
    cover();
    map(Round::Flow);
    cover();
    map(Round::Exact);
  }
  std::vector<Cut>& cuts() { return best_; }
  bool in_cover(std::uint32_t v) const { return references_[v] > 0 && aig_.is_and(Var{v}); }

 private:
  enum class Round { Flow, Exact };

  void map(Round round);
  void cover();
  void collect(Var var);
  void add(const Candidate& a, bool flip_a, const Candidate& b, bool flip_b);
  void keep(const Candidate& candidate);
  void choose_exactly(Var var);
  std::uint32_t reference(const Cut& cut);
  bool dereference(const Cut& cut);
  const CutSet& cuts_of(Var var, CutSet& scratch) const;
  void store(Var var);
  void release(Var operand);
  std::uint32_t cost_of(Truth function);
  float flow_of(const Cut& cut);

  const Aig& aig_;
  std::span<const Lit> roots_;
  std::vector<std::uint32_t> readers_;     // by node: gates of the cone and roots that read it
  std::vector<std::uint32_t> references_;  // by node: cuts of the cover and roots that read it
  std::vector<float> flow_, sharers_;  // by node: cost with all below; among how many it is shared
  std::vector<Cut> best_;              // by node
  std::vector<std::uint8_t> costs_;    // by function; 0: not known yet
  CutSet found_;                       // of the node that is looked at
  // Cuts are kept until all readers have made theirs.
  std::vector<CutSet> sets_;
  std::vector<std::uint32_t> set_of_, free_, waiting_;
  std::vector<Var> touched_;
};

Mapper::Mapper(const Aig& aig, std::span<const Lit> roots)
    : aig_(aig),
      roots_(roots),
      readers_(aig.size(), 0),
      references_(aig.size(), 0),
      flow_(aig.size(), 0),
      best_(aig.size()),
      costs_(kAll + std::size_t{1}, 0),
      set_of_(aig.size(), 0) {
  for (const Lit root : roots) ++readers_[root.var().index];
  for (std::uint32_t v = aig.size() - 1; v > 0; --v) {
    if (readers_[v] == 0 || !aig.is_and(Var{v})) continue;
    ++readers_[aig.left(Var{v}).var().index];
    ++readers_[aig.right(Var{v}).var().index];
  }
  sharers_.assign(readers_.begin(), readers_.end());
}

std::uint32_t Mapper::cost_of(Truth function) {
  std::uint8_t& cost = costs_[function];
  if (cost == 0)
    cost = static_cast<std::uint8_t>(irredundant_sum(function).size() +
                                     irredundant_sum(complement(function)).size());
  return cost;
}

float Mapper::flow_of(const Cut& cut) {
  auto flow = static_cast<float>(cost_of(cut.function));
  for (const Var node : cut.used()) flow += flow_[node.index] / sharers_[node.index];
  return flow;
}

/// Counts who reads what in the cover of the best cuts, and lets that decide how costs are shared.
void Mapper::cover() {
  std::fill(references_.begin(), references_.end(), 0);
  for (const Lit root : roots_) ++references_[root.var().index];
  for (std::uint32_t v = aig_.size() - 1; v > 0; --v)
    if (in_cover(v))
      for (const Var node : best_[v].used()) ++references_[node.index];
  for (std::uint32_t v = 1; v < aig_.size(); ++v)
    sharers_[v] = std::max(1.0F, (sharers_[v] + static_cast<float>(references_[v])) / 2);
}

void Mapper::map(Round round) {
  waiting_ = readers_;
  for (const Lit root : roots_) --waiting_[root.var().index];
  for (std::uint32_t v = 1; v < aig_.size(); ++v) {
    if (readers_[v] == 0 || !aig_.is_and(Var{v})) continue;
    collect(Var{v});
    flow_[v] = found_.cuts[0].flow;
    if (round == Round::Exact && references_[v] > 0)
      choose_exactly(Var{v});
    else
      best_[v] = found_.cuts[0].cut;
    store(Var{v});
    release(aig_.left(Var{v}).var());
    release(aig_.right(Var{v}).var());
  }
}

void Mapper::store(Var var) {
  if (waiting_[var.index] == 0) return;
  Candidate& itself = found_.cuts[found_.size++];
  itself.cut = {.nodes = {var}, .size = 1, .function = kVariable[0]};
  itself.signature = signature_of(itself.cut.used());
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(sets_.size()));
    sets_.emplace_back();
  }
  set_of_[var.index] = free_.back();
  free_.pop_back();
  sets_[set_of_[var.index]] = found_;
}

void Mapper::release(Var operand) {
  if (--waiting_[operand.index] == 0 && aig_.is_and(operand))
    free_.push_back(set_of_[operand.index]);
}

const CutSet& Mapper::cuts_of(Var var, CutSet& scratch) const {
  if (aig_.is_and(var)) return sets_[set_of_[var.index]];
  scratch.size = 1;
  scratch.cuts[0] = {};  // of the constant false
  if (var.index == 0) return scratch;
  scratch.cuts[0].cut = {.nodes = {var}, .size = 1, .function = kVariable[0]};
  scratch.cuts[0].signature = signature_of(scratch.cuts[0].cut.used());
  return scratch;
}

void Mapper::collect(Var var) {
  CutSet left_scratch, right_scratch;
  const Lit left = aig_.left(var), right = aig_.right(var);
  const CutSet& of_left = cuts_of(left.var(), left_scratch);
  const CutSet& of_right = cuts_of(right.var(), right_scratch);
  found_.size = 0;
  for (const Candidate& a : of_left.used())
    for (const Candidate& b : of_right.used()) add(a, left.negated(), b, right.negated());
  CAIRN_CHECK(found_.size > 0);
}

void Mapper::add(const Candidate& a, bool flip_a, const Candidate& b, bool flip_b) {
  if (std::popcount(a.signature | b.signature) > static_cast<int>(Cut::kMaxSize)) return;
  Candidate made;
  if (!unite(a.cut, b.cut, made.cut)) return;
  const Truth value_a = stretch(a.cut, made.cut), value_b = stretch(b.cut, made.cut);
  made.cut.function =
      (flip_a ? complement(value_a) : value_a) & (flip_b ? complement(value_b) : value_b);
  shrink(made.cut);
  made.signature = signature_of(made.cut.used());
  made.flow = flow_of(made.cut);
  keep(made);
}

/// Puts a cut among those found, cheapest first, unless a part of it is there already.
void Mapper::keep(const Candidate& candidate) {
  for (const Candidate& other : found_.used())
    if (within(other, candidate)) return;
  Candidate* const begin = found_.cuts.data();
  Candidate* end = std::remove_if(begin, begin + found_.size,
                                  [&](const Candidate& other) { return within(candidate, other); });
  Candidate* const place =
      std::upper_bound(begin, end, candidate, [](const Candidate& a, const Candidate& b) {
        return a.flow != b.flow ? a.flow < b.flow : a.cut.size < b.cut.size;
      });
  if (place == begin + kMaxCuts) return;
  if (end == begin + kMaxCuts) --end;
  std::move_backward(place, end, end + 1);
  *place = candidate;
  found_.size = static_cast<std::size_t>(end + 1 - begin);
}

void Mapper::choose_exactly(Var var) {
  Cut& best = best_[var.index];
  if (!dereference(best)) return;
  Cut chosen = best;
  std::uint32_t least = kTooMuch;
  const auto consider = [&](const Cut& cut) {
    const std::uint32_t cost = reference(cut);
    if (cost == kTooMuch) return;
    CAIRN_CHECK(dereference(cut));
    if (cost < least) chosen = cut;
    least = std::min(least, cost);
  };
  consider(best);
  for (const Candidate& candidate : found_.used()) consider(candidate.cut);
  best = chosen;
  CAIRN_CHECK(reference(best) == least);
}

/// Takes a cut into the cover with all that it needs; what that costs. If it is too much, nothing
/// has changed.
std::uint32_t Mapper::reference(const Cut& cut) {
  touched_.assign(cut.used().begin(), cut.used().end());
  std::uint32_t cost = cost_of(cut.function);
  for (std::size_t i = 0; i < touched_.size(); ++i) {
    const Var node = touched_[i];
    if (references_[node.index]++ > 0 || !aig_.is_and(node)) continue;
    const Cut& below = best_[node.index];
    cost += cost_of(below.function);
    touched_.insert(touched_.end(), below.used().begin(), below.used().end());
    if (touched_.size() <= kLocal) continue;
    for (std::size_t k = 0; k <= i; ++k) --references_[touched_[k].index];
    return kTooMuch;
  }
  return cost;
}

/// Takes a cut out of the cover with all that only it needed. If that is too much, nothing has
/// changed, and the answer is false.
bool Mapper::dereference(const Cut& cut) {
  touched_.assign(cut.used().begin(), cut.used().end());
  for (std::size_t i = 0; i < touched_.size(); ++i) {
    const Var node = touched_[i];
    if (--references_[node.index] > 0 || !aig_.is_and(node)) continue;
    const Cut& below = best_[node.index];
    touched_.insert(touched_.end(), below.used().begin(), below.used().end());
    if (touched_.size() <= kLocal) continue;
    for (std::size_t k = 0; k <= i; ++k) ++references_[touched_[k].index];
    return false;
  }
  return true;
}

}  // namespace

std::vector<Product> irredundant_sum(Truth function) {
  std::vector<Product> products;
  add_products(function, function, {}, products);
  return products;
}

CutCover::CutCover(const Aig& aig, std::span<const Lit> roots) : chosen_(aig.size(), false) {
  Mapper mapper(aig, roots);
  mapper.run();
  for (std::uint32_t v = 1; v < aig.size(); ++v) chosen_[v] = mapper.in_cover(v);
  cuts_ = std::move(mapper.cuts());
}

}  // namespace cairn
