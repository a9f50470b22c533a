// SPDX-License-Identifier: MIT
#include "differential/sat_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "base/rng.h"

namespace cairn::sat {
namespace {

using Kind = Operation::Kind;

/// Thrown and caught in this file alone.
struct Found {
  Verdict::Kind kind;
  std::string message;
};

[[noreturn]] void wrong(std::string message) {
  throw Found{Verdict::Kind::Wrong, std::move(message)};
}

void contract(bool kept, const char* rule) {
  if (!kept) throw Found{Verdict::Kind::BreaksContract, rule};
}

constexpr std::uint64_t kAll = ~std::uint64_t{0};

std::uint64_t spread(Lbool value) {
  return value == Lbool::True ? kAll : 0;
}

/// One solver and what it should know.
struct Player {
  explicit Player(std::uint32_t num_vars) : reference(num_vars) {}

  Solver solver;
  Reference reference;
  std::unordered_map<std::uint32_t, LemmaId> lemmas;
  std::vector<Literals> temporaries;
  std::vector<Reference::Lemma> removed;  // since the last query
  /// What a held domain was asked for with; empty: none is held. Not what it is closed under: the
  /// operands of a variable whose value is known for good may be left out.
  Reference::Marks inside;
  Literals held_variables;
  Layer held_layer = 0;
  bool is_limited = false;
  bool has_model = false;
  Literals drops;

  bool is_inside(std::span<const Lit> lits) const {
    return inside.empty() || std::all_of(lits.begin(), lits.end(),
                                         [&](Lit lit) { return inside[lit.var().index] != 0; });
  }
};

class Checker {
 public:
  Checker(const Script& script, Oracles oracles)
      : script_(script), oracles_(oracles), rng_(script.literals.size()) {
    num_vars_ = largest_num_vars();
    players_.push_back(std::make_unique<Player>(num_vars_));
  }

  Verdict run() {
    std::size_t i = 0;
    try {
      for (; i < script_.operations.size(); ++i) play(script_.operations[i]);
    } catch (const Found& found) {
      return {.kind = found.kind, .message = found.message, .operation = i};
    }
    Verdict good;
    for (const auto& player : players_) {
      const SolverStats& stats = player->solver.stats();
      good.queries += stats.solves;
      good.conflicts += stats.conflicts;
      good.reductions += stats.reductions;
      good.growths += stats.domain_growths;
      good.collections += stats.collections;
    }
    return good;
  }

 private:
  /// Of all solvers of the script.
  std::uint32_t largest_num_vars() const {
    std::vector<std::uint32_t> counts{1};
    std::uint32_t current = 0;
    for (const Operation& operation : script_.operations) {
      if (operation.kind == Kind::NewVars) counts[current] += operation.number;
      if (operation.kind == Kind::Copy) counts.push_back(std::uint32_t{counts[current]});
      if (operation.kind == Kind::Use && operation.number < counts.size())
        current = operation.number;
    }
    return *std::max_element(counts.begin(), counts.end());
  }

  Player& player() { return *players_[current_]; }

  void play(const Operation& operation) {
    const auto lits = script_.literals_of(operation);
    Player& p = player();
    contract(std::all_of(lits.begin(), lits.end(),
                         [&](Lit lit) { return lit.var().index < p.reference.num_vars(); }),
             "a variable does not exist");
    const bool keeps_model = operation.kind == Kind::Drop || operation.kind == Kind::Use;
    if (!keeps_model) p.has_model = false;
    switch (operation.kind) {
      case Kind::NewVars:
        for (std::uint32_t i = 0; i < operation.number; ++i) p.solver.new_var();
        p.reference.new_vars(operation.number);
        break;
      case Kind::Definition:
        p.solver.add_definition(Var{operation.number}, lits);
        p.reference.add_definition(Var{operation.number}, lits);
        break;
      case Kind::Clause:
        contract(p.is_inside(lits), "a clause leaves the held domain");
        p.solver.add_clause(lits);
        p.reference.add_clause(lits);
        break;
      case Kind::Lemma:
      case Kind::Raise:
      case Kind::Remove:
        play_lemma(operation);
        break;
      case Kind::Temporary:
        contract(p.is_inside(lits), "a temporary clause leaves the held domain");
        p.solver.add_temporary(lits);
        p.temporaries.emplace_back(lits.begin(), lits.end());
        break;
      case Kind::Cost:
        for (const Lit lit : lits) p.solver.set_cost(lit.var(), operation.number);
        break;
      case Kind::WholeConstraints:
        p.solver.use_whole_constraints();
        break;
      case Kind::Phase:
        p.solver.set_phase(lits[0]);
        break;
      case Kind::ConflictLimit:
        p.solver.set_conflict_limit(operation.number);
        p.is_limited = true;
        break;
      case Kind::Solve:
        play_query(lits, operation.layer, operation.expected);
        break;
      case Kind::Drop:
        if (p.has_model) check_drops(lits);
        break;
      case Kind::Hold:
        contract(p.inside.empty(), "a domain is held already");
        contract(p.temporaries.empty(), "a temporary clause waits when the domain is made");
        p.solver.hold_domain(variables_of(lits), operation.layer);
        hold(lits, operation.layer);
        break;
      case Kind::Release:
        p.solver.release_domain();
        p.inside.clear();
        break;
      case Kind::Copy:
        players_.push_back(std::make_unique<Player>(p));
        break;
      case Kind::Use:
        contract(operation.number < players_.size(), "a solver does not exist");
        current_ = operation.number;
        break;
    }
  }

  static std::vector<Var> variables_of(std::span<const Lit> lits) {
    std::vector<Var> variables;
    for (const Lit lit : lits) variables.push_back(lit.var());
    return variables;
  }

  void hold(std::span<const Lit> variables, Layer layer) {
    Player& p = player();
    p.inside.assign(num_vars_, 0);
    p.inside[0] = 1;
    for (const Lit lit : variables) p.inside[lit.var().index] = 1;
    p.held_variables.assign(variables.begin(), variables.end());
    p.held_layer = layer;
  }

  void play_lemma(const Operation& operation) {
    Player& p = player();
    const auto lits = script_.literals_of(operation);
    const std::uint32_t id = operation.number;
    if (operation.kind == Kind::Lemma) {
      contract(!p.lemmas.contains(id), "the lemma exists");
      contract(p.is_inside(lits), "a lemma leaves the held domain");
      p.lemmas[id] = p.solver.add_lemma(lits, operation.layer);
      p.reference.add_lemma(id, lits, operation.layer);
      return;
    }
    contract(p.lemmas.contains(id), "the lemma does not exist");
    const Reference::Lemma& lemma = p.reference.lemmas().at(id);
    if (operation.kind == Kind::Raise) {
      contract(operation.layer >= lemma.layer, "a layer sinks");
      contract(p.is_inside(lemma.clause), "a lemma leaves the held domain");
      p.solver.raise_lemma(p.lemmas.at(id), operation.layer);
      p.reference.raise_lemma(id, operation.layer);
      return;
    }
    p.solver.remove_lemma(p.lemmas.at(id));
    p.removed.push_back(lemma);
    p.reference.remove_lemma(id);
    p.lemmas.erase(id);
  }

  bool is_satisfiable(const Reference::Query& query) {
    Reference& reference = player().reference;
    if (!reference.can_enumerate()) return reference.is_satisfiable(query, Oracle::Cadical);
    const bool result = reference.is_satisfiable(query, Oracle::Enumeration);
    if (oracles_ == Oracles::Both && reference.is_satisfiable(query, Oracle::Cadical) != result)
      wrong("the oracles disagree");
    return result;
  }

  /// What was learnt from a lemma stays when it goes, so another one has to imply it by then.
  void check_removals() {
    Player& p = player();
    for (const Reference::Lemma& gone : p.removed) {
      const auto& lemmas = p.reference.lemmas();
      contract(std::any_of(lemmas.begin(), lemmas.end(),
                           [&](const auto& entry) {
                             const auto& [clause, layer] = entry.second;
                             return layer >= gone.layer &&
                                    std::all_of(clause.begin(), clause.end(), [&](Lit lit) {
                                      return std::find(gone.clause.begin(), gone.clause.end(),
                                                       lit) != gone.clause.end();
                                    });
                           }),
               "no lemma implies one that was removed");
    }
    p.removed.clear();
  }

  /// The assumptions that a held domain allows. What is known for good cuts it short, so a script
  /// cannot know.
  Literals allowed(std::span<const Lit> assumptions) {
    const Player& p = player();
    Literals result(assumptions.begin(), assumptions.end());
    if (p.inside.empty()) return result;
    Reference::Marks marks = p.inside;
    for (const Var var : p.solver.domain()) marks[var.index] = 1;
    std::erase_if(result, [&](Lit lit) { return marks[lit.var().index] == 0; });
    return result;
  }

  void play_query(std::span<const Lit> given, Layer layer, std::optional<Result> expected) {
    Player& p = player();
    const Literals assumptions = allowed(given);
    contract(p.inside.empty() || layer >= p.held_layer, "a query below the held domain");
    check_removals();
    const Reference::Query query{assumptions, layer, p.temporaries};
    const Result result = p.solver.solve(assumptions, layer);
    if (result == Result::Unknown && !p.is_limited) wrong("unknown without a limit");
    if (result != Result::Unknown) {
      const bool satisfiable = is_satisfiable(query);
      if (expected && assumptions.size() == given.size() && *expected != Result::Unknown &&
          satisfiable != (*expected == Result::Satisfiable))
        wrong("the oracle and the script disagree");
      if (satisfiable != (result == Result::Satisfiable))
        wrong(fmt::format("the answer is {}", to_word(result)));
    }
    if (result == Result::Satisfiable) check_model(query);
    if (result == Result::Unsatisfiable) check_proof(query);
    check_known();
    p.has_model = result == Result::Satisfiable;
    p.is_limited = false;
    p.temporaries.clear();
    p.drops.clear();
  }

  // ---- Satisfiable.

  void check_model(const Reference::Query& query) {
    Player& p = player();
    for (const Lit lit : query.assumptions)
      if (p.solver.value(lit) != Lbool::True) wrong("an assumption is not true");
    check_domain(query);
    Reference::Marks known(num_vars_, 0);
    Reference::Words words(num_vars_, 0);
    for (std::uint32_t v = 0; v < p.reference.num_vars(); ++v) {
      const Lbool value = p.solver.value(Lit(Var{v}));
      if (p.solver.value(~Lit(Var{v})) != (value ^ true)) wrong("a literal and its negation agree");
      known[v] = value != Lbool::Undef ? 1 : 0;
      words[v] = value != Lbool::Undef ? spread(value) : rng_.next();
    }
    if (p.solver.value(kFalse) != Lbool::False) wrong("the constant has another value");
    fill_facts(query.layer, known, words);
    contract(p.reference.evaluate(words, known), "a definition is no total function");
    if (p.reference.satisfying(words, query) != kAll) wrong("the model does not extend");
    // The same from the leaves alone: no gate has its value by itself.
    for (std::uint32_t v = 1; v < p.reference.num_vars(); ++v)
      if (p.reference.is_defined(Var{v})) known[v] = 0;
    contract(p.reference.evaluate(words, known), "a definition is no total function");
    if (p.reference.satisfying(words, query) != kAll) wrong("the leaves do not give the model");
    p.solver.for_each_obligation([&](std::span<const Lit> lits) {
      if (lits.empty()) wrong("nothing meets an obligation");
      for (const Lit lit : lits)
        if (p.solver.value(lit) != Lbool::True) wrong("an obligation is met by what is not true");
    });
  }

  /// Lemmas of one literal, over a variable without definition, are left out of the domain: such a
  /// variable then has the value that the lemma says.
  void fill_facts(Layer layer, const Reference::Marks& known, Reference::Words& words) {
    Player& p = player();
    for (const auto& [id, lemma] : p.reference.lemmas()) {
      if (lemma.layer < layer) continue;
      Literals open;
      for (const Lit lit : lemma.clause)
        if (p.solver.fixed_value(lit) != Lbool::False &&
            std::find(open.begin(), open.end(), lit) == open.end())
          open.push_back(lit);
      if (open.size() != 1 || known[open[0].var().index] != 0) continue;
      words[open[0].var().index] = spread(to_lbool(!open[0].negated()));
    }
  }

  void check_domain(const Reference::Query& query) {
    Player& p = player();
    Literals variables(query.assumptions.begin(), query.assumptions.end());
    for (const Literals& clause : query.temporaries)
      variables.insert(variables.end(), clause.begin(), clause.end());
    if (!p.inside.empty()) variables = p.held_variables;
    const Layer layer = p.inside.empty() ? query.layer : p.held_layer;
    const Reference::Marks largest = p.reference.largest_domain(variables, layer);
    for (std::uint32_t v = 1; v < p.reference.num_vars(); ++v)
      if (largest[v] == 0 && p.solver.value(Lit(Var{v})) != Lbool::Undef &&
          p.solver.fixed_value(Lit(Var{v})) == Lbool::Undef)
        wrong(fmt::format("variable {} is outside every domain and has a value", v));
  }

  /// Whatever value those variables have, the definitions give the others theirs, but for what is
  /// known for good: that may rest on lemmas, which dropping does not look at.
  void check_drops(std::span<const Lit> variables) {
    Player& p = player();
    for (const Lit lit : variables) {
      const Lbool before = p.solver.value(lit);
      const bool dropped = p.solver.drop_from_model(lit.var());
      if (dropped && before == Lbool::Undef) wrong("a value was dropped that is not there");
      if (p.solver.value(lit) != (dropped ? Lbool::Undef : before)) wrong("dropping is confused");
      if (dropped && p.reference.is_defined(lit.var())) p.drops.push_back(lit);
    }
    if (!p.drops.empty()) return;
    Reference::Marks known(num_vars_, 0);
    Reference::Words words(num_vars_, 0);
    for (std::uint32_t v = 0; v < p.reference.num_vars(); ++v) {
      const Lbool value = p.solver.value(Lit(Var{v}));
      known[v] = p.solver.fixed_value(Lit(Var{v})) != Lbool::Undef ? 1 : 0;
      words[v] = value != Lbool::Undef ? spread(value) : rng_.next();
    }
    const Reference::Words before = words;
    contract(p.reference.evaluate(words, known), "a definition is no total function");
    for (std::uint32_t v = 0; v < p.reference.num_vars(); ++v)
      if (p.solver.value(Lit(Var{v})) != Lbool::Undef && words[v] != before[v])
        wrong(fmt::format("variable {} depends on what was dropped", v));
  }

  // ---- Unsatisfiable.

  void check_proof(const Reference::Query& query) {
    Player& p = player();
    const std::vector<Lit>& core = p.solver.core();
    auto position = query.assumptions.begin();
    for (const Lit lit : core) {
      if (std::count(core.begin(), core.end(), lit) != 1) wrong("the core lists a literal twice");
      position = std::find(position, query.assumptions.end(), lit);
      if (position == query.assumptions.end())
        wrong("the core is not a part of the assumptions, in their order");
      ++position;
    }
    for (const Lit lit : query.assumptions)
      if (p.solver.in_core(lit) != (std::find(core.begin(), core.end(), lit) != core.end()))
        wrong("in_core() and core() disagree");
    if (p.solver.proof_layer() < query.layer) wrong("the proof's layer is too low");
    Reference::Query proof{core, p.solver.proof_layer(), query.temporaries};
    if (!p.solver.used_temporary()) proof.temporaries = {};
    if (is_satisfiable(proof)) wrong("core, layer and temporary clauses of the proof: satisfiable");
  }

  // ---- Always.

  void check_known() {
    Player& p = player();
    const bool all = p.reference.can_enumerate();
    if (p.solver.inconsistent() && is_satisfiable({})) wrong("consistent after all");
    for (std::uint32_t v = 1; v < p.reference.num_vars(); ++v) {
      const Lbool value = p.solver.fixed_value(Lit(Var{v}));
      if (value == Lbool::Undef || (!all && rng_.below(50) != 0)) continue;
      const Lit opposite(Var{v}, value == Lbool::True);
      if (is_satisfiable({std::span(&opposite, 1), kPermanent, {}}))
        wrong(fmt::format("variable {} is not fixed", v));
    }
  }

  const Script& script_;
  const Oracles oracles_;
  Rng rng_;
  std::uint32_t num_vars_ = 1;
  std::vector<std::unique_ptr<Player>> players_;
  std::uint32_t current_ = 0;
};

}  // namespace

Verdict check_script(const Script& script, Oracles oracles) {
  return Checker(script, oracles).run();
}

}  // namespace cairn::sat
