// SPDX-License-Identifier: MIT
#include "support/cfa_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace cairn::support {
namespace {

using Kind = Statement::Kind;

std::string label(LocationId location) {
  return fmt::format("L{}", location.index);
}

class Maker {
 public:
  explicit Maker(const Cfa& cfa) : cfa_(cfa) {}

  Program make() {
    program_.terms = cfa_.terms;
    program_.globals = cfa_.variables;
    Procedure main;
    main.name = "main";
    main.site = site();
    for (const CfaInput& input : cfa_.inputs)
      main.locals.push_back({input.term, "", "main", Show::Raw});
    main.body.push_back(jump(cfa_.initial));
    for (std::uint32_t l = 0; l < cfa_.locations.size(); ++l) add_location({l}, main.body);
    program_.procedures.push_back(std::move(main));
    check_program(program_);
    return std::move(program_);
  }

 private:
  SiteId site() {
    const auto id = static_cast<SiteId>(program_.sites.size());
    program_.sites.push_back({{"automaton", id + 1, 1}, "main", {}, false});
    return id;
  }

  Statement statement(Kind kind) {
    Statement made;
    made.kind = kind;
    made.site = site();
    return made;
  }

  Statement jump(LocationId location) {
    Statement made = statement(Kind::Goto);
    made.names = {label(location)};
    return made;
  }

  void add_location(LocationId location, Block& body) {
    Statement here = statement(Kind::Label);
    here.names = {label(location)};
    body.push_back(std::move(here));
    if (location == cfa_.error) {
      Statement claim = statement(Kind::Assert);
      claim.values = {cfa_.terms->false_term()};
      claim.note = "the error is not reached";
      body.push_back(std::move(claim));
    }
    const std::vector<std::uint32_t> edges = cfa_.edges_out()[location.index];
    // A choice may be made by an input that two edges read.
    std::vector<Term> inputs = inputs_of(edges);
    if (!inputs.empty()) {
      Statement havoc = statement(Kind::Havoc);
      havoc.targets = std::move(inputs);
      body.push_back(std::move(havoc));
    }
    Statement ways = statement(Kind::Choice);
    for (const std::uint32_t edge : edges) {
      Block way;
      add_command(*cfa_.edges[edge].command, way);
      way.push_back(jump(cfa_.edges[edge].target));
      ways.blocks.push_back(std::move(way));
    }
    body.push_back(edges.empty() ? statement(Kind::Return) : std::move(ways));
  }

  std::vector<Term> inputs_of(const std::vector<std::uint32_t>& edges) const {
    std::vector<Term> read, inputs;
    for (const std::uint32_t edge : edges) collect(*cfa_.edges[edge].command, read);
    for (const Term variable : cfa_.terms->variables_of(read))
      if (std::any_of(cfa_.inputs.begin(), cfa_.inputs.end(),
                      [&](const CfaInput& input) { return input.term == variable; }))
        inputs.push_back(variable);
    return inputs;
  }

  static void collect(const Command& command, std::vector<Term>& read) {
    read.insert(read.end(), command.values.begin(), command.values.end());
    for (const CommandRef& part : command.parts) collect(*part, read);
  }

  void add_command(const Command& command, Block& block) {
    switch (command.kind) {
      case Command::Kind::Sequence:
        for (const CommandRef& part : command.parts) add_command(*part, block);
        return;
      case Command::Kind::Choice: {
        Statement ways = statement(Kind::Choice);
        for (const CommandRef& part : command.parts) {
          ways.blocks.emplace_back();
          add_command(*part, ways.blocks.back());
        }
        block.push_back(std::move(ways));
        return;
      }
      default: {
        const bool assigns = command.kind == Command::Kind::Assign;
        Statement made = statement(assigns ? Kind::Assign : Kind::Assume);
        made.targets = command.targets;
        made.values = command.values;
        block.push_back(std::move(made));
      }
    }
  }

  const Cfa& cfa_;
  Program program_;
};

}  // namespace

Program program_of(const Cfa& cfa) {
  return Maker(cfa).make();
}

}  // namespace cairn::support
