// SPDX-License-Identifier: MIT
#include "input/ltl/ltl_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <unordered_map>

#include "base/error.h"
#include "base/nearest_name.h"
#include "format/source.h"
#include "input/smv/ctl_formula.h"
#include "input/smv/syntax.h"
#include "logic/temporal/monitor.h"
#include "model/attach_monitor.h"

namespace cairn {
namespace {

using smv::Expression;
using temporal::Formula;
using Operator = smv::Op;

/// A bit-vector, or a number that takes the width of what it stands beside.
struct LtlWord {
  Term term;
  std::uint64_t number = 0;
  bool is_number() const { return !term.valid(); }
};

class LtlCompiler {
 public:
  LtlCompiler(WordModel& model, TemporalModel& temporal)
      : terms_(*model.system.terms), temporal_(temporal) {
    const auto add = [&](Term term, const std::string& name) {
      if (!name.empty() && !terms_.sort(term).is_array()) names_.emplace(name, term);
    };
    for (const Term input : model.system.inputs) add(input, terms_.name(input));
    for (const WordState& state : model.system.states) add(state.term, terms_.name(state.term));
    for (const NamedTerm& output : model.outputs) add(output.term, output.name);
    for (const NamedTerm& wire : model.wires) add(wire.term, wire.name);
  }

  Formula compile(const LtlFormula& formula) { return ltl(*parsed(formula)); }
  temporal::CtlFormula compile_ctl(const LtlFormula& formula) {
    return smv::ctl_formula(
        *parsed(formula), temporal_.ctl_formulas,
        [&](const Expression& plain) {
          const auto node = temporal_.formulas.node(atom(plain));
          if (node.op == temporal::Operator::Atom) return temporal_.ctl_formulas.atom(node.a);
          return temporal_.ctl_formulas.constant(node.op == temporal::Operator::True);
        },
        [&](const Expression& wrong) {
          fail(wrong, smv::is_temporal(wrong.op) && !smv::is_ctl(wrong.op)
                          ? "an operator of LTL in a formula of CTL"
                          : "a temporal operator cannot stand here");
        });
  }

 private:
  smv::ExpressionPtr parsed(const LtlFormula& formula) {
    from_ = &formula;
    try {
      return smv::parse_formula(formula.text, formula.file);
    } catch (const InputError& error) {
      throw InputError({formula.file, formula.line, error.position().column}, error.message());
    }
  }
  [[noreturn]] void fail(const Expression& e, const std::string& message) const {
    throw InputError({from_->file, from_->line, e.place.column}, message);
  }

  Formula ltl(const Expression& e) {
    temporal::Formulas& f = temporal_.formulas;
    if (!e.has_temporal) return atom(e);
    if (smv::is_ctl(e.op)) fail(e, "an operator of CTL in a formula of LTL");
    std::vector<Formula> parts;
    for (const smv::ExpressionPtr& operand : e.operands) parts.push_back(ltl(*operand));
    switch (e.op) {
      case Operator::Not:
        return f.not_(parts[0]);
      case Operator::And:
        return f.and_all(parts);
      case Operator::Or:
        return f.or_all(parts);
      case Operator::Implies:
        return f.implies(parts[0], parts[1]);
      case Operator::Iff:
      case Operator::Xnor:
        return f.iff(parts[0], parts[1]);
      case Operator::Xor:
        return f.not_(f.iff(parts[0], parts[1]));
      case Operator::Globally:
        return f.globally(parts[0]);
      case Operator::Finally:
        return f.finally_(parts[0]);
      case Operator::NextStep:
        return f.next(parts[0]);
      case Operator::Until:
        return f.until(parts[0], parts[1]);
      case Operator::Release:
        return f.release(parts[0], parts[1]);
      case Operator::WeakUntil:
        return f.weak_until(parts[0], parts[1]);
      case Operator::StrongRelease:
        return f.strong_release(parts[0], parts[1]);
      case Operator::Yesterday:
        return f.yesterday(parts[0]);
      case Operator::WeakYesterday:
        return f.weak_yesterday(parts[0]);
      case Operator::Once:
        return f.once(parts[0]);
      case Operator::Historically:
        return f.historically(parts[0]);
      case Operator::Since:
        return f.since(parts[0], parts[1]);
      case Operator::Triggered:
        return f.triggered(parts[0], parts[1]);
      default:
        fail(e, "a temporal operator cannot stand here");
    }
  }

  Formula atom(const Expression& e) {
    const Term term = boolean(e);
    if (terms_.is_true(term) || terms_.is_false(term))
      return temporal_.formulas.constant(terms_.is_true(term));
    const auto [found, is_new] =
        atoms_.try_emplace(term.id, static_cast<std::uint32_t>(temporal_.atoms.size()));
    if (is_new) {
      temporal_.atoms.push_back(term);
      temporal_.atom_texts.push_back(smv::text_of_expression(e));
    }
    return temporal_.formulas.atom(found->second);
  }

  Term boolean(const Expression& e) {
    const auto part = [&](std::size_t i) { return boolean(*e.operands[i]); };
    switch (e.op) {
      case Operator::True:
        return terms_.true_term();
      case Operator::False:
        return terms_.false_term();
      case Operator::Not:
        return terms_.not_(part(0));
      case Operator::And:
      case Operator::Or: {
        std::vector<Term> parts;
        for (std::size_t i = 0; i < e.operands.size(); ++i) parts.push_back(part(i));
        return e.op == Operator::And ? terms_.and_all(parts) : terms_.or_all(parts);
      }
      case Operator::Xor:
        return terms_.xor_(part(0), part(1));
      case Operator::Implies:
        return terms_.implies(part(0), part(1));
      case Operator::Iff:
      case Operator::Xnor:
        return terms_.not_(terms_.xor_(part(0), part(1)));
      case Operator::Equal:
      case Operator::NotEqual:
      case Operator::Less:
      case Operator::LessEqual:
      case Operator::Greater:
      case Operator::GreaterEqual:
        return comparison(e);
      default:
        break;
    }
    const LtlWord found = word(e);
    if (found.is_number()) {
      if (found.number > 1) fail(e, "expected a bit, got a number");
      return terms_.boolean(found.number == 1);
    }
    const std::uint32_t width = terms_.sort(found.term).width();
    if (width != 1)
      fail(e,
           fmt::format("expected a bit, got a word of {} bits: compare it with something", width));
    return terms_.equal(found.term, terms_.bv(1, 1));
  }

  Term comparison(const Expression& e) {
    LtlWord a = word(*e.operands[0]), b = word(*e.operands[1]);
    if (a.is_number() && b.is_number()) fail(e, "both sides of the comparison are constant");
    fit(a, b, *e.operands[0]);
    fit(b, a, *e.operands[1]);
    const std::uint32_t width = std::max(terms_.sort(a.term).width(), terms_.sort(b.term).width());
    const Term x = terms_.resize_unsigned(a.term, width), y = terms_.resize_unsigned(b.term, width);
    const auto below = [&](Term s, Term t) { return terms_.make(Op::BvUlt, {s, t}); };
    switch (e.op) {
      case Operator::Equal:
        return terms_.equal(x, y);
      case Operator::NotEqual:
        return terms_.distinct(x, y);
      case Operator::Less:
        return below(x, y);
      case Operator::Greater:
        return below(y, x);
      case Operator::LessEqual:
        return terms_.not_(below(y, x));
      default:
        return terms_.not_(below(x, y));
    }
  }

  /// A number becomes a word, wide enough for itself.
  void fit(LtlWord& number, const LtlWord& beside, const Expression& e) {
    if (!number.is_number()) return;
    const std::uint32_t width = beside.is_number() ? 64 : terms_.sort(beside.term).width();
    if (width < 64 && number.number >> width != 0)
      fail(e, fmt::format("{} does not fit a word of {} bits", number.number, width));
    number.term = terms_.bv(width, number.number);
  }

  LtlWord word(const Expression& e) {
    switch (e.op) {
      case Operator::Number: {
        LtlWord found;
        const auto end = e.text.data() + e.text.size();
        if (std::from_chars(e.text.data(), end, found.number).ec != std::errc())
          fail(e, "the number is too large");
        return found;
      }
      case Operator::Word:
        return based_number(e);
      case Operator::Name:
      case Operator::Member:
        return named(e);
      case Operator::Index:
      case Operator::BitRange:
        return bits(e);
      case Operator::Add:
      case Operator::Subtract: {
        LtlWord a = word(*e.operands[0]), b = word(*e.operands[1]);
        if (a.is_number() && b.is_number()) fail(e, "both operands are constant");
        fit(a, b, *e.operands[0]);
        fit(b, a, *e.operands[1]);
        const std::uint32_t width =
            std::max(terms_.sort(a.term).width(), terms_.sort(b.term).width());
        const Term x = terms_.resize_unsigned(a.term, width);
        const Term y = terms_.resize_unsigned(b.term, width);
        return {e.op == Operator::Add ? terms_.make(Op::BvAdd, {x, y}) : terms_.bv_sub(x, y), 0};
      }
      default:
        break;
    }
    fail(e, "expected a signal, a number, a sum or a comparison");
  }

  LtlWord based_number(const Expression& e) const {
    const bool is_hex = e.text.starts_with("0x");
    LtlWord found;
    const char* const end = e.text.data() + e.text.size();
    const auto result = std::from_chars(e.text.data() + 2, end, found.number, is_hex ? 16 : 2);
    if ((!is_hex && !e.text.starts_with("0b")) || result.ec != std::errc() || result.ptr != end)
      fail(e, "expected a number such as 12, 0x1f or 0b101");
    return found;
  }

  static std::optional<std::string> path(const Expression& e) {
    if (e.op == Operator::Name || e.op == Operator::Number) return e.text;
    if (e.op != Operator::Member && e.op != Operator::Index) return std::nullopt;
    const auto base = path(*e.operands[0]);
    if (!base) return std::nullopt;
    if (e.op == Operator::Member) return *base + "." + e.text;
    const auto index = path(*e.operands[1]);
    return index ? std::optional(*base + "[" + *index + "]") : std::nullopt;
  }

  LtlWord as_word(Term term) {
    if (terms_.sort(term).is_bool()) return {terms_.ite(term, terms_.bv(1, 1), terms_.bv(1, 0)), 0};
    return {term, 0};
  }

  LtlWord named(const Expression& e) {
    const auto name = path(e);
    const auto found = name ? names_.find(*name) : names_.end();
    if (found != names_.end()) return as_word(found->second);
    std::vector<std::string_view> known;
    for (const auto& entry : names_) known.push_back(entry.first);
    const std::string shown = name.value_or("...");
    const std::string_view near = nearest_name(shown, known);
    fail(e, fmt::format("unknown name '{}'{}", printable(shown),
                        near.empty() ? "" : fmt::format("; is '{}' meant?", printable(near))));
  }

  LtlWord bits(const Expression& e) {
    if (e.op == Operator::Index)
      if (const auto name = path(e); name && names_.contains(*name)) return named(e);
    const LtlWord base = word(*e.operands[0]);
    const LtlWord high = word(*e.operands[1]);
    const LtlWord low = e.op == Operator::BitRange ? word(*e.operands[2]) : high;
    if (base.is_number() || !high.is_number() || !low.is_number())
      fail(e, "expected a signal with constant positions of bits");
    const std::uint32_t width = terms_.sort(base.term).width();
    if (high.number >= width || low.number > high.number)
      fail(e, fmt::format("the word has bits {}..0", width - 1));
    return {terms_.extract(base.term, static_cast<std::uint32_t>(high.number),
                           static_cast<std::uint32_t>(low.number)),
            0};
  }

  Terms& terms_;
  TemporalModel& temporal_;
  const LtlFormula* from_ = nullptr;
  std::map<std::string, Term, std::less<>> names_;
  std::unordered_map<std::uint32_t, std::uint32_t> atoms_;
};

void show_variables(const WordModel& model, TemporalModel& temporal) {
  const Terms& terms = *model.system.terms;
  const auto text = [](const BitVector& bits) {
    return bits.width() <= 32 ? bits.to_decimal() : "0x" + bits.to_hex();
  };
  const auto add = [&](Term term, bool is_input) {
    const Sort& sort = terms.sort(term);
    if (!sort.is_bool() && !sort.is_bit_vector()) return;
    temporal.variables.push_back({terms.name(term), term, is_input, text});
  };
  for (std::size_t i = 0; i < model.system.states.size(); ++i)
    if (!is_nameless_state(model, i)) add(model.system.states[i].term, false);
  for (const Term input : model.system.inputs) add(input, true);
}

}  // namespace

std::vector<LtlFormula> read_ltl_file(const std::string& path) {
  const Source source = read_source(path);
  std::vector<LtlFormula> formulas;
  std::uint32_t number = 0;
  std::string_view rest = source.bytes;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    ++number;
    line = line.substr(0, std::min(line.find('#'), line.find("--")));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    LtlFormula formula;
    formula.file = source.name;
    formula.line = number;
    std::string text(line);
    if (const std::size_t assign = text.find(":="); assign != std::string::npos) {
      const std::size_t begin = text.find_first_not_of(" \t");
      const std::size_t last = text.find_last_not_of(" \t", assign == 0 ? 0 : assign - 1);
      if (begin < assign) formula.name = text.substr(begin, last + 1 - begin);
      text.replace(0, assign + 2, assign + 2, ' ');  // columns stay
    }
    formula.text = std::move(text);
    formulas.push_back(std::move(formula));
  }
  if (formulas.empty()) throw InputError({source.name, 0}, "the file has no formula");
  return formulas;
}

TemporalModel add_ltl(WordModel& model, const std::vector<LtlFormula>& formulas) {
  TemporalModel temporal;
  temporal.is_total = model.system.constraints.empty();
  show_variables(model, temporal);
  model.system.bad.clear();
  model.bad_names.clear();
  model.bad_ids.clear();
  model.properties.clear();
  model.justice.clear();
  LtlCompiler compiler(model, temporal);
  std::vector<TemporalSpecification> made;
  for (const LtlFormula& formula : formulas) {
    TemporalSpecification specification;
    using Kind = TemporalSpecification::Kind;
    specification.kind = formula.is_ctl ? Kind::Ctl : Kind::Ltl;
    specification.name = formula.name;
    specification.text =
        formula.text.substr(std::min(formula.text.find_first_not_of(" \t"), formula.text.size()));
    specification.line = formula.line;
    if (formula.is_ctl)
      specification.ctl = compiler.compile_ctl(formula);
    else
      specification.formula = compiler.compile(formula);
    made.push_back(std::move(specification));
  }
  for (TemporalSpecification& specification : made)
    add_specification(std::move(specification), model, temporal);
  return temporal;
}

}  // namespace cairn
