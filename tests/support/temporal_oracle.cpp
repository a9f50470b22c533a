// SPDX-License-Identifier: MIT
#include "support/temporal_oracle.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace cairn {
namespace {

using temporal::Formula;

/// Fair cycles of an explicit graph whose edges carry marks.
class FairCycles {
 public:
  struct Edge {
    std::size_t to;
    std::uint32_t marks;
  };

  explicit FairCycles(std::vector<std::vector<Edge>> edges) : edges_(std::move(edges)) {}

  bool exist(std::uint32_t all_marks) {
    numbers_.assign(edges_.size(), 0);
    low_.assign(edges_.size(), 0);
    component_.assign(edges_.size(), 0);
    for (std::size_t v = 0; v < edges_.size(); ++v)
      if (numbers_[v] == 0) visit(v);
    std::map<std::size_t, std::uint32_t> found;
    std::map<std::size_t, bool> has_edge;
    for (std::size_t v = 0; v < edges_.size(); ++v)
      for (const Edge& edge : edges_[v])
        if (component_[edge.to] == component_[v]) {
          found[component_[v]] |= edge.marks;
          has_edge[component_[v]] = true;
        }
    return std::ranges::any_of(found, [&](const auto& entry) {
      return has_edge[entry.first] && (entry.second & all_marks) == all_marks;
    });
  }

 private:
  void visit(std::size_t root) {
    std::vector<std::pair<std::size_t, std::size_t>> calls{{root, 0}};
    begin(root);
    while (!calls.empty()) {
      auto& [v, i] = calls.back();
      if (i < edges_[v].size()) {
        const std::size_t w = edges_[v][i++].to;
        if (numbers_[w] == 0) {
          begin(w);
          calls.emplace_back(w, 0);
        } else if (component_[w] == 0) {
          low_[v] = std::min(low_[v], numbers_[w]);
        }
        continue;
      }
      if (low_[v] == numbers_[v]) {
        ++components_;
        std::size_t w;
        do {
          w = stack_.back();
          stack_.pop_back();
          component_[w] = components_;
        } while (w != v);
      }
      const std::size_t low = low_[v];
      calls.pop_back();
      if (!calls.empty()) low_[calls.back().first] = std::min(low_[calls.back().first], low);
    }
  }
  void begin(std::size_t v) {
    numbers_[v] = low_[v] = ++counter_;
    stack_.push_back(v);
  }

  const std::vector<std::vector<Edge>> edges_;
  std::vector<std::size_t> numbers_, low_, component_, stack_;
  std::size_t counter_ = 0, components_ = 0;
};

/// The product of a graph and a monitor, as far as it can be reached.
class MonitorProduct {
 public:
  MonitorProduct(const LabelledGraph& graph, const temporal::Monitor& monitor)
      : graph_(graph), monitor_(monitor), values_(monitor.aig.size(), false) {
    std::uint64_t latches = 0;
    for (std::size_t i = 0; i < monitor.latches.size(); ++i)
      latches |= std::uint64_t{monitor.latches[i].initial} << i;
    for (const std::uint32_t node : graph.initial) add(node, latches);
    for (std::size_t s = 0; s < states_.size(); ++s) expand(s);
  }

  bool violated() {
    if (monitor_.is_safety) return bad_;
    const std::size_t marks = monitor_.justice.size() + graph_.fair.size();
    return FairCycles(edges_).exist((1u << marks) - 1);
  }

 private:
  std::size_t add(std::uint32_t node, std::uint64_t latches) {
    const auto [found, is_new] = index_.try_emplace({node, latches}, states_.size());
    if (is_new) {
      states_.emplace_back(node, latches);
      edges_.emplace_back();
    }
    return found->second;
  }
  bool value(Lit lit) const { return values_[lit.var().index] != lit.negated(); }

  void expand(std::size_t s) {
    const auto [node, latches] = states_[s];
    for (std::uint64_t guess = 0; guess < 1ull << monitor_.guesses.size(); ++guess) {
      for (std::size_t i = 0; i < monitor_.atoms.size(); ++i)
        values_[monitor_.atoms[i].index] = (graph_.labels[node] >> i & 1) != 0;
      for (std::size_t i = 0; i < monitor_.guesses.size(); ++i)
        values_[monitor_.guesses[i].index] = (guess >> i & 1) != 0;
      for (std::size_t i = 0; i < monitor_.latches.size(); ++i)
        values_[monitor_.latches[i].var.index] = (latches >> i & 1) != 0;
      for (std::uint32_t v = 1; v < monitor_.aig.size(); ++v)
        if (monitor_.aig.is_and(Var{v}))
          values_[v] = value(monitor_.aig.left(Var{v})) && value(monitor_.aig.right(Var{v}));
      if (monitor_.is_safety && value(monitor_.bad)) bad_ = true;
      std::uint32_t marks = 0;
      for (std::size_t i = 0; i < monitor_.justice.size(); ++i)
        marks |= (value(monitor_.justice[i]) ? 1u : 0u) << i;
      for (std::size_t i = 0; i < graph_.fair.size(); ++i)
        marks |= (graph_.fair[i] >> node & 1) << (monitor_.justice.size() + i);
      std::uint64_t after = 0;
      for (std::size_t i = 0; i < monitor_.latches.size(); ++i)
        after |= std::uint64_t{value(monitor_.latches[i].next)} << i;
      for (const std::uint32_t next : graph_.next[node]) {
        const std::size_t to = add(next, after);
        edges_[s].push_back({to, marks});
      }
    }
  }

  const LabelledGraph& graph_;
  const temporal::Monitor& monitor_;
  std::vector<bool> values_;
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::size_t> index_;
  std::vector<std::pair<std::uint32_t, std::uint64_t>> states_;
  std::vector<std::vector<FairCycles::Edge>> edges_;
  bool bad_ = false;
};

}  // namespace

LabelledGraph random_graph(Rng& rng, std::uint32_t nodes, std::uint32_t atoms) {
  LabelledGraph graph;
  graph.next.resize(nodes);
  for (std::uint32_t v = 0; v < nodes; ++v) {
    graph.labels.push_back(static_cast<std::uint32_t>(rng.below(1u << atoms)));
    const std::uint64_t count = 1 + rng.below(3);
    for (std::uint64_t i = 0; i < count; ++i)
      graph.next[v].push_back(static_cast<std::uint32_t>(rng.below(nodes)));
    std::ranges::sort(graph.next[v]);
    const auto [first, last] = std::ranges::unique(graph.next[v]);
    graph.next[v].erase(first, last);
  }
  graph.initial.push_back(static_cast<std::uint32_t>(rng.below(nodes)));
  if (rng.below(4) == 0) {
    const auto other = static_cast<std::uint32_t>(rng.below(nodes));
    if (other != graph.initial.front()) graph.initial.push_back(other);
  }
  return graph;
}

LabelledGraph random_lasso(Rng& rng, std::uint32_t nodes, std::uint32_t atoms,
                           std::uint32_t& loop_start) {
  LabelledGraph graph;
  loop_start = static_cast<std::uint32_t>(rng.below(nodes));
  for (std::uint32_t v = 0; v < nodes; ++v) {
    graph.labels.push_back(static_cast<std::uint32_t>(rng.below(1u << atoms)));
    graph.next.push_back({v + 1 < nodes ? v + 1 : loop_start});
  }
  graph.initial.push_back(0);
  return graph;
}

RandomFormula random_ltl(Rng& rng, temporal::Formulas& f, std::uint32_t size, std::uint32_t atoms) {
  if (size <= 1) {
    const auto atom = static_cast<std::uint32_t>(rng.below(atoms));
    return {fmt::format("p{}", atom), f.atom(atom)};
  }
  if (size == 2 || rng.below(2) == 0) {
    const RandomFormula a = random_ltl(rng, f, size - 1, atoms);
    const auto text = [&](const char* op) { return fmt::format("{} ({})", op, a.text); };
    switch (rng.below(8)) {
      case 0:
        return {text("G"), f.globally(a.formula)};
      case 1:
        return {text("F"), f.finally_(a.formula)};
      case 2:
        return {text("X"), f.next(a.formula)};
      case 3:
        return {text("Y"), f.yesterday(a.formula)};
      case 4:
        return {text("Z"), f.weak_yesterday(a.formula)};
      case 5:
        return {text("O"), f.once(a.formula)};
      case 6:
        return {text("H"), f.historically(a.formula)};
      default:
        return {text("!"), f.not_(a.formula)};
    }
  }
  const auto left = static_cast<std::uint32_t>(1 + rng.below(size - 2));
  const RandomFormula a = random_ltl(rng, f, left, atoms);
  const RandomFormula b = random_ltl(rng, f, size - 1 - left, atoms);
  const auto text = [&](const char* op) { return fmt::format("({}) {} ({})", a.text, op, b.text); };
  const Formula x = a.formula, y = b.formula;
  switch (rng.below(10)) {
    case 0:
      return {text("&"), f.and_(x, y)};
    case 1:
      return {text("|"), f.or_(x, y)};
    case 2:
      return {text("->"), f.implies(x, y)};
    case 3:
      return {text("<->"), f.iff(x, y)};
    case 4:
      return {text("U"), f.until(x, y)};
    case 5:
      return {text("V"), f.release(x, y)};
    case 6:
      return {text("W"), f.weak_until(x, y)};
    case 7:
      return {text("M"), f.strong_release(x, y)};
    case 8:
      return {text("S"), f.since(x, y)};
    default:
      return {text("T"), f.triggered(x, y)};
  }
}

bool is_violated(const LabelledGraph& graph, const temporal::Monitor& monitor) {
  return MonitorProduct(graph, monitor).violated();
}

namespace {

std::uint32_t all_of(const LabelledGraph& graph) {
  return (1u << graph.labels.size()) - 1;
}
std::uint32_t before(const LabelledGraph& graph, std::uint32_t states) {
  std::uint32_t found = 0;
  for (std::size_t v = 0; v < graph.next.size(); ++v)
    for (const std::uint32_t w : graph.next[v])
      if ((states >> w & 1) != 0) found |= 1u << v;
  return found;
}
std::uint32_t exists_until(const LabelledGraph& graph, std::uint32_t hold, std::uint32_t goal) {
  for (std::uint32_t found = goal;;) {
    const std::uint32_t more = found | (hold & before(graph, found));
    if (more == found) return found;
    found = more;
  }
}
/// Of fair runs [EL86].
std::uint32_t exists_globally(const LabelledGraph& graph, std::uint32_t hold) {
  for (std::uint32_t found = hold;;) {
    std::uint32_t less = found & before(graph, found);
    for (const std::uint32_t fair : graph.fair)
      less &= before(graph, exists_until(graph, less, less & fair));
    if (less == found) return found;
    found = less;
  }
}

}  // namespace

std::uint32_t fair_states(const LabelledGraph& graph) {
  return exists_globally(graph, all_of(graph));
}

RandomCtl random_ctl(Rng& rng, const LabelledGraph& graph, std::uint32_t size) {
  const std::uint32_t all = all_of(graph), fair = fair_states(graph);
  if (size <= 1) {
    const std::uint64_t atom = rng.below(2);
    std::uint32_t states = 0;
    for (std::size_t v = 0; v < graph.labels.size(); ++v)
      states |= (graph.labels[v] >> atom & 1) << v;
    return {fmt::format("p{}", atom), states};
  }
  const auto next = [&](std::uint32_t states) { return before(graph, states & fair); };
  const auto until = [&](std::uint32_t hold, std::uint32_t goal) {
    return exists_until(graph, hold, goal & fair);
  };
  if (size == 2 || rng.below(3) > 0) {
    const RandomCtl a = random_ctl(rng, graph, size - 1);
    const std::uint32_t s = a.states, n = all & ~s;
    const auto text = [&](const char* op) { return fmt::format("{} ({})", op, a.text); };
    switch (rng.below(7)) {
      case 0:
        return {text("EX"), next(s)};
      case 1:
        return {text("AX"), all & ~next(n)};
      case 2:
        return {text("EF"), until(all, s)};
      case 3:
        return {text("AG"), all & ~until(all, n)};
      case 4:
        return {text("EG"), exists_globally(graph, s)};
      case 5:
        return {text("AF"), all & ~exists_globally(graph, n)};
      default:
        return {text("!"), n};
    }
  }
  const auto left = static_cast<std::uint32_t>(1 + rng.below(size - 2));
  const RandomCtl a = random_ctl(rng, graph, left);
  const RandomCtl b = random_ctl(rng, graph, size - 1 - left);
  const auto text = [&](const char* op) { return fmt::format("({}) {} ({})", a.text, op, b.text); };
  const std::uint32_t s = a.states, t = b.states;
  switch (rng.below(5)) {
    case 0:
      return {text("&"), s & t};
    case 1:
      return {text("|"), s | t};
    case 2:
      return {text("->"), all & (~s | t)};
    case 3:
      return {fmt::format("E [({}) U ({})]", a.text, b.text), until(s, t)};
    default: {
      const std::uint32_t ns = all & ~s, nt = all & ~t;
      const std::uint32_t fails = until(nt, ns & nt) | exists_globally(graph, nt);
      return {fmt::format("A [({}) U ({})]", a.text, b.text), all & ~fails};
    }
  }
}

std::string smv_of(const LabelledGraph& graph, std::uint32_t atoms) {
  const auto set = [](const std::vector<std::uint32_t>& values) {
    std::string text;
    for (const std::uint32_t value : values)
      text += fmt::format("{}{}", text.empty() ? "" : ", ", value);
    return "{" + text + "}";
  };
  std::string text = fmt::format("MODULE main\nVAR s : 0..{};\nASSIGN\n  init(s) := {};\n",
                                 graph.labels.size() - 1, set(graph.initial));
  text += "  next(s) := case\n";
  for (std::size_t v = 0; v < graph.next.size(); ++v)
    text += fmt::format("    s = {} : {};\n", v, set(graph.next[v]));
  text += "  esac;\nDEFINE\n";
  for (std::uint32_t i = 0; i < atoms; ++i) {
    text += fmt::format("  p{} := FALSE", i);
    for (std::size_t v = 0; v < graph.labels.size(); ++v)
      if ((graph.labels[v] >> i & 1) != 0) text += fmt::format(" | s = {}", v);
    text += ";\n";
  }
  for (const std::uint32_t fair : graph.fair) {
    text += "JUSTICE FALSE";
    for (std::size_t v = 0; v < graph.labels.size(); ++v)
      if ((fair >> v & 1) != 0) text += fmt::format(" | s = {}", v);
    text += ";\n";
  }
  return text;
}

}  // namespace cairn
