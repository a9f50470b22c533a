// SPDX-License-Identifier: MIT
#include "input/smv/smv_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "base/error.h"
#include "format/btor2/btor2_reader.h"
#include "format/btor2/btor2_writer.h"
#include "input/smv/evaluator.h"
#include "input/smv/specify.h"
#include "model/attach_monitor.h"
#include "smt/bitblast_solver.h"

namespace cairn {
namespace smv {
namespace {

/// Seconds for all queries about what must not happen.
constexpr double kSecondsOfViolations = 30;

class SmvCompiler {
 public:
  SmvCompiler(const Source& source, const Context& context)
      : source_(source),
        context_(context),
        tree_(parse(source.bytes, source.name)),
        design_(tree_, source.name) {
    model_.system.terms = std::make_shared<Terms>();
    evaluator_.emplace(design_, model_.system);
  }

  SmvModel run() {
    evaluator_->define_next();
    initial_states();
    relations();
    fairness();
    specifications();
    check_violations();
    add_outputs();
    return finish();
  }

 private:
  Terms& terms() { return *model_.system.terms; }

  // -- The first state.

  void initial_states() {
    std::vector<Term> conditions;
    for (std::size_t i = 0; i < design_.variables().size(); ++i) {
      const DesignVariable& variable = design_.variables()[i];
      if (variable.init.empty()) continue;
      const Scoped& init = variable.init.front();
      if (!set_constant(i, *init.expression, *init.scope))
        conditions.push_back(evaluator_->contains(*init.expression, *init.scope, Time::Now,
                                                  evaluator_->variable(i, Time::Now)));
    }
    for (const Scoped& init : design_.init()) add_initial(init.expression, *init.scope, conditions);
    std::erase_if(conditions, [&](Term t) { return terms().is_true(t); });
    if (conditions.empty()) return;
    const Term first = first_step();
    model_.system.constraints.push_back(terms().implies(first, terms().and_all(conditions)));
    model_.constraint_names.emplace_back("INIT");
  }

  /// Conjuncts that give a variable a constant are its initial value.
  void add_initial(const ExpressionPtr& e, const Instance& scope, std::vector<Term>& conditions) {
    if (e->has_next) design_.fail(e->place, "next() within INIT");
    if (e->op == Op::And) {
      for (const ExpressionPtr& part : e->operands) add_initial(part, scope, conditions);
      return;
    }
    const bool is_negated = e->op == Op::Not;
    const Expression& literal = is_negated ? *e->operands[0] : *e;
    if (literal.op == Op::Name || literal.op == Op::Member || literal.op == Op::Index) {
      const Target target = design_.resolve(literal, scope);
      Expression value;
      value.op = is_negated ? Op::False : Op::True;
      if (target.kind == Target::Kind::Variable && set_constant(target.index, value, scope)) return;
    } else if (e->op == Op::Equal) {
      const Target target = design_.resolve(*e->operands[0], scope);
      if (target.kind == Target::Kind::Variable &&
          set_constant(target.index, *e->operands[1], scope))
        return;
    }
    conditions.push_back(evaluator_->boolean(*e, scope, Time::Now));
  }

  bool set_constant(std::size_t index, const Expression& e, const Instance& scope) {
    const DesignVariable& variable = design_.variables()[index];
    if (!variable.now.empty() || variable.kind == Variable::Kind::Input) return false;
    if (!initialised_.emplace(index, 0).second) return false;
    const bool is_literal = e.op == Op::True || e.op == Op::False || e.op == Op::Number ||
                            e.op == Op::Word ||
                            (e.op == Op::Name && !scope.arguments.contains(e.text) &&
                             design_.resolve(e, scope).kind == Target::Kind::Symbol);
    std::optional<Values::Stored> stored;
    if (is_literal)
      stored = evaluator_->values().store(variable.sorting, evaluator_->value(e, scope, Time::Now));
    if (!stored || !terms().is_false(stored->misfit) || !terms().is_value(stored->bits)) {
      initialised_.erase(index);
      return false;
    }
    evaluator_->set_initial(index, stored->bits);
    return true;
  }

  Term first_step() {
    const Term state = terms().variable("INIT.first", Sort::bit_vector(1));
    model_.system.states.push_back({state, terms().bv(1, 1), terms().bv(1, 0)});
    return terms().equal(state, terms().bv(1, 1));
  }

  // -- Relations. A run whose last state has no successor is a run for INVARSPEC: what TRANS says
  // about a step is then asked of the state after it.

  void relations() {
    std::vector<Term> now, step;
    for (const Scoped& invar : design_.invar()) {
      if (invar.expression->has_next) design_.fail(invar.place, "next() within INVAR");
      now.push_back(evaluator_->boolean(*invar.expression, *invar.scope, Time::Now));
    }
    for (const Scoped& trans : design_.trans())
      step.push_back(evaluator_->boolean(*trans.expression, *trans.scope, Time::Now));
    std::erase_if(now, [&](Term t) { return terms().is_true(t); });
    std::erase_if(step, [&](Term t) { return terms().is_true(t); });
    result_.temporal.is_total = now.empty() && step.empty();
    for (const Term term : now) {
      model_.system.constraints.push_back(term);
      model_.constraint_names.emplace_back("INVAR");
    }
    if (step.empty()) return;
    Term held = terms().and_all(step);
    if (has_invariants()) {
      const Term state = terms().variable("TRANS.held", Sort::bit_vector(1));
      const Term one = terms().bv(1, 1);
      model_.system.states.push_back({state, one, terms().ite(held, one, terms().bv(1, 0))});
      held = terms().equal(state, one);
    }
    model_.system.constraints.push_back(held);
    model_.constraint_names.emplace_back("TRANS");
  }
  bool has_invariants() const {
    return std::ranges::any_of(design_.specifications(), [](const DesignSpecification& s) {
      return s.syntax->kind == Specification::Kind::Invariant;
    });
  }

  void fairness() {
    for (const Scoped& justice : design_.justice())
      model_.fairness.push_back(
          evaluator_->boolean(*justice.expression, *justice.scope, Time::Now));
    for (const auto& [often, then] : design_.compassion()) {
      const Term p = evaluator_->boolean(*often.expression, *often.scope, Time::Now);
      const Term q = evaluator_->boolean(*then.expression, *then.scope, Time::Now);
      model_.fairness.push_back(compassion(p, q));
    }
  }

  /// "If p recurs then q recurs" as one term that recurs: a run guesses from when on p never holds,
  /// and has to be right, or q recurs.
  Term compassion(Term p, Term q) {
    const Sort bit = Sort::bit_vector(1);
    const Term one = terms().bv(1, 1), zero = terms().bv(1, 0);
    const std::size_t n = compassions_++;
    const Term guess = terms().variable(fmt::format("COMPASSION{}.guess", n), bit);
    const Term over = terms().variable(fmt::format("COMPASSION{}.over", n), bit);
    const Term wrong = terms().variable(fmt::format("COMPASSION{}.wrong", n), bit);
    model_.system.inputs.push_back(guess);
    const Term is_over = terms().equal(over, one);
    const Term is_wrong = terms().or_(terms().equal(wrong, one), terms().and_(is_over, p));
    model_.system.states.push_back(
        {over, zero, terms().ite(terms().or_(is_over, terms().equal(guess, one)), one, zero)});
    model_.system.states.push_back({wrong, zero, terms().ite(is_wrong, one, zero)});
    return terms().or_(q, terms().and_(is_over, terms().not_(is_wrong)));
  }

  // -- Specifications.

  void specifications() {
    Specifier specifier(*evaluator_, result_.temporal);
    for (const DesignSpecification& specification : design_.specifications())
      specifier.add(specification, model_);
  }

  /// As NuSMV: what must not happen, happens in no state whatsoever.
  void check_violations() {
    Budget share(&context_.budget);
    share.renew(kSecondsOfViolations);
    const Context limited{context_.log, share, context_.progress, context_.seed};
    BitBlastSolver solver(terms(), limited);
    std::unordered_map<std::uint32_t, SmtResult> known;
    for (const Violation& violation : evaluator_->violations()) {
      const auto [entry, is_new] = known.try_emplace(violation.condition.id, SmtResult::Unsat);
      if (is_new) entry->second = solver.check({&violation.condition, 1});
      if (entry->second == SmtResult::Sat) design_.fail(violation.place, violation.message);
      if (entry->second == SmtResult::Unknown)
        design_.fail(violation.place, violation.message + "; that it never happens was not shown");
    }
  }

  /// Variables are outputs of the model that is written and read back.
  void add_outputs() {
    const auto add = [&](Term term, const std::string& name) {
      model_.outputs.push_back({term, name});
    };
    for (std::size_t i = 0; i < design_.variables().size(); ++i) {
      const DesignVariable& variable = design_.variables()[i];
      const auto stored =
          evaluator_->values().store(variable.sorting, evaluator_->variable(i, Time::Now));
      add(stored->bits, fmt::format("v{}", i));
    }
    for (std::size_t p = 0; p < design_.processes().size() && design_.processes().size() > 1; ++p)
      add(evaluator_->running(p), fmt::format("p{}", p));
    for (std::size_t i = 0; i < result_.temporal.atoms.size(); ++i)
      add(result_.temporal.atoms[i], fmt::format("a{}", i));
  }

  SmvModel finish() {
    result_.btor2 = {source_.name, write_btor2(model_)};
    WordModel read = read_btor2(result_.btor2);
    std::unordered_map<std::string, Term> outputs;
    for (const NamedTerm& output : read.outputs) outputs[output.name] = output.term;
    TemporalModel& temporal = result_.temporal;
    for (std::size_t i = 0; i < temporal.atoms.size(); ++i)
      temporal.atoms[i] = outputs.at(fmt::format("a{}", i));
    for (std::size_t i = 0; i < design_.variables().size(); ++i) {
      const DesignVariable& variable = design_.variables()[i];
      const Sorting sorting = variable.sorting;
      temporal.variables.push_back(
          {variable.name, outputs.at(fmt::format("v{}", i)), variable.kind == Variable::Kind::Input,
           [sorting](const BitVector& bits) { return Values::shown(sorting, bits); }});
    }
    for (std::size_t p = 0; p < design_.processes().size() && design_.processes().size() > 1; ++p)
      temporal.variables.push_back(
          {design_.processes()[p] + ".running", outputs.at(fmt::format("p{}", p)), true,
           [](const BitVector& bits) { return bits.is_zero() ? "FALSE" : "TRUE"; }});
    read.outputs.clear();
    read.top = "main";
    result_.model = std::move(read);
    return std::move(result_);
  }

  const Source& source_;
  const Context& context_;
  const SyntaxTree tree_;
  const Design design_;
  WordModel model_;
  std::optional<Evaluator> evaluator_;
  std::unordered_map<std::size_t, int> initialised_;
  std::size_t compassions_ = 0;
  SmvModel result_;
};

}  // namespace
}  // namespace smv

SmvModel read_smv(const Source& source, const Context& context) {
  return smv::SmvCompiler(source, context).run();
}

}  // namespace cairn
