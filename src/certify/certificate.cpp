// SPDX-License-Identifier: MIT
#include "certify/certificate.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/error.h"

namespace cairn {
namespace {

// certifaiger looks for '<' anywhere in a symbol (it introduces an intervention, for liveness) and
// stops with an error if the number after it is no literal, as in "count<31>".
std::string mapped_name(std::uint32_t literal, std::string_view name) {
  std::string text = fmt::format("= {}", literal);
  if (name.empty()) return text;
  text += ' ';
  const bool has_angle = name.find('<') != std::string_view::npos;
  for (const char c : name) text += !has_angle ? c : c == '<' ? '[' : c == '>' ? ']' : c;
  return text;
}

class CertificateBuilder {
 public:
  CertificateBuilder(const BitSystem& model, const BitInvariant& invariant,
                     const CertificateInfo& info)
      : model_(model), invariant_(invariant), info_(info) {
    CAIRN_CHECK(invariant.num_inputs == model.inputs.size());
    CAIRN_CHECK(invariant.num_latches == model.latches.size());
    CAIRN_CHECK(info.bad.fits(model.bad.size()));
    if (!invariant.ranking) return;
    CAIRN_CHECK(invariant.has_later && invariant.ranking->justice < model.justice.size());
    CAIRN_CHECK(invariant.ranking->signals.size() ==
                model.fairness.size() + model.justice[invariant.ranking->justice].size());
  }

  BitSystem build() {
    add_leaves();
    copy_gates();
    add_latch_functions();
    for (std::size_t i = 0; i < model_.constraints.size(); ++i) {
      result_.constraints.push_back(from_model(model_.constraints[i]));
      if (const auto name = model_.names.constraints.get(i); !name.empty())
        result_.names.constraints.set(i, std::string(name));
    }
    add_property();
    if (invariant_.ranking) add_ranking();
    add_comments();
    CAIRN_CHECK(result_.latches.empty() || !reset_order(result_).empty());
    return std::move(result_);
  }

 private:
  Lit from_model(Lit lit) const { return model_map_[lit.var().index] ^ lit.negated(); }
  Lit from_invariant(Lit lit) const { return invariant_map_[lit.var().index] ^ lit.negated(); }

  void add_leaves() {
    const LeafLiterals literals = info_.literals ? *info_.literals : reencoded_literals(model_);
    CAIRN_CHECK(literals.inputs.size() == model_.inputs.size());
    CAIRN_CHECK(literals.latches.size() == model_.latches.size());
    model_map_.assign(model_.aig.size(), kFalse);
    invariant_map_.assign(invariant_.aig.size(), kNoLit);
    invariant_map_[0] = kFalse;
    for (std::size_t i = 0; i < model_.inputs.size(); ++i) {
      const Lit leaf =
          result_.add_input(mapped_name(literals.inputs[i], model_.names.inputs.get(i)));
      model_map_[model_.inputs[i].index] = leaf;
      invariant_map_[invariant_.input(i).var().index] = leaf;
    }
    for (std::size_t i = 0; i < model_.latches.size(); ++i) {
      const Lit leaf =
          result_.add_latch(mapped_name(literals.latches[i], model_.names.latches.get(i)));
      model_map_[model_.latches[i].var.index] = leaf;
      invariant_map_[invariant_.latch(i).var().index] = leaf;
    }
    for (std::size_t i = 0; i < invariant_.auxiliary.size(); ++i)
      invariant_map_[invariant_.auxiliary_latch(i).var().index] = result_.add_latch();
  }

  void copy_gates() {
    Aig& aig = result_.aig;
    for (std::uint32_t v = 1; v < model_.aig.size(); ++v)
      if (const Var var{v}; model_.aig.is_and(var))
        model_map_[v] =
            aig.append_and(from_model(model_.aig.left(var)), from_model(model_.aig.right(var)));
    copy_invariant_gates([&](Lit left, Lit right) { return aig.and_gate(left, right); });
  }

  // Those that read the second state come later (add_ranking).
  template <class MakeGate>
  void copy_invariant_gates(MakeGate make_gate) {
    const Aig& from = invariant_.aig;
    for (std::uint32_t v = 1; v < from.size(); ++v) {
      const Var var{v};
      if (!from.is_and(var) || invariant_map_[v] != kNoLit) continue;
      const Lit left = from.left(var), right = from.right(var);
      if (invariant_map_[left.var().index] == kNoLit || invariant_map_[right.var().index] == kNoLit)
        continue;
      invariant_map_[v] = make_gate(from_invariant(left), from_invariant(right));
    }
  }

  void add_latch_functions() {
    for (std::size_t i = 0; i < model_.latches.size(); ++i) {
      result_.latches[i].next = from_model(model_.latches[i].next);
      result_.latches[i].reset = from_model(model_.latches[i].reset);
    }
    for (std::size_t i = 0; i < invariant_.auxiliary.size(); ++i) {
      Latch& latch = result_.latches[model_.latches.size() + i];
      latch.next = from_invariant(invariant_.auxiliary[i].next);
      latch.reset = from_invariant(invariant_.auxiliary[i].reset);
    }
  }

  void add_property() {
    Lit property = kTrue;
    const auto conjoin = [&](Lit lit) { property = result_.aig.append_and(property, lit); };
    for (std::size_t i = 0; i < model_.bad.size() && !invariant_.ranking; ++i)
      if (info_.bad.contains(i)) conjoin(~from_model(model_.bad[i]));
    for (const Lit conjunct : invariant_.conjuncts) conjoin(from_invariant(conjunct));
    result_.bad.push_back(~property);
  }

  /// The variables that the signals depend on.
  std::vector<bool> cone_of_signals() const {
    const Aig& aig = invariant_.aig;
    std::vector<bool> cone(aig.size(), false);
    for (const Lit signal : invariant_.ranking->signals) cone[signal.var().index] = true;
    for (std::uint32_t v = static_cast<std::uint32_t>(aig.size()); v-- > 1;)
      if (cone[v] && aig.is_and(Var{v}))
        cone[aig.left(Var{v}).var().index] = cone[aig.right(Var{v}).var().index] = true;
    return cone;
  }

  /// What certifaiger takes for a mapping of its own choice if there is no intervention at all must
  /// not be used: then there is one that no signal reads.
  void add_ranking() {
    const BitInvariant::Ranking& ranking = *invariant_.ranking;
    const std::vector<bool> cone = cone_of_signals();
    std::vector<std::pair<std::size_t, Lit>> interventions;
    const auto intervene = [&](std::size_t latch) {
      interventions.emplace_back(latch, result_.aig.append_and(result_.latches[latch].next, kTrue));
      return interventions.back().second;
    };
    for (std::size_t i = 0; i < model_.latches.size() + invariant_.auxiliary.size(); ++i) {
      const Var leaf = invariant_.later_latch(i).var();  // then those of auxiliary latches
      invariant_map_[leaf.index] = cone[leaf.index] ? intervene(i) : kFalse;
    }
    if (interventions.empty() && !result_.latches.empty()) intervene(0);
    // As they are: what simplifies gates would look into those that stand for a second state.
    copy_invariant_gates([&](Lit left, Lit right) { return result_.aig.append_and(left, right); });
    const std::size_t num_fairness = model_.fairness.size();
    for (std::size_t i = 0; i < num_fairness; ++i)
      result_.fairness.push_back(~from_invariant(ranking.signals[i]));
    std::vector<Lit>& set = result_.justice.emplace_back();
    for (std::size_t i = num_fairness; i < ranking.signals.size(); ++i)
      set.push_back(~from_invariant(ranking.signals[i]));
    name_interventions(interventions);
  }

  /// Literals are those of the file: inputs, latches, gates.
  void name_interventions(const std::vector<std::pair<std::size_t, Lit>>& interventions) {
    std::vector<std::uint32_t> number(result_.aig.size(), 0);
    auto next = static_cast<std::uint32_t>(1 + result_.inputs.size() + result_.latches.size());
    for (std::uint32_t v = 1; v < result_.aig.size(); ++v)
      if (result_.aig.is_and(Var{v})) number[v] = next++;
    const std::optional<LeafLiterals>& given = info_.literals;
    const LeafLiterals literals = given ? *given : reencoded_literals(model_);
    for (const auto& [latch, gate] : interventions) {
      std::string text = fmt::format("< {}", 2 * number[gate.var().index]);
      if (latch < model_.latches.size())
        text = fmt::format("= {} {}{}", literals.latches[latch], text,
                           mapped_name(0, model_.names.latches.get(latch)).substr(3));
      result_.names.latches.set(latch, std::move(text));
    }
  }

  void add_comments() {
    std::string properties;
    if (invariant_.ranking) properties = fmt::format("j{}", invariant_.ranking->justice);
    for (std::size_t i = 0; i < model_.bad.size() && !invariant_.ranking; ++i)
      if (info_.bad.contains(i)) properties += fmt::format("b{}", i);
    result_.comments.push_back(fmt::format("WITNESS {}{}{}", properties,
                                           properties.empty() ? "" : " ",
                                           printable(info_.model_name, 4096)));
    result_.comments.push_back(
        fmt::format("Certificate by Cairn: the model, {} auxiliary latches, {} lemmas.",
                    invariant_.auxiliary.size(), invariant_.conjuncts.size()));
    if (invariant_.ranking) return;
    result_.comments.push_back(
        fmt::format("Each of the last {} gates conjoins one lemma to the gate before it; 1 in the "
                    "lemma's place "
                    "removes it.",
                    invariant_.conjuncts.size()));
  }

  const BitSystem& model_;
  const BitInvariant& invariant_;
  const CertificateInfo& info_;
  BitSystem result_;
  std::vector<Lit> model_map_;      // by variable of the model's graph
  std::vector<Lit> invariant_map_;  // by variable of the invariant's graph
};

}  // namespace

LeafLiterals reencoded_literals(const BitSystem& model) {
  LeafLiterals literals;
  std::uint32_t next = 2;
  for (std::size_t i = 0; i < model.inputs.size(); ++i, next += 2) literals.inputs.push_back(next);
  for (std::size_t i = 0; i < model.latches.size(); ++i, next += 2)
    literals.latches.push_back(next);
  return literals;
}

LeafLiterals file_literals(const AigerModel& model) {
  const BitSystem& system = model.system;
  std::vector<std::uint32_t> by_variable(system.aig.size(), 0);
  for (std::uint32_t v = 0; v < by_variable.size(); ++v) by_variable[v] = 2 * v;
  for (const auto& [file_variable, lit] : model.renumbered)
    by_variable[lit.var().index] = 2 * file_variable.index + (lit.negated() ? 1 : 0);
  LeafLiterals literals;
  for (const Var input : system.inputs) literals.inputs.push_back(by_variable[input.index]);
  for (const Latch& latch : system.latches)
    literals.latches.push_back(by_variable[latch.var.index]);
  return literals;
}

BitSystem make_certificate(const BitSystem& model, const BitInvariant& invariant,
                           const CertificateInfo& info) {
  return CertificateBuilder(model, invariant, info).build();
}

}  // namespace cairn
