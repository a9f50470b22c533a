// SPDX-License-Identifier: MIT
#include "certify/check_certificate.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <chrono>
#include <utility>
#include <vector>

#include "base/error.h"
#include "certify/certificate.h"
#include "certify/query.h"

namespace cairn {
namespace {

std::string property_text(const BitSystem& system, std::size_t position) {
  const auto name = system.names.bad.get(position);
  if (name.empty()) return fmt::format("b{}", position);
  return fmt::format("b{} '{}'", position, printable(name, 80));
}

class CertificateChecker {
 public:
  CertificateChecker(const BitSystem& model, const BitSystem& witness, const Mapping& mapping,
                     const CertificateOptions& options, const Context& context)
      : model_(model), witness_(witness), mapping_(mapping), options_(options), context_(context) {
    CAIRN_CHECK(is_well_formed(mapping, model, witness));
    CAIRN_CHECK(options.bad.fits(model.bad.size()));
    model_mapped_.assign(model.aig.size(), false);
    witness_mapped_.assign(witness.aig.size(), false);
    witness_positions_ = witness.leaf_positions();
    CAIRN_CHECK(!options.justice || *options.justice < model.justice.size());
    for (const Mapping::Pair& pair : mapping.pairs) {
      model_mapped_[pair.model.index] = true;
      witness_mapped_[pair.witness.index] = true;
    }
  }

  Judgement run() {
    if (!can_judge()) return std::move(judgement_);
    for (const Kind& kind : kKinds)
      if (is_due(kind)) run(kind);
    return std::move(judgement_);
  }

 private:
  struct Kind {
    const char* name;
    const char* formula;
    const char* failure;
    void (CertificateChecker::*build)(Query&) const;
    enum class For { Both, Bad, Justice } what = For::Both;
  };
  static const std::array<Kind, 9> kKinds;

  /// Whether the certificate is about justice.
  bool is_about_justice() const { return options_.justice || !witness_.justice.empty(); }
  bool is_due(const Kind& kind) const {
    if (kind.what == Kind::For::Bad) return !options_.justice;
    return kind.what == Kind::For::Both || is_about_justice();
  }

  bool can_judge() {
    if (is_about_justice())
      judgement_.explanation = problem_with_signals();
    else if (model_.bad.empty() && !model_.justice.empty())
      judgement_.explanation =
          "the model has justice properties and no bad states, but the certificate has no ranking: "
          "expected a justice set in it";
    if (!judgement_.explanation.empty()) return false;
    if (!witness_.latches.empty() && reset_order(witness_).empty())
      judgement_.explanation =
          "the certificate's reset functions depend on each other in a cycle, so that a reset "
          "state "
          "need not exist";
    return judgement_.explanation.empty();
  }

  /// The model's justice set that a set of the certificate is about.
  std::size_t set_of(std::size_t position) const {
    return witness_.justice.size() == 1 && options_.justice ? *options_.justice : position;
  }

  /// Why the signals of the certificate can't be judged, or an empty string.
  std::string problem_with_signals() const {
    const std::size_t sets = witness_.justice.size();
    if (sets == 0) return "the certificate has no ranking: expected a justice set in it";
    if (options_.justice ? sets != 1 && sets != model_.justice.size()
                         : sets != model_.justice.size())
      return fmt::format("the certificate has {} justice sets, expected {}", sets,
                         options_.justice ? 1 : model_.justice.size());
    if (witness_.fairness.size() > model_.fairness.size())
      return fmt::format("the certificate has {} fairness literals, the model {}",
                         witness_.fairness.size(), model_.fairness.size());
    for (std::size_t i = 0; i < sets; ++i)
      if (witness_.justice[i].size() > model_.justice[set_of(i)].size())
        return fmt::format(
            "justice set j{} of the certificate has {} literals, that of the model {}", i,
            witness_.justice[i].size(), model_.justice[set_of(i)].size());
    return "";
  }

  void run(const Kind& kind) {
    const auto start = std::chrono::steady_clock::now();
    Query::Answer answer;
    if (!context_.budget.exhausted()) {
      Query query(fmt::format("Certificate check '{}': {}", kind.name, kind.formula));
      (this->*kind.build)(query);
      if (!options_.dump_prefix.empty()) dump(query, kind);
      answer = query.solve(context_.budget);
    }
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    judgement_.checks.push_back({kind.name, answer.outcome, elapsed.count()});
    context_.log.detail("certificate check {}: {} ({:.2f} s)", kind.name, to_string(answer.outcome),
                        elapsed.count());
    const bool first_failure =
        answer.outcome == Outcome::Fails && judgement_.first_failure() == &judgement_.checks.back();
    if (first_failure) {
      judgement_.explanation = fmt::format("{}: {}", kind.name, kind.failure);
      judgement_.details = std::move(answer.details);
    } else if (answer.outcome == Outcome::Undecided && judgement_.explanation.empty()) {
      judgement_.explanation = fmt::format("{}: not decided within the limits", kind.name);
    }
  }

  void dump(const Query& query, const Kind& kind) const {
    std::string suffix = kind.name;
    for (char& c : suffix) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    query.dump(fmt::format("{}.{}.cnf", options_.dump_prefix, suffix),
               {fmt::format("model: {}", options_.model_name),
                fmt::format("certificate: {}", options_.certificate_name),
                "The check holds if and only if these clauses are unsatisfiable."});
  }

  // In the model's frame mapped leaves already have their values, or are free.
  void share(Frame& model, Frame& witness) const {
    for (const Mapping::Pair& pair : mapping_.pairs)
      witness.set(pair.witness, model.value(Lit(pair.model)) ^ pair.opposite);
  }

  static void set_reset(Frame& frame, const Latch& latch) {
    if (!latch.is_uninitialised()) frame.set(latch.var, frame.value(latch.reset));
  }

  static void assume_constraints(Query& query, Frame& frame) {
    for (const Lit lit : frame.system().constraints) query.assume(frame.value(lit));
  }
  static void require_constraints(Query& query, Frame& frame) {
    const auto& constraints = frame.system().constraints;
    for (std::size_t i = 0; i < constraints.size(); ++i)
      query.require(frame.value(constraints[i]),
                    fmt::format("{}: constraint c{} is false", frame.label(), i));
  }
  static void assume_safe(Query& query, Frame& frame) {
    for (const Lit lit : frame.system().bad) query.assume(~frame.value(lit));
  }
  static void require_safe(Query& query, Frame& frame, const BadSelection& only = {}) {
    const auto& bad = frame.system().bad;
    for (std::size_t i = 0; i < bad.size(); ++i)
      if (only.contains(i))
        query.require(~frame.value(bad[i]), fmt::format("{}: bad state {} is true", frame.label(),
                                                        property_text(frame.system(), i)));
  }

  /// Requires of every mapped latch of the certificate that it has the value that `expected` gives.
  template <class Expected>
  void require_mapped_latches(Query& query, Frame& frame, const char* what,
                              Expected expected) const {
    for (std::size_t i = 0; i < witness_.latches.size(); ++i) {
      const Latch& latch = witness_.latches[i];
      if (!witness_mapped_[latch.var.index]) continue;
      query.require(query.graph().equal(frame.value(Lit(latch.var)), expected(latch)),
                    fmt::format("{}: {} does not have its {} value", frame.label(),
                                leaf_text('l', i, witness_.names.latches.get(i)), what));
    }
  }

  void build_reset(Query& query) const {
    Frame& model = query.add_frame(model_, "model, first step");
    Frame& witness = query.add_frame(witness_, "certificate, first step");
    for (const std::uint32_t i : reset_order(model_))
      if (model_mapped_[model_.latches[i].var.index]) set_reset(model, model_.latches[i]);
    share(model, witness);
    assume_constraints(query, model);
    require_mapped_latches(query, witness, "reset",
                           [&](const Latch& latch) { return witness.value(latch.reset); });
    require_constraints(query, witness);
  }

  void build_transition(Query& query) const {
    Frame& model_s = query.add_frame(model_, "model, step s");
    Frame& model_t = query.add_frame(model_, "model, step t");
    Frame& witness_s = query.add_frame(witness_, "certificate, step s");
    Frame& witness_t = query.add_frame(witness_, "certificate, step t");
    share(model_s, witness_s);
    for (const Latch& latch : model_.latches)
      if (model_mapped_[latch.var.index]) model_t.set(latch.var, model_s.value(latch.next));
    share(model_t, witness_t);
    assume_constraints(query, model_s);
    assume_constraints(query, model_t);
    assume_constraints(query, witness_s);
    require_mapped_latches(query, witness_t, "next-state",
                           [&](const Latch& latch) { return witness_s.value(latch.next); });
    require_constraints(query, witness_t);
  }

  void build_safety(Query& query) const {
    Frame& model = query.add_frame(model_, "model");
    Frame& witness = query.add_frame(witness_, "certificate");
    share(model, witness);
    assume_constraints(query, model);
    assume_constraints(query, witness);
    assume_safe(query, witness);
    require_safe(query, model, options_.bad);
  }

  void build_base(Query& query) const {
    Frame& witness = query.add_frame(witness_, "certificate, first step");
    for (const std::uint32_t i : reset_order(witness_)) set_reset(witness, witness_.latches[i]);
    assume_constraints(query, witness);
    require_safe(query, witness);
  }

  void build_inductive(Query& query) const {
    Frame& step_s = query.add_frame(witness_, "certificate, step s");
    Frame& step_t = query.add_frame(witness_, "certificate, step t");
    for (const Latch& latch : witness_.latches) step_t.set(latch.var, step_s.value(latch.next));
    assume_constraints(query, step_s);
    assume_constraints(query, step_t);
    assume_safe(query, step_s);
    require_safe(query, step_t);
  }

  // ---- Signals.

  /// The certificate in one state, where signals read another one besides.
  class Edge {
   public:
    Edge(const CertificateChecker& checker, Query& query, Frame& from, Frame& to)
        : query_(query), witness_(checker.witness_), frame_(checker.witness_, query.graph(), "") {
      const BitSystem& witness = checker.witness_;
      for (const Var input : witness.inputs) frame_.replace(input, from.value(Lit(input)));
      for (const Latch& latch : witness.latches)
        frame_.replace(latch.var, from.value(Lit(latch.var)));
      for (const Intervention& intervention : checker.mapping_.interventions)
        frame_.replace(intervention.gate, to.value(intervention.later));
    }

    Lit fairness(std::size_t i) { return ~frame_.value(witness_.fairness[i]); }
    Lit justice(std::size_t set, std::size_t i) { return ~frame_.value(witness_.justice[set][i]); }
    /// Some signal of each set.
    Lit some_of_each() {
      Aig& graph = query_.graph();
      Lit fair = kFalse, all = kTrue;
      for (std::size_t i = 0; i < witness_.fairness.size(); ++i)
        fair = graph.or_gate(fair, fairness(i));
      for (std::size_t set = 0; set < witness_.justice.size(); ++set) {
        Lit some = fair;
        for (std::size_t i = 0; i < witness_.justice[set].size(); ++i)
          some = graph.or_gate(some, justice(set, i));
        all = graph.and_gate(all, some);
      }
      return all;
    }
    /// Each signal, with its name.
    template <class Visit>
    void for_each(Visit&& visit) {
      for (std::size_t i = 0; i < witness_.fairness.size(); ++i)
        visit(fairness(i), fmt::format("f{}", i));
      for (std::size_t set = 0; set < witness_.justice.size(); ++set)
        for (std::size_t i = 0; i < witness_.justice[set].size(); ++i)
          visit(justice(set, i), fmt::format("literal {} of j{}", i, set));
    }

   private:
    Query& query_;
    const BitSystem& witness_;
    Frame frame_;
  };

  /// A state of the certificate that satisfies what is known, any or the one after another.
  Frame& add_state(Query& query, const char* label, Frame* before = nullptr) const {
    Frame& frame = query.add_frame(witness_, label);
    if (before != nullptr)
      for (const Latch& latch : witness_.latches) frame.set(latch.var, before->value(latch.next));
    return frame;
  }
  static void assume_known(Query& query, Frame& frame) {
    assume_constraints(query, frame);
    assume_safe(query, frame);
  }

  void build_liveness(Query& query) const {
    Frame& model_s = query.add_frame(model_, "model, step s");
    Frame& model_t = query.add_frame(model_, "model, step t");
    Frame& witness_s = query.add_frame(witness_, "certificate, step s");
    Frame& witness_t = query.add_frame(witness_, "certificate, step t");
    share(model_s, witness_s);
    // The latches of the certificate step; what they stand for has their values.
    for (const Mapping::Pair& pair : mapping_.pairs)
      if (const Latch* latch = latch_of(pair.witness))
        model_t.set(pair.model, witness_s.value(latch->next) ^ pair.opposite);
    share(model_t, witness_t);
    for (const Latch& latch : witness_.latches)
      if (!witness_mapped_[latch.var.index]) witness_t.set(latch.var, witness_s.value(latch.next));
    for (Frame* model : {&model_s, &model_t}) assume_constraints(query, *model);
    for (Frame* witness : {&witness_s, &witness_t}) assume_known(query, *witness);
    Edge edge(*this, query, witness_s, witness_t);
    const auto require = [&](Lit signal, Lit literal, const std::string& name) {
      query.require(
          query.graph().implies(signal, ~model_s.value(literal)),
          fmt::format("{} is true in the model, though its signal says that it is not", name));
    };
    for (std::size_t i = 0; i < model_.fairness.size(); ++i)
      require(i < witness_.fairness.size() ? edge.fairness(i) : kTrue, model_.fairness[i],
              fmt::format("f{}", i));
    for (std::size_t set = 0; set < witness_.justice.size(); ++set) {
      const std::vector<Lit>& literals = model_.justice[set_of(set)];
      for (std::size_t i = 0; i < literals.size(); ++i)
        require(i < witness_.justice[set].size() ? edge.justice(set, i) : kTrue, literals[i],
                fmt::format("literal {} of j{}", i, set_of(set)));
    }
  }

  const Latch* latch_of(Var var) const {
    const std::uint32_t position = witness_positions_[var.index];
    if (position >= witness_.latches.size()) return nullptr;
    const Latch& latch = witness_.latches[position];
    return latch.var == var ? &latch : nullptr;
  }

  void build_decrease(Query& query) const {
    Frame& s = add_state(query, "certificate, step s");
    Frame& t = add_state(query, "certificate, step t", &s);
    for (Frame* frame : {&s, &t}) assume_known(query, *frame);
    query.require(Edge(*this, query, t, s).some_of_each(), "no signal leads from t back to s");
  }

  void build_closure(Query& query) const {
    Frame& s = add_state(query, "certificate, step s");
    Frame& t = add_state(query, "certificate, step t", &s);
    Frame& u = add_state(query, "certificate, state u");
    for (Frame* frame : {&s, &t, &u}) assume_known(query, *frame);
    query.assume(Edge(*this, query, s, u).some_of_each());
    query.require(Edge(*this, query, t, u).some_of_each(),
                  "a signal leads from s to u, but none from t");
  }

  void build_consistent(Query& query) const {
    Frame& s = add_state(query, "certificate, step s");
    Frame& t = add_state(query, "certificate, step t", &s);
    Frame& u = add_state(query, "certificate, step u", &t);
    for (Frame* frame : {&s, &t, &u}) assume_known(query, *frame);
    Edge first(*this, query, s, t), second(*this, query, t, u);
    query.assume(first.some_of_each());
    query.assume(second.some_of_each());
    std::vector<Lit> after;
    second.for_each([&](Lit signal, const std::string&) { after.push_back(signal); });
    std::size_t i = 0;
    first.for_each([&](Lit signal, const std::string& name) {
      query.require(query.graph().implies(signal, after[i++]),
                    fmt::format("the signal of {} holds in step s and not in step t", name));
    });
  }

  const BitSystem& model_;
  const BitSystem& witness_;
  const Mapping& mapping_;
  const CertificateOptions& options_;
  const Context& context_;
  std::vector<bool> model_mapped_;    // by variable
  std::vector<bool> witness_mapped_;  // by variable
  std::vector<std::uint32_t> witness_positions_;
  Judgement judgement_;
};

const std::array<CertificateChecker::Kind, 9> CertificateChecker::kKinds{{
    {"Reset", "R{K} & C => R'{K} & C'",
     "a reset state of the model is no reset state of the certificate",
     &CertificateChecker::build_reset},
    {"Transition", "F{K} & Cs & Ct & C's => F'{K} & C't",
     "a step of the model is no step of the certificate", &CertificateChecker::build_transition},
    {"Safety", "C & C' & P' => P", "the invariant does not exclude a bad state of the model",
     &CertificateChecker::build_safety, Kind::For::Bad},
    {"Base", "R' & C' => P'", "the invariant does not hold in a reset state",
     &CertificateChecker::build_base},
    {"Inductive", "F' & C's & C't & P's => P't", "the invariant is not preserved by a step",
     &CertificateChecker::build_inductive},
    {"Liveness", "G & F'st => (q'st => q)",
     "a signal says that a literal of the model is false where it is true",
     &CertificateChecker::build_liveness, Kind::For::Justice},
    {"Decrease", "G & F'st => Q'ts", "a step goes on without a signal that leads back",
     &CertificateChecker::build_decrease, Kind::For::Justice},
    {"Closure", "G & F'st & Q'su => Q'tu", "a step leaves what its first state led to",
     &CertificateChecker::build_closure, Kind::For::Justice},
    {"Consistent", "G & F'st & F'tu & Q'st & Q'tu => (q'st => q'tu)",
     "a signal holds on one step of a loop and not on the next",
     &CertificateChecker::build_consistent, Kind::For::Justice},
}};

}  // namespace

Judgement check_certificate(const BitSystem& model, const BitSystem& certificate,
                            const Mapping& mapping, const CertificateOptions& options,
                            const Context& context) {
  return CertificateChecker(model, certificate, mapping, options, context).run();
}

Judgement check_invariant(const BitSystem& model, const BitInvariant& invariant,
                          const CertificateOptions& options, const Context& context) {
  const BitSystem certificate =
      make_certificate(model, invariant, {options.model_name, options.bad, {}});
  const Mapping mapping = read_mapping(reencoded(model, options.model_name),
                                       reencoded(certificate, options.certificate_name));
  return check_certificate(model, certificate, mapping, options, context);
}

}  // namespace cairn
