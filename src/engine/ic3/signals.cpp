// SPDX-License-Identifier: MIT
#include "engine/ic3/signals.h"

#include "logic/bit/copy.h"

namespace cairn::ic3 {

std::vector<Signal> find_signals(const BitSystem& system, Aig& graph, std::span<const Var> leaves,
                                 std::span<const Lit> roots, const DefinitionsOptions& options) {
  const Definitions definitions(graph, leaves, roots, options);
  const Aig& aig = system.aig;
  std::vector<bool> reads_input(aig.size(), false);
  std::vector<Lbool> initial(aig.size(), Lbool::Undef);
  initial[0] = Lbool::False;
  for (const Var input : system.inputs) reads_input[input.index] = true;
  GraphCopier copier(aig, graph);
  for (const Latch& latch : system.latches) {
    if (latch.has_constant_reset()) initial[latch.var.index] = to_lbool(latch.reset == kTrue);
    copier.set_image(latch.var, latch.next);
  }
  std::vector<Signal> signals;
  std::vector<bool> is_taken(definitions.num_vars(), false);
  for (std::uint32_t v = 0; v <= leaves.size(); ++v) is_taken[v] = true;
  for (std::uint32_t v = 1; v < aig.size(); ++v) {
    if (!aig.is_and(Var{v})) continue;
    const Lit left = aig.left(Var{v}), right = aig.right(Var{v});
    reads_input[v] = reads_input[left.var().index] || reads_input[right.var().index];
    initial[v] = value_of(initial, left) & value_of(initial, right);
    if (reads_input[v] || initial[v] == Lbool::Undef) continue;
    const Lit image = definitions.known_literal(Lit(Var{v}));
    if (image == kNoLit || is_taken[image.var().index]) continue;
    is_taken[image.var().index] = true;
    const Lit node(Var{v});
    signals.push_back({node, copier.copy(node), initial[v]});
  }
  return signals;
}

}  // namespace cairn::ic3
