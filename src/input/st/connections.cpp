// SPDX-License-Identifier: MIT
//
// What programs are connected with: the plant that an environment is, global variables and
// addresses that a configuration names; and how often they run.
#include <fmt/format.h>

#include <bit>
#include <utility>

#include "base/error.h"
#include "input/st/compiler.h"
#include "input/st/lexer.h"

namespace cairn::st {

/// The plant: what it computes becomes the program's inputs, and it sees the program's outputs. Its
/// other inputs are arbitrary.
void Compiler::connect_environment(const Scope& plant, const Scope& program, bool is_before) {
  for (std::size_t i = 0; i < plant.block->fields.size(); ++i) {
    const Field& field = plant.block->fields[i];
    const auto wanted = is_before ? Section::Kind::Input : Section::Kind::Output;
    if (field.section != wanted) continue;
    const int other = program.block->field(field.upper);
    if (other < 0) continue;
    const Field& partner = program.block->fields[static_cast<std::size_t>(other)];
    const bool fits = is_before ? partner.section == Section::Kind::Output
                                : partner.section == Section::Kind::Input;
    if (!fits) continue;
    if (!same_type(field.type, partner.type))
      fail(field.at, fmt::format("'{}' has the type {} here, and {} in the program",
                                 printable(field.name, 60), field.type->name, partner.type->name));
    const Place here = part(plant.self, i);
    const Place there = part(program.self, static_cast<std::size_t>(other));
    if (is_before)
      copy(here, there, field.at);
    else
      copy(there, here, field.at);
  }
}

/// What a configuration says of an instance: `in := global`, `out => %QX0.0`.
void Compiler::connect_arguments(const Scope& scope, const ProgramInstance& instance,
                                 bool is_before) {
  Scope* const outer = std::exchange(scope_, nullptr);
  for (const Argument& argument : instance.arguments) {
    const int index = scope.block->field(upper_case(argument.name));
    if (argument.name.empty() || index < 0 || !argument.value) {
      std::vector<std::string> known;
      for (const Field& field : scope.block->fields)
        if (field.section == Section::Kind::Input || field.section == Section::Kind::Output)
          known.push_back(field.name);
      names_.fail_unknown(argument.at, fmt::format("input or output of {}", scope.block->name),
                          argument.name, known);
    }
    const auto which = static_cast<std::size_t>(index);
    const Field& field = scope.block->fields[which];
    const auto wanted = argument.is_output ? Section::Kind::Output : Section::Kind::Input;
    if (field.section != wanted)
      fail(argument.at, fmt::format("'{}' is no {}", printable(field.name, 60),
                                    argument.is_output ? "output" : "input"));
    if (argument.is_output == is_before) continue;
    mark(argument.at);
    const Place place = part(scope.self, which);
    if (!field.type->is_scalar()) {
      const Access other = access(*argument.value);
      if (!same_type(other.type, field.type))
        fail(argument.value->at,
             fmt::format("expected {}, got {}", field.type->name, other.type->name));
      if (is_before)
        copy(place, other.place, argument.at);
      else
        copy(other.place, place, argument.at);
    } else if (is_before) {
      write(place, lower_as(*argument.value, field.type));
    } else {
      const Access target = access(*argument.value);
      store(target, convert(value(field.type, read(place), argument.at), target.type, argument.at));
    }
  }
  scope_ = outer;
}

void Compiler::run_instance(Scope& scope, const Running& how) {
  if (how.instance != nullptr) connect_arguments(scope, *how.instance, true);
  run_body(scope);
  if (how.instance != nullptr) connect_arguments(scope, *how.instance, false);
}

void Compiler::run_program(Scope& scope, const Running& how) {
  if (how.every > 1) {
    const auto width = static_cast<std::uint32_t>(std::bit_width(how.every));
    const Term turn = out_.variable("turn", Sort::bit_vector(width), "", Show::Hidden);
    zeroed_.push_back(turn);
    const Term is_due = terms().equal(turn, terms().bv(width, 0));
    out_.begin_block();
    run_instance(scope, how);
    Block body = out_.end_block();
    out_.if_(is_due, std::move(body), {});
    out_.assign(turn, terms().ite(terms().equal(turn, terms().bv(width, how.every - 1)),
                                  terms().bv(width, 0),
                                  terms().make(Op::BvAdd, {turn, terms().bv(width, 1)})));
    return;
  }
  run_instance(scope, how);
}

}  // namespace cairn::st
