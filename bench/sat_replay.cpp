// SPDX-License-Identifier: MIT
//
// Replays a script of what was asked of a SAT solver (src/sat/script.h):
//
//   bench_sat_replay SCRIPT... [Google Benchmark's options, for example --benchmark_repetitions=3]
//
// through Cairn's solver and through two uses of CaDiCaL: one solver for all layers, whose lemmas
// have an activation literal for their layer, and one solver a layer, as most implementations of
// IC3 have it, which gets the lemmas of its layer and above. The verdicts must agree. Reported are
// CPU seconds in satisfiable and in unsatisfiable queries, and such queries a second; "setup"
// is everything else, clauses mostly. Held domains, drops from the model and phases are the
// business of Cairn's solver; dropping is timed as a part of "setup". Scripts with copies are
// refused.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cadical.hpp>
#include <ctime>
#include <iostream>
#include <map>
#include <memory>
#include <unordered_map>

#include "base/error.h"
#include "format/source.h"
#include "sat/script.h"

namespace {

using namespace cairn;
using namespace cairn::sat;
using Kind = Operation::Kind;
using Literals = std::vector<Lit>;

/// What one replay took.
struct Account {
  double satisfiable = 0, unsatisfiable = 0, unknown = 0, all = 0;  // seconds
  std::uint64_t num_satisfiable = 0, num_unsatisfiable = 0, num_unknown = 0;
};

// ---- The three players. Each has a function for each kind of operation that concerns it.

class CairnPlayer {
 public:
  void new_var() { solver_.new_var(); }
  void add_definition(Var owner, std::span<const Lit> clause) {
    solver_.add_definition(owner, clause);
  }
  void add_clause(std::span<const Lit> clause) { solver_.add_clause(clause); }
  void add_lemma(std::uint32_t id, std::span<const Lit> clause, Layer layer) {
    if (lemmas_.size() <= id) lemmas_.resize(id + 1);
    lemmas_[id] = solver_.add_lemma(clause, layer);
  }
  void raise_lemma(std::uint32_t id, Layer layer) { solver_.raise_lemma(lemmas_[id], layer); }
  void remove_lemma(std::uint32_t id) { solver_.remove_lemma(lemmas_[id]); }
  void add_temporary(std::span<const Lit> clause) { solver_.add_temporary(clause); }
  void set_cost(Var var, std::uint32_t cost) { solver_.set_cost(var, cost); }
  void use_whole_constraints() { solver_.use_whole_constraints(); }
  void set_phase(Lit lit) { solver_.set_phase(lit); }
  void set_conflict_limit(std::uint32_t conflicts) { solver_.set_conflict_limit(conflicts); }
  void drop(std::span<const Lit> variables) {
    for (const Lit lit : variables) solver_.drop_from_model(lit.var());
  }
  void hold(std::span<const Lit> variables, Layer layer) {
    std::vector<Var> vars;
    for (const Lit lit : variables) vars.push_back(lit.var());
    solver_.hold_domain(vars, layer);
  }
  void release() { solver_.release_domain(); }
  Result solve(std::span<const Lit> assumptions, Layer layer) {
    return solver_.solve(assumptions, layer);
  }

 private:
  Solver solver_;
  std::vector<LemmaId> lemmas_;
};

/// One CaDiCaL. Variable n of the script is n + 1; activation literals come after all of them.
class Cadical {
 public:
  explicit Cadical(std::uint32_t num_vars) : last_(static_cast<int>(num_vars) + 1) {
    solver_.set("quiet", 1);
    add(std::array{kTrue});
  }

  int new_literal() { return ++last_; }
  void add(std::span<const Lit> clause, int switch_off = 0) {
    if (switch_off != 0) solver_.add(switch_off);
    for (const Lit lit : clause) solver_.add(signed_literal(lit));
    solver_.add(0);
  }
  void add_unit(int literal) {
    solver_.add(literal);
    solver_.add(0);
  }
  void assume(int literal) { solver_.assume(literal); }
  void limit(std::uint32_t conflicts) {
    solver_.limit("conflicts", static_cast<int>(std::min<std::uint32_t>(conflicts, 1u << 30)));
  }
  /// Temporary clauses get an activation literal of their own, which is given up afterwards.
  Result solve(std::span<const Lit> assumptions, const std::vector<Literals>& temporaries) {
    const int temporary = temporaries.empty() ? 0 : new_literal();
    for (const Literals& clause : temporaries) add(clause, -temporary);
    if (temporary != 0) solver_.assume(temporary);
    for (const Lit lit : assumptions) solver_.assume(signed_literal(lit));
    const int result = solver_.solve();
    if (temporary != 0) add_unit(-temporary);
    return result == 10   ? Result::Satisfiable
           : result == 20 ? Result::Unsatisfiable
                          : Result::Unknown;
  }

 private:
  static int signed_literal(Lit lit) {
    const int variable = static_cast<int>(lit.var().index) + 1;
    return lit.negated() ? -variable : variable;
  }

  CaDiCaL::Solver solver_;
  int last_;
};

/// What the two uses of CaDiCaL share: what they do not have.
class CadicalPlayer {
 public:
  explicit CadicalPlayer(std::uint32_t num_vars) : num_vars_(num_vars) {}

  void new_var() {}
  void add_temporary(std::span<const Lit> clause) {
    temporaries_.emplace_back(clause.begin(), clause.end());
  }
  void set_cost(Var, std::uint32_t) {}
  void use_whole_constraints() {}
  void set_phase(Lit) {}
  void set_conflict_limit(std::uint32_t conflicts) { conflict_limit_ = conflicts; }
  void drop(std::span<const Lit>) {}
  void hold(std::span<const Lit>, Layer) {}
  void release() {}

 protected:
  struct Lemma {
    Literals clause;
    Layer layer = 0;
  };

  void prepare(Cadical& solver) {
    if (conflict_limit_ != 0) solver.limit(conflict_limit_);
    conflict_limit_ = 0;
  }

  const std::uint32_t num_vars_;
  std::unordered_map<std::uint32_t, Lemma> lemmas_;
  std::vector<Literals> temporaries_;
  std::uint32_t conflict_limit_ = 0;
};

/// A raised lemma is added once more, for its new layer; the old one stays, as does a removed one:
/// both are implied.
class OneCadical : public CadicalPlayer {
 public:
  explicit OneCadical(std::uint32_t num_vars) : CadicalPlayer(num_vars), solver_(num_vars) {}

  void add_definition(Var, std::span<const Lit> clause) { solver_.add(clause); }
  void add_clause(std::span<const Lit> clause) { solver_.add(clause); }
  void add_lemma(std::uint32_t id, std::span<const Lit> clause, Layer layer) {
    lemmas_[id] = {Literals(clause.begin(), clause.end()), layer};
    state(clause, layer);
  }
  void raise_lemma(std::uint32_t id, Layer layer) {
    state(lemmas_[id].clause, layer);
    lemmas_[id].layer = layer;
  }
  void remove_lemma(std::uint32_t id) { lemmas_.erase(id); }

  Result solve(std::span<const Lit> assumptions, Layer layer) {
    prepare(solver_);
    for (auto it = activations_.lower_bound(layer); it != activations_.end(); ++it)
      solver_.assume(it->second);
    const Result result = solver_.solve(assumptions, temporaries_);
    temporaries_.clear();
    return result;
  }

 private:
  void state(std::span<const Lit> clause, Layer layer) {
    if (layer == kPermanent) return solver_.add(clause);
    int& activation = activations_[layer];
    if (activation == 0) activation = solver_.new_literal();
    solver_.add(clause, -activation);
  }

  Cadical solver_;
  std::map<Layer, int> activations_;
};

class CadicalPerLayer : public CadicalPlayer {
 public:
  using CadicalPlayer::CadicalPlayer;

  void add_definition(Var, std::span<const Lit> clause) { add_clause(clause); }
  void add_clause(std::span<const Lit> clause) {
    permanent_.emplace_back(clause.begin(), clause.end());
    for (auto& [layer, solver] : solvers_) solver->add(clause);
  }
  void add_lemma(std::uint32_t id, std::span<const Lit> clause, Layer layer) {
    lemmas_[id] = {Literals(clause.begin(), clause.end()), layer};
    for (auto& [at, solver] : solvers_)
      if (at <= layer) solver->add(clause);
  }
  void raise_lemma(std::uint32_t id, Layer layer) {
    Lemma& lemma = lemmas_[id];
    for (auto& [at, solver] : solvers_)
      if (at > lemma.layer && at <= layer) solver->add(lemma.clause);
    lemma.layer = layer;
  }
  void remove_lemma(std::uint32_t id) { lemmas_.erase(id); }

  Result solve(std::span<const Lit> assumptions, Layer layer) {
    auto& solver = solvers_[layer];
    if (!solver) solver = make(layer);
    prepare(*solver);
    const Result result = solver->solve(assumptions, temporaries_);
    temporaries_.clear();
    return result;
  }

 private:
  std::unique_ptr<Cadical> make(Layer layer) {
    auto solver = std::make_unique<Cadical>(num_vars_);
    for (const Literals& clause : permanent_) solver->add(clause);
    for (const auto& [id, lemma] : lemmas_)
      if (lemma.layer >= layer) solver->add(lemma.clause);
    return solver;
  }

  std::vector<Literals> permanent_;
  std::map<Layer, std::unique_ptr<Cadical>> solvers_;
};

// ---- Replaying.

template <class Player>
void play(Player& player, const Script& script, const Operation& operation) {
  const auto lits = script.literals_of(operation);
  switch (operation.kind) {
    case Kind::NewVars:
      for (std::uint32_t i = 0; i < operation.number; ++i) player.new_var();
      break;
    case Kind::Definition:
      player.add_definition(Var{operation.number}, lits);
      break;
    case Kind::Clause:
      player.add_clause(lits);
      break;
    case Kind::Lemma:
      player.add_lemma(operation.number, lits, operation.layer);
      break;
    case Kind::Raise:
      player.raise_lemma(operation.number, operation.layer);
      break;
    case Kind::Remove:
      player.remove_lemma(operation.number);
      break;
    case Kind::Temporary:
      player.add_temporary(lits);
      break;
    case Kind::Cost:
      for (const Lit lit : lits) player.set_cost(lit.var(), operation.number);
      break;
    case Kind::WholeConstraints:
      player.use_whole_constraints();
      break;
    case Kind::Phase:
      player.set_phase(lits[0]);
      break;
    case Kind::ConflictLimit:
      player.set_conflict_limit(operation.number);
      break;
    case Kind::Drop:
      player.drop(lits);
      break;
    case Kind::Hold:
      player.hold(lits, operation.layer);
      break;
    case Kind::Release:
      player.release();
      break;
    case Kind::Solve:
    case Kind::Copy:
    case Kind::Use:
      break;
  }
}

/// The verdicts of the first player to go through a script; the others must agree.
struct Task {
  std::string name;
  Script script;
  std::uint32_t num_vars = 1;
  std::vector<Result> verdicts;
};

void judge(Task& task, std::size_t query, std::optional<Result> expected, Result result) {
  if (query == task.verdicts.size()) task.verdicts.push_back(expected.value_or(result));
  Result& known = task.verdicts[query];
  if (known == Result::Unknown) known = result;
  if (result == Result::Unknown || result == known) return;
  std::cerr << fmt::format("{}: query {} is {}, and was {} before\n", task.name, query + 1,
                           to_word(result), to_word(known));
  std::exit(1);
}

/// Of this process; other work on the machine does not count.
double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <class Player>
Account replay(Task& task, Player& player) {
  Account account;
  std::size_t query = 0;
  const double begin = cpu_seconds();
  for (const Operation& operation : task.script.operations) {
    if (operation.kind != Kind::Solve) {
      play(player, task.script, operation);
      continue;
    }
    const double start = cpu_seconds();
    const Result result = player.solve(task.script.literals_of(operation), operation.layer);
    const double seconds = cpu_seconds() - start;
    switch (result) {
      case Result::Satisfiable:
        account.satisfiable += seconds;
        ++account.num_satisfiable;
        break;
      case Result::Unsatisfiable:
        account.unsatisfiable += seconds;
        ++account.num_unsatisfiable;
        break;
      case Result::Unknown:
        account.unknown += seconds;
        ++account.num_unknown;
        break;
    }
    judge(task, query++, operation.expected, result);
  }
  account.all = cpu_seconds() - begin;
  return account;
}

template <class Player>
std::unique_ptr<Player> make_player(const Task& task) {
  if constexpr (std::is_default_constructible_v<Player>)
    return std::make_unique<Player>();
  else
    return std::make_unique<Player>(task.num_vars);
}

template <class Player>
void run(benchmark::State& state, Task& task) {
  Account sum;
  for (auto _ : state) {
    auto player = make_player<Player>(task);
    const Account one = replay(task, *player);
    sum.satisfiable += one.satisfiable;
    sum.unsatisfiable += one.unsatisfiable;
    sum.unknown += one.unknown;
    sum.all += one.all;
    sum.num_satisfiable += one.num_satisfiable;
    sum.num_unsatisfiable += one.num_unsatisfiable;
    sum.num_unknown += one.num_unknown;
    state.SetIterationTime(one.all);
  }
  const auto rounds = static_cast<double>(state.iterations());
  const auto rate = [](std::uint64_t count, double seconds) {
    return seconds > 0 ? static_cast<double>(count) / seconds : 0;
  };
  const double solving = sum.satisfiable + sum.unsatisfiable + sum.unknown;
  state.counters["sat"] = static_cast<double>(sum.num_satisfiable) / rounds;
  state.counters["sat_s"] = sum.satisfiable / rounds;
  state.counters["sat/s"] = rate(sum.num_satisfiable, sum.satisfiable);
  state.counters["unsat"] = static_cast<double>(sum.num_unsatisfiable) / rounds;
  state.counters["unsat_s"] = sum.unsatisfiable / rounds;
  state.counters["unsat/s"] = rate(sum.num_unsatisfiable, sum.unsatisfiable);
  state.counters["setup_s"] = (sum.all - solving) / rounds;
}

Task read_task(const std::string& path) {
  const Source source = read_source(path);
  Task task;
  task.name = path;
  task.script = read_script(source.name, source.bytes);
  for (const Operation& operation : task.script.operations) {
    if (operation.kind == Kind::NewVars) task.num_vars += operation.number;
    if (operation.kind == Kind::Copy)
      throw InputError(Position{source.name, 1, 1}, "expected a script without copies");
  }
  return task;
}

template <class Player>
void register_player(const char* player, Task& task) {
  benchmark::RegisterBenchmark(fmt::format("{}/{}", player, task.name).c_str(),
                               [&task](benchmark::State& state) { run<Player>(state, task); })
      ->UseManualTime()
      ->Unit(benchmark::kSecond);
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  std::vector<std::unique_ptr<Task>> tasks;
  try {
    for (int i = 1; i < argc; ++i) tasks.push_back(std::make_unique<Task>(read_task(argv[i])));
  } catch (const InputError& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
  if (tasks.empty()) {
    std::cerr << "usage: bench_sat_replay SCRIPT... [--benchmark_...]\n";
    return 2;
  }
  for (const auto& task : tasks) {
    register_player<CairnPlayer>("cairn", *task);
    register_player<OneCadical>("cadical", *task);
    register_player<CadicalPerLayer>("cadical_per_layer", *task);
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
