// SPDX-License-Identifier: MIT
#include "format/btor2/btor2_certificate.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <unordered_map>
#include <unordered_set>

#include "base/error.h"
#include "format/btor2/btor2_emitter.h"
#include "format/btor2/btor2_lines.h"

namespace cairn {
namespace {

/// That a field starts with; 0 if there is none.
std::uint64_t number_of(std::string_view field) {
  std::uint64_t number = 0;
  std::from_chars(field.data(), field.data() + field.size(), number);
  return number;
}

/// The model's lines but for properties, outputs and comments; inputs and states have their ids as
/// symbols.
class ModelLines {
 public:
  explicit ModelLines(const Source& source);

  std::string text;
  std::uint64_t last_id = 0;
  std::vector<std::int64_t> bad;  ///< what bad states refer to
  std::unordered_map<std::uint64_t, Sort> sorts;

 private:
  void copy(Btor2Lines& lines);
  void add_sort(std::string_view kind, std::uint64_t first, std::uint64_t second);

  std::vector<std::string_view> fields_;  // of a line, behind its operator
};

ModelLines::ModelLines(const Source& source) {
  text.reserve(source.bytes.size());
  Btor2Lines lines(source);
  while (lines.next()) copy(lines);
}

void ModelLines::copy(Btor2Lines& lines) {
  last_id = number_of(lines.field());
  const std::string_view tag = lines.field();
  if (tag == "justice" || tag == "fair" || tag == "output") return;
  fields_.clear();
  while (!lines.at_end()) fields_.push_back(lines.field());
  if (tag == "bad") {
    const bool negated = fields_[0].starts_with('-');
    const auto id = static_cast<std::int64_t>(number_of(fields_[0].substr(negated ? 1 : 0)));
    bad.push_back(negated ? -id : id);
    return;
  }
  if (tag == "sort")
    add_sort(fields_[0], number_of(fields_[1]), fields_.size() > 2 ? number_of(fields_[2]) : 0);
  // Symbols of other lines are kept: only a reader could tell them from arguments.
  const std::string symbol = tag == "input" || tag == "state" ? fmt::format("={}", last_id) : "";
  if (!symbol.empty()) fields_ = {fields_[0], symbol};
  ((text += std::to_string(last_id)) += ' ') += tag;
  for (const std::string_view field : fields_) (text += ' ') += field;
  text += '\n';
}

void ModelLines::add_sort(std::string_view kind, std::uint64_t first, std::uint64_t second) {
  sorts[last_id] = kind == "bitvec" ? Sort::bit_vector(static_cast<std::uint32_t>(first))
                                    : Sort::array_of(sorts.at(first), sorts.at(second));
}

class CertificateWriter {
 public:
  CertificateWriter(const WordModel& model, ModelLines& lines)
      : terms_(*model.system.terms), emitter_(terms_, lines.last_id + 1, lines.text) {
    for (const auto& [id, sort] : lines.sorts) emitter_.define_sort(sort, id);
    for (std::size_t i = 0; i < model.system.inputs.size(); ++i)
      emitter_.define(model.system.inputs[i], model.input_ids[i]);
    for (std::size_t i = 0; i < model.system.states.size(); ++i)
      emitter_.define(model.system.states[i].term, model.state_ids[i]);
  }

  void write_auxiliary(const WordInvariant& invariant);
  void write_bad(const std::vector<std::int64_t>& bad, const WordInvariant& invariant);

 private:
  const Terms& terms_;
  Btor2Emitter emitter_;
};

void CertificateWriter::write_auxiliary(const WordInvariant& invariant) {
  const std::vector<WordState>& states = invariant.auxiliary;
  for (const WordDifference& difference : invariant.differences)
    emitter_.define(
        difference.input,
        emitter_.line("input", std::to_string(emitter_.sort(terms_.sort(difference.input)))));
  for (const WordState& state : states) emitter_.declare_state(state.term, state.init, {});
  for (const WordState& state : states) emitter_.emit(state.term);
  for (const WordState& state : states)
    if (state.next.valid()) emitter_.emit_next(state.term, state.next);
  const auto write_role = [&](Term of, const char* role, Term variable) {
    emitter_.line("output", fmt::format("{} {}={}", emitter_.emit_positive(of), role,
                                        emitter_.emit(variable)));
  };
  for (const WordProphecy& prophecy : invariant.prophecies)
    write_role(prophecy.predicted, "prophecy", prophecy.variable);
  for (const WordDifference& difference : invariant.differences)
    write_role(difference.equality, "difference", difference.input);
}

void CertificateWriter::write_bad(const std::vector<std::int64_t>& bad,
                                  const WordInvariant& invariant) {
  const std::uint64_t bit = emitter_.sort(Sort::boolean());
  std::int64_t any = 0;
  const auto add = [&](std::int64_t id) {
    any =
        any == 0
            ? id
            : static_cast<std::int64_t>(emitter_.line("or", fmt::format("{} {} {}", bit, any, id)));
  };
  const auto both = [&](std::int64_t a, std::uint64_t b) {
    return static_cast<std::int64_t>(emitter_.line("and", fmt::format("{} {} {}", bit, a, b)));
  };
  std::vector<std::uint64_t> as_predicted;
  for (const WordProphecy& prophecy : invariant.prophecies)
    as_predicted.push_back(
        emitter_.line("eq", fmt::format("{} {} {}", bit, emitter_.emit(prophecy.variable),
                                        emitter_.emit(prophecy.predicted))));
  for (std::int64_t id : bad) {
    for (const std::uint64_t equation : as_predicted) id = both(id, equation);
    add(id);
  }
  for (const Term term : invariant.conjuncts) add(-emitter_.emit(term));
  // What is true of them in the first step is part of the invariant.
  for (const std::int64_t fact : emitter_.constant_array_facts()) add(-fact);
  // Cerbtora takes no negated properties.
  std::uint64_t id = static_cast<std::uint64_t>(any);
  if (any == 0) id = emitter_.line("zero", std::to_string(bit));
  if (any < 0) id = emitter_.line("not", fmt::format("{} {}", bit, -any));
  emitter_.line("bad", std::to_string(id));
}

/// Or one whose element is no value: only equations with it have lines.
bool has_no_lines(const Terms& terms, Term term) {
  const Sort& sort = terms.sort(term);
  if (terms.op(term) == Op::ConstArray && !terms.is_value(terms.operands(term)[0])) return true;
  return sort.is_array() && (terms.is_value(term) || terms.op(term) == Op::ConstArray) &&
         sort.index_sort().width() > Btor2Emitter::kMaxIndexBits;
}

bool is_array_equality(const Terms& terms, Term term) {
  return terms.op(term) == Op::Equal && terms.sort(terms.operands(term)[0]).is_array();
}

/// The line of the certificate that defines `id`, for messages.
[[noreturn]] void fail_at_id(const Source& source, std::uint64_t id, std::string_view message) {
  Btor2Lines lines(source);
  while (lines.next())
    if (number_of(lines.field()) == id) lines.fail(message);
  lines.fail(message);
}

/// What a symbol "=12", or "=12_count", refers to; none if it does not start with '='.
std::optional<std::uint64_t> reference_of(const std::string& name) {
  if (!name.starts_with('=')) return std::nullopt;
  return number_of(std::string_view(name).substr(1));
}

/// What a symbol "prophecy=12" refers to, if it begins so.
std::optional<std::uint64_t> role_of(std::string_view name, std::string_view role) {
  if (!name.starts_with(role) || !name.substr(role.size()).starts_with('=')) return std::nullopt;
  return number_of(name.substr(role.size() + 1));
}

class MappingReader {
 public:
  MappingReader(const Source& source, const WordModel& certificate, const WordModel& model)
      : source_(source), certificate_(certificate), model_(model) {}

  WordMapping read();

 private:
  /// Inputs or states of either model.
  struct Leaves {
    std::vector<Term> terms;
    const std::vector<std::uint64_t>& ids;
  };
  static Leaves inputs_of(const WordModel& model) { return {model.system.inputs, model.input_ids}; }
  static Leaves states_of(const WordModel& model) {
    Leaves leaves{{}, model.state_ids};
    for (const WordState& state : model.system.states) leaves.terms.push_back(state.term);
    return leaves;
  }
  std::vector<std::optional<std::uint32_t>> read(const Leaves& from, const Leaves& to,
                                                 bool by_order, const char* noun);
  void read_roles(WordMapping& mapping) const;
  std::uint32_t position(const std::vector<std::uint64_t>& ids, std::uint64_t id) const;
  const std::string& name_of(Term term) const { return certificate_.system.terms->name(term); }

  const Source& source_;
  const WordModel& certificate_;
  const WordModel& model_;
};

WordMapping MappingReader::read() {
  const Leaves inputs = inputs_of(certificate_), states = states_of(certificate_);
  const auto has_reference = [&](Term term) { return name_of(term).starts_with('='); };
  const bool by_order = std::none_of(inputs.terms.begin(), inputs.terms.end(), has_reference) &&
                        std::none_of(states.terms.begin(), states.terms.end(), has_reference);
  WordMapping mapping;
  mapping.inputs = read(inputs, inputs_of(model_), by_order, "input");
  mapping.states = read(states, states_of(model_), by_order, "state");
  read_roles(mapping);
  return mapping;
}

std::uint32_t MappingReader::position(const std::vector<std::uint64_t>& ids,
                                      std::uint64_t id) const {
  const auto found = std::find(ids.begin(), ids.end(), id);
  if (found == ids.end()) fail_at_id(source_, id, "no state, or input, that has a role in a proof");
  return static_cast<std::uint32_t>(found - ids.begin());
}

void MappingReader::read_roles(WordMapping& mapping) const {
  const Terms& terms = *certificate_.system.terms;
  for (const auto& [term, name] : certificate_.outputs) {
    if (const auto id = role_of(name, "prophecy")) {
      const std::uint32_t state = position(certificate_.state_ids, *id);
      if (terms.sort(term) != terms.sort(certificate_.system.states[state].term))
        fail_at_id(source_, *id, "a prophecy of another sort than what it predicts");
      mapping.prophecies.push_back({state, term});
    }
    if (const auto id = role_of(name, "difference")) {
      const std::uint32_t input = position(certificate_.input_ids, *id);
      const Sort& sort = terms.sort(certificate_.system.inputs[input]);
      if (!is_array_equality(terms, term) || sort.is_array() ||
          terms.sort(terms.operands(term)[0]).index_sort().width() != sort.width())
        fail_at_id(source_, *id, "an index where arrays differ, but none such are compared");
      mapping.differences.push_back({input, terms.operands(term)[0], terms.operands(term)[1]});
    }
  }
}

std::vector<std::optional<std::uint32_t>> MappingReader::read(const Leaves& from, const Leaves& to,
                                                              bool by_order, const char* noun) {
  std::unordered_map<std::uint64_t, std::uint32_t> positions;
  for (std::size_t i = 0; i < to.ids.size(); ++i)
    positions.emplace(to.ids[i], static_cast<std::uint32_t>(i));
  std::vector<std::optional<std::uint32_t>> result(from.terms.size());
  std::vector<bool> used(to.terms.size());
  for (std::size_t i = 0; i < from.terms.size(); ++i) {
    const auto fail = [&](std::string_view message) { fail_at_id(source_, from.ids[i], message); };
    if (by_order) {
      if (i < to.terms.size()) result[i] = static_cast<std::uint32_t>(i);
    } else if (const auto reference = reference_of(name_of(from.terms[i]))) {
      const auto found = positions.find(*reference);
      if (found == positions.end())
        fail(fmt::format("symbol '{}': the model has no {} with this id",
                         printable(name_of(from.terms[i]), 40), noun));
      result[i] = found->second;
    }
    if (!result[i]) continue;
    const Sort& here = certificate_.system.terms->sort(from.terms[i]);
    const Sort& there = model_.system.terms->sort(to.terms[*result[i]]);
    if (here != there)
      fail(fmt::format("{} {} has sort {}, but the model's {} has {}", noun, from.ids[i],
                       to_string(here), to.ids[*result[i]], to_string(there)));
    if (used[*result[i]])
      fail(fmt::format("two {}s stand for {} of the model", noun, to.ids[*result[i]]));
    used[*result[i]] = true;
  }
  return result;
}

}  // namespace

bool has_certificate_form(const Terms& terms, const WordInvariant& invariant) {
  std::vector<Term> stack = invariant.conjuncts;
  for (const WordState& state : invariant.auxiliary)
    if (state.next.valid()) stack.push_back(state.next);
  for (const WordProphecy& prophecy : invariant.prophecies) stack.push_back(prophecy.predicted);
  for (const WordDifference& difference : invariant.differences) {
    if (!is_array_equality(terms, difference.equality)) return false;
    stack.push_back(difference.equality);
  }
  std::unordered_set<Term> seen(stack.begin(), stack.end());
  while (!stack.empty()) {
    const Term term = stack.back();
    stack.pop_back();
    if (has_no_lines(terms, term)) return false;
    const auto visit = [&](Term part) {
      if (seen.insert(part).second) stack.push_back(part);
    };
    if (const auto equation = Btor2Emitter::constant_equation(terms, term)) {
      visit(equation->array);
      visit(equation->element);
      continue;
    }
    for (const Term operand : terms.operands(term)) visit(operand);
  }
  return true;
}

std::string write_btor2_certificate(const Source& source, const WordModel& model,
                                    const WordInvariant& invariant, const BadSelection& about) {
  CAIRN_CHECK(invariant.k == 1);
  ModelLines lines(source);
  CertificateWriter writer(model, lines);
  writer.write_auxiliary(invariant);
  CAIRN_CHECK(about.fits(lines.bad.size()));
  writer.write_bad(about.select(lines.bad), invariant);
  return std::move(lines.text);
}

WordMapping read_word_mapping(const Source& certificate_source, const WordModel& certificate,
                              const WordModel& model) {
  return MappingReader(certificate_source, certificate, model).read();
}

}  // namespace cairn
