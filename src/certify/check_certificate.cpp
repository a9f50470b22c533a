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
    for (const Mapping::Pair& pair : mapping.pairs) {
      model_mapped_[pair.model.index] = true;
      witness_mapped_[pair.witness.index] = true;
    }
  }

  Judgement run() {
    if (!can_judge()) return std::move(judgement_);
    for (const Kind& kind : kKinds) run(kind);
    return std::move(judgement_);
  }

 private:
  struct Kind {
    const char* name;
    const char* formula;
    const char* failure;
    void (CertificateChecker::*build)(Query&) const;
  };
  static const std::array<Kind, 5> kKinds;

  bool can_judge() {
    if (model_.bad.empty() && !model_.justice.empty())
      judgement_.explanation =
          "the model has justice properties and no bad states; certificates for liveness are not "
          "supported yet";
    else if (!witness_.justice.empty())
      judgement_.explanation =
          "the certificate has justice properties; certificates for liveness are not supported yet";
    else if (!witness_.latches.empty() && reset_order(witness_).empty())
      judgement_.explanation =
          "the certificate's reset functions depend on each other in a cycle, so that a reset "
          "state "
          "need not exist";
    return judgement_.explanation.empty();
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

  const BitSystem& model_;
  const BitSystem& witness_;
  const Mapping& mapping_;
  const CertificateOptions& options_;
  const Context& context_;
  std::vector<bool> model_mapped_;    // by variable
  std::vector<bool> witness_mapped_;  // by variable
  Judgement judgement_;
};

const std::array<CertificateChecker::Kind, 5> CertificateChecker::kKinds{{
    {"Reset", "R{K} & C => R'{K} & C'",
     "a reset state of the model is no reset state of the certificate",
     &CertificateChecker::build_reset},
    {"Transition", "F{K} & Cs & Ct & C's => F'{K} & C't",
     "a step of the model is no step of the certificate", &CertificateChecker::build_transition},
    {"Safety", "C & C' & P' => P", "the invariant does not exclude a bad state of the model",
     &CertificateChecker::build_safety},
    {"Base", "R' & C' => P'", "the invariant does not hold in a reset state",
     &CertificateChecker::build_base},
    {"Inductive", "F' & C's & C't & P's => P't", "the invariant is not preserved by a step",
     &CertificateChecker::build_inductive},
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
