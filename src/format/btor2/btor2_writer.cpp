// SPDX-License-Identifier: MIT
#include "format/btor2/btor2_writer.h"

#include <fmt/format.h>

#include "format/btor2/btor2_emitter.h"

namespace cairn {

namespace {

std::string with_symbol(std::string text, std::string_view name) {
  return name.empty() ? text : fmt::format("{} {}", text, btor2_symbol(name));
}

std::string name_at(const std::vector<std::string>& names, std::size_t i) {
  return i < names.size() ? names[i] : "";
}

}  // namespace

std::string write_btor2(const WordModel& model, const KeepName& keep) {
  const WordSystem& system = model.system;
  const Terms& terms = *system.terms;
  std::string text;
  Btor2Emitter emitter(terms, 1, text);
  for (const Term input : system.inputs) {
    const std::uint64_t sort = emitter.sort(terms.sort(input));
    emitter.define(input,
                   emitter.line("input", with_symbol(std::to_string(sort), terms.name(input))));
  }
  for (std::size_t i = 0; i < system.states.size(); ++i) {
    const WordState& state = system.states[i];
    const std::string& name = terms.name(state.term);
    const bool is_kept = keep ? !is_nameless_state(model, i) && keep(name) : true;
    emitter.declare_state(state.term, state.init, is_kept ? name : "");
  }
  for (const WordState& state : system.states) emitter.emit(state.term);
  for (const WordState& state : system.states)
    if (state.next.valid()) emitter.emit_next(state.term, state.next);
  const auto property = [&](std::string_view tag, Term term, std::string_view name) {
    const std::uint64_t id = emitter.emit_positive(term);
    emitter.line(tag, with_symbol(std::to_string(id), name));
  };
  // A name for what has one already: as Yosys has it, an extension by no bits.
  for (const NamedTerm& wire : model.wires)
    if (const Sort& sort = terms.sort(wire.term);
        !sort.is_array() && !(terms.is_variable(wire.term) && terms.name(wire.term) == wire.name))
      emitter.line("uext", fmt::format("{} {} 0 {}", emitter.sort(sort),
                                       emitter.emit_positive(wire.term), btor2_symbol(wire.name)));
  for (const NamedTerm& output : model.outputs) property("output", output.term, output.name);
  for (std::size_t i = 0; i < system.constraints.size(); ++i)
    property("constraint", system.constraints[i], name_at(model.constraint_names, i));
  for (std::size_t i = 0; i < system.bad.size(); ++i)
    property("bad", system.bad[i], name_at(model.bad_names, i));
  for (const Term fair : model.fairness) property("fair", fair, {});
  for (const auto& conditions : model.justice) {
    std::string ids = std::to_string(conditions.size());
    for (const Term condition : conditions)
      ids += fmt::format(" {}", emitter.emit_positive(condition));
    emitter.line("justice", ids);
  }
  if (text.empty()) emitter.sort(Sort::boolean());  // a file has a line
  return text;
}

}  // namespace cairn
