// SPDX-License-Identifier: MIT
//
// Statements of IVL as they come: blocks inside each other, places of the source, variables.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "format/source.h"
#include "input/st/ast.h"
#include "model/program.h"

namespace cairn::st {

/// Of the intermediate language; the source's own are in ast.h.
using IvlStatement = cairn::Statement;

class Emission {
 public:
  explicit Emission(const std::vector<Source>& sources);

  Terms& terms() { return *program_.terms; }
  Program take();

  /// Statements from here on come from this place.
  void at(const Spot& spot, const std::string& function);
  /// The same of a place that is in none of the sources.
  void at_position(const Position& position, const std::string& text);
  /// A place of its own for a loop.
  SiteId loop_site(const Spot& spot, const std::string& function);
  void set_site(SiteId site) { site_ = site; }
  SiteId site() const { return site_; }
  SourceSite& site_facts(SiteId site) { return program_.sites[site]; }

  /// A variable of the source, or with an empty `shown` one of Cairn's own.
  Term variable(const std::string& name, const Sort& sort, const std::string& shown, Show show);
  /// A variable of Cairn's own with this value from here on; constants stay as they are.
  Term kept(Term value, const char* what);

  void assign(Term target, Term value);
  void assign_all(std::vector<Term> targets, std::vector<Term> values);
  void havoc(Term target, const std::string& note);
  void assume(Term condition);
  /// A Property: judged by itself, whatever else a run violates.
  void assert_(Term condition, const std::string& claim, AssertKind kind = AssertKind::Property);
  /// A Property that says nothing where one of the limits does not hold.
  struct Limit {
    Term fits;
    std::string note;
  };
  void assert_within(Term condition, const std::string& claim, const std::vector<Limit>& limits);
  /// With the check `unreachable`: an assertion that always holds, for what is said of assertions
  /// that no run gets to (run/program/vacuity.h).
  void cover();
  void jump(const std::string& label);
  void label(const std::string& name);
  std::string new_label(const char* what);

  /// What is emitted until end_block() goes into a block of its own.
  void begin_block();
  Block end_block();
  void splice(Block block);  ///< adds its statements
  void if_(Term condition, Block then, Block otherwise);
  void loop(Term condition, Block body);

  std::uint64_t size() const { return size_; }  ///< statements so far
  /// Statements in the block that is open.
  std::size_t block_size() const { return open_.back().size(); }

 private:
  IvlStatement& add(IvlStatement::Kind kind);
  std::string line_of(const Spot& spot) const;

  const std::vector<Source>& sources_;
  std::vector<std::vector<std::size_t>> lines_;  // of each source: where its lines begin
  Program program_;
  std::vector<Block> open_;
  SiteId site_ = kNoSite;
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::string>, SiteId> sites_;
  std::map<std::string, std::uint32_t> names_;
  std::uint64_t size_ = 0;
  std::uint32_t fresh_ = 0;
};

}  // namespace cairn::st
