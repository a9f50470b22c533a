// SPDX-License-Identifier: MIT
#include "transform/cfa/lemmas/lemmas.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "base/cpu_clock.h"
#include "smt/smt_solver.h"
#include "transform/cfa/graph.h"
#include "transform/cfa/lemmas/facts.h"
#include "transform/cfa/lemmas/fixpoint.h"
#include "transform/cfa/lemmas/sampler.h"
#include "transform/cfa/lemmas/templates.h"
#include "transform/cfa/liveness.h"

namespace cairn {
namespace {

constexpr std::size_t kMaxEdges = 600;
constexpr std::size_t kMaxVariables = 400;
constexpr std::uint32_t kMaxNodes = 60'000;    // of all commands
constexpr std::uint64_t kMaxBits = 6'000'000;  // of circuits for them, roughly
constexpr std::size_t kIdleRuns = 40;
constexpr std::size_t kRunLength = 200;
constexpr std::size_t kSamples = 150;  // that are kept of a location
constexpr std::size_t kMaxClauses = 3000;
constexpr double kSampleShare = 0.15;

bool has_cycle(const Cfa& cfa) {
  const std::vector<std::uint32_t> component = components(cfa);
  return std::any_of(cfa.edges.begin(), cfa.edges.end(), [&](const CfaEdge& edge) {
    return component[edge.source.index] == component[edge.target.index];
  });
}

}  // namespace

/// Looks for lemmas of one automaton.
class Lemmas::Search {
 public:
  Search(const Cfa& cfa, const LemmasConfig& config, const Context& context,
         std::map<std::string, std::uint64_t>& counters)
      : cfa_(cfa),
        terms_(*cfa.terms),
        config_(config),
        share_(&context.budget),
        context_{context.log, share_, context.progress, context.seed},
        counters_(counters) {
    share_.renew(config.seconds);
  }

  /// False if there is nothing, for want of time or because the automaton is too large.
  bool run();
  std::map<LocationId, Term> lemmas() const;
  std::vector<std::uint32_t> excluded_edges() const { return excluded_; }

 private:
  bool is_small();
  std::uint64_t circuit_bits() const;
  bool is_simple(Term variable) const;
  void make_facts();
  void sample();
  bool exclude_error(Fixpoint& fixpoint);
  std::vector<Term> clauses_at(std::uint32_t location);
  enum class Kind { Differences, Clauses };
  bool learn(Fixpoint& fixpoint, Kind kind);
  std::vector<Term> differences_at(std::uint32_t location);
  void remove_redundant(Facts& facts);

  const Cfa& cfa_;
  Terms& terms_;
  const LemmasConfig& config_;
  Budget share_;
  const Context context_;
  std::map<std::string, std::uint64_t>& counters_;
  std::vector<Effect> effects_;
  std::unique_ptr<Templates> templates_;
  std::vector<std::unique_ptr<Facts>> facts_;     // by location
  std::vector<std::vector<Assignment>> samples_;  // by location
  std::vector<std::uint32_t> excluded_;
};

bool Lemmas::Search::is_small() {
  if (cfa_.edges.size() > kMaxEdges || cfa_.variables.size() > kMaxVariables) return false;
  std::uint64_t nodes = 0;
  for (const CfaEdge& edge : cfa_.edges) {
    effects_.push_back(effect_of(terms_, *edge.command));
    nodes += terms_.node_count(effects_.back().guard, kMaxNodes);
    for (const auto& [variable, value] : effects_.back().next)
      nodes += terms_.node_count(value, kMaxNodes);
    if (nodes > kMaxNodes) return false;
  }
  return circuit_bits() <= kMaxBits;
}

/// What the commands cost as circuits, roughly: products and floats by the square of their width,
/// reads and writes of arrays by all elements.
std::uint64_t Lemmas::Search::circuit_bits() const {
  std::uint64_t sum = 0;
  std::unordered_set<Term> seen;
  std::vector<Term> open;
  for (const Effect& effect : effects_) {
    open.push_back(effect.guard);
    for (const auto& [variable, value] : effect.next) open.push_back(value);
  }
  while (!open.empty()) {
    const Term term = open.back();
    open.pop_back();
    if (!seen.insert(term).second) continue;
    const Sort& sort = terms_.sort(term);
    const std::uint64_t width = sort.element.bits();
    const Op op = terms_.op(term);
    const bool is_square = sort.is_float() || op == Op::BvMul || op == Op::BvUdiv ||
                           op == Op::BvUrem || op == Op::BvSdiv || op == Op::BvSrem;
    const auto operands = terms_.operands(term);
    const Sort& array = op == Op::Select ? terms_.sort(operands[0]) : sort;
    std::uint64_t bits = is_square ? width * width : width;
    if (array.is_array()) {
      const std::uint32_t index = array.index.bits();
      if (index == 0 || index > 20) return kMaxBits + 1;
      bits <<= index;
    }
    sum += bits;
    if (sum > kMaxBits) return sum;
    open.insert(open.end(), operands.begin(), operands.end());
  }
  return sum;
}

/// Facts are about numbers and Booleans.
bool Lemmas::Search::is_simple(Term variable) const {
  const Sort& sort = terms_.sort(variable);
  return sort.is_bool() || sort.is_bit_vector();
}

void Lemmas::Search::make_facts() {
  templates_ = std::make_unique<Templates>(cfa_, effects_);
  const Liveness liveness(cfa_, std::vector<bool>(cfa_.variables.size(), false));
  facts_.resize(cfa_.locations.size());
  samples_.resize(cfa_.locations.size());
  for (std::uint32_t location = 0; location < facts_.size(); ++location) {
    if (location == cfa_.initial.index || location == cfa_.error.index) continue;
    std::vector<Term> variables;
    for (std::uint32_t i = 0; i < cfa_.variables.size(); ++i)
      if (liveness.at({location}).contains(i) && is_simple(cfa_.variables[i].term))
        variables.push_back(cfa_.variables[i].term);
    std::vector<Term> candidates;
    if (config_.bounds) candidates = templates_->units(variables);
    counters_["lemmas.candidates"] += candidates.size();
    Facts::Columns columns{std::move(variables), {}};
    columns.features = templates_->features(columns.variables);
    facts_[location] = std::make_unique<Facts>(terms_, std::move(columns), std::move(candidates));
    if (!config_.equations) facts_[location]->drop_equations();
  }
}

void Lemmas::Search::sample() {
  const double end = thread_cpu_seconds() + kSampleShare * config_.seconds;
  Sampler sampler(cfa_, effects_, *templates_, context_.seed);
  std::size_t idle = 0;  // runs in a row that showed nothing new
  for (std::size_t i = 0; i < config_.runs && idle < kIdleRuns && thread_cpu_seconds() < end; ++i) {
    ++idle;
    const auto has_time = [&] {
      return thread_cpu_seconds() < end && !context_.budget.exhausted();
    };
    sampler.run(kRunLength, has_time, [&](LocationId location, const Assignment& state) {
      if (!facts_[location.index]) return;
      ++counters_["lemmas.samples"];
      if (facts_[location.index]->weaken(state)) idle = 0;
      if (samples_[location.index].size() < kSamples) samples_[location.index].push_back(state);
    });
  }
}

/// Finds the edges into the error location that the facts exclude; true if all are.
bool Lemmas::Search::exclude_error(Fixpoint& fixpoint) {
  excluded_.clear();
  bool all = true;
  for (std::uint32_t edge = 0; edge < cfa_.edges.size(); ++edge) {
    if (cfa_.edges[edge].target != cfa_.error) continue;
    if (fixpoint.is_feasible(edge))
      all = false;
    else
      excluded_.push_back(edge);
  }
  return all;
}

/// Clauses of two literals that all samples satisfy, and neither literal alone.
std::vector<Term> Lemmas::Search::clauses_at(std::uint32_t location) {
  std::vector<Term> result;
  const std::vector<Assignment>& samples = samples_[location];
  if (samples.empty()) return result;
  std::vector<Term> literals;
  std::vector<std::vector<bool>> fails;
  for (const Term literal : templates_->literals(facts_[location]->variables())) {
    std::vector<bool> row;
    for (const Assignment& state : samples)
      row.push_back(!evaluate(terms_, literal, state).as_bool());
    if (std::find(row.begin(), row.end(), true) == row.end()) continue;
    literals.push_back(literal);
    fails.push_back(std::move(row));
  }
  for (std::size_t a = 0; a < literals.size(); ++a) {
    for (std::size_t b = 0; b < a && result.size() < kMaxClauses; ++b) {
      bool holds = true;
      for (std::size_t i = 0; holds && i < samples.size(); ++i)
        holds = !(fails[a][i] && fails[b][i]);
      if (!holds) continue;
      const Term clause = terms_.or_(literals[a], literals[b]);
      if (!terms_.is_true(clause)) result.push_back(clause);
    }
  }
  return result;
}

/// Settles what is known and tries to learn more; false for want of time, and then nothing is lost.
bool Lemmas::Search::learn(Fixpoint& fixpoint, Kind kind) {
  if (context_.budget.exhausted()) return false;
  for (std::uint32_t location = 0; location < facts_.size(); ++location) {
    if (!facts_[location] || !facts_[location]->reached()) continue;
    facts_[location]->settle();
    const std::vector<Term> candidates =
        kind == Kind::Clauses ? clauses_at(location) : differences_at(location);
    counters_[kind == Kind::Clauses ? "lemmas.candidate_clauses" : "lemmas.candidates"] +=
        candidates.size();
    facts_[location]->believe(candidates);
  }
  if (fixpoint.run()) return true;
  for (const auto& facts : facts_)
    if (facts && facts->reached()) facts->drop_believed();
  return false;
}

/// Differences that are bounded in all samples, and once more what was not inductive without them.
std::vector<Term> Lemmas::Search::differences_at(std::uint32_t location) {
  std::vector<Term> result = templates_->differences(facts_[location]->variables());
  const std::vector<Term> units = templates_->units(facts_[location]->variables());
  result.insert(result.end(), units.begin(), units.end());
  const std::vector<Term>& known = facts_[location]->known();
  const std::unordered_set<Term> settled(known.begin(), known.end());
  std::erase_if(result, [&](Term formula) { return settled.contains(formula); });
  for (const Assignment& state : samples_[location]) {
    Evaluator value(terms_, state);
    std::erase_if(result, [&](Term formula) { return !value(formula).as_bool(); });
  }
  return result;
}

/// Drops what the rest implies, orders and bounds before equations.
void Lemmas::Search::remove_redundant(Facts& facts) {
  std::vector<Term> kept = facts.all();
  const auto solver = make_smt_solver("cairn", terms_, context_);
  solver->set_timeout(0.05);
  for (std::size_t i = kept.size(); i-- > 0;) {
    if (context_.budget.exhausted()) break;
    std::vector<Term> assumptions = kept;
    assumptions[i] = terms_.not_(kept[i]);
    if (solver->check(assumptions) == SmtResult::Unsat)
      kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(i));
  }
  facts.keep(kept);
}

bool Lemmas::Search::run() {
  if (!has_cycle(cfa_) || !is_small()) return false;
  make_facts();
  sample();
  Fixpoint fixpoint(cfa_, effects_, facts_, config_.query_seconds, context_);
  const bool done = fixpoint.run();
  counters_["lemmas.queries"] = fixpoint.queries();
  if (!done) return false;
  bool proved = exclude_error(fixpoint);
  if (config_.bounds && !proved && learn(fixpoint, Kind::Differences))
    proved = exclude_error(fixpoint);
  if (config_.clauses && !proved) {
    const std::vector<std::uint32_t> excluded = excluded_;
    const bool learned = learn(fixpoint, Kind::Clauses);
    proved = learned && exclude_error(fixpoint);
    if (!proved) excluded_ = excluded;
    if (learned && !proved)  // many, and of no use
      for (const auto& facts : facts_)
        if (facts && facts->reached()) facts->drop_believed();
  }
  const bool small = proved && fixpoint.keep_needed();
  counters_["lemmas.queries"] = fixpoint.queries();
  counters_["lemmas.proofs"] = proved ? 1 : 0;
  if (!small)
    for (const auto& facts : facts_)
      if (facts && facts->reached()) remove_redundant(*facts);
  return true;
}

std::map<LocationId, Term> Lemmas::Search::lemmas() const {
  std::map<LocationId, Term> result;
  for (std::uint32_t location = 0; location < facts_.size(); ++location) {
    if (!facts_[location]) continue;
    const Facts& facts = *facts_[location];
    if (facts.reached()) counters_["lemmas.facts"] += facts.all().size();
    const Term lemma = facts.reached() ? terms_.and_all(facts.all()) : terms_.false_term();
    if (!terms_.is_true(lemma)) result[{location}] = lemma;
  }
  return result;
}

Lemmas::Lemmas(const LemmasConfig& config, const Context& context)
    : config_(config), context_(context) {}
Lemmas::~Lemmas() = default;

Cfa Lemmas::apply(Cfa cfa) {
  terms_ = cfa.terms;
  std::vector<std::uint32_t> excluded;
  if (Search search(cfa, config_, context_, counters_); search.run()) {
    lemmas_ = search.lemmas();
    excluded = search.excluded_edges();
  }
  assume_lemmas(cfa, excluded);
  return cfa;
}

void Lemmas::assume_lemmas(Cfa& cfa, const std::vector<std::uint32_t>& excluded) {
  std::vector<CfaEdge> edges;
  for (std::uint32_t i = 0; i < cfa.edges.size(); ++i) {
    if (std::find(excluded.begin(), excluded.end(), i) != excluded.end()) continue;
    CfaEdge edge = cfa.edges[i];
    if (const auto lemma = lemmas_.find(edge.source); lemma != lemmas_.end())
      edge.command = sequence({assume(lemma->second), edge.command});
    edges.push_back(std::move(edge));
    old_edges_.push_back(i);
  }
  cfa.edges = std::move(edges);
}

CfaInvariant Lemmas::restore_invariant(CfaInvariant invariant) const {
  for (auto& [location, formula] : invariant.at)
    if (const auto lemma = lemmas_.find(location); lemma != lemmas_.end())
      formula = terms_->and_(formula, lemma->second);
  return invariant;
}

CfaTrace Lemmas::restore_trace(CfaTrace trace) const {
  for (CfaTrace::Step& step : trace.steps) step.edge = old_edges_[step.edge];
  return trace;
}

void Lemmas::visit_counters(const CounterVisitor& visit) const {
  for (const auto& [name, value] : counters_) visit(name, value);
}

}  // namespace cairn
