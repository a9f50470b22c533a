// SPDX-License-Identifier: MIT
#include "input/st/emission.h"

#include <fmt/format.h>

#include "base/error.h"

namespace cairn::st {

Emission::Emission(const std::vector<Source>& sources) : sources_(sources) {
  for (const Source& source : sources_) {
    std::vector<std::size_t>& starts = lines_.emplace_back(1, 0);
    for (std::size_t i = 0; i < source.bytes.size(); ++i)
      if (source.bytes[i] == '\n') starts.push_back(i + 1);
  }
  open_.emplace_back();
}

Program Emission::take() {
  CAIRN_CHECK(open_.size() == 1);
  Procedure main;
  main.name = "main";
  main.body = std::move(open_.back());
  program_.procedures.push_back(std::move(main));
  return std::move(program_);
}

std::string Emission::line_of(const Spot& spot) const {
  if (spot.file >= sources_.size() || spot.line > lines_[spot.file].size()) return "";
  const std::string& bytes = sources_[spot.file].bytes;
  const std::size_t begin = lines_[spot.file][spot.line - 1] + spot.column - 1;
  std::string text = bytes.substr(std::min(begin, bytes.size()), 100);
  text = text.substr(0, text.find_first_of("\r\n"));
  return text.substr(0, text.find_last_not_of(" \t") + 1);
}

void Emission::at(const Spot& spot, const std::string& function) {
  const auto key = std::tuple(spot.file, spot.line, spot.column, function);
  const auto known = sites_.find(key);
  if (known != sites_.end()) {
    site_ = known->second;
    return;
  }
  site_ = static_cast<SiteId>(program_.sites.size());
  const bool is_own = spot.file < sources_.size();
  SourceSite site;
  site.at = {is_own ? sources_[spot.file].name : "<standard blocks>", spot.line, spot.column};
  site.function = function;
  site.text = line_of(spot);
  program_.sites.push_back(std::move(site));
  sites_.emplace(key, site_);
}

void Emission::at_position(const Position& position, const std::string& text) {
  site_ = static_cast<SiteId>(program_.sites.size());
  program_.sites.push_back({position, "", text, false});
}

SiteId Emission::loop_site(const Spot& spot, const std::string& function) {
  const auto site = static_cast<SiteId>(program_.sites.size());
  const Position at{sources_.at(spot.file).name, spot.line, spot.column};
  program_.sites.push_back({at, function, "scan", true});
  return site;
}

Term Emission::variable(const std::string& name, const Sort& sort, const std::string& shown,
                        Show show) {
  std::string unique = name;
  const std::uint32_t uses = names_[name]++;
  if (uses > 0) unique += fmt::format("#{}", uses);
  const Term term = terms().variable(unique, sort);
  program_.globals.push_back({term, shown, "", show});
  return term;
}

Term Emission::kept(Term value, const char* what) {
  if (terms().is_value(value)) return value;
  const Term result =
      variable(fmt::format("{}#{}", what, ++fresh_), terms().sort(value), "", Show::Hidden);
  assign(result, value);
  return result;
}

IvlStatement& Emission::add(IvlStatement::Kind kind) {
  ++size_;
  IvlStatement& s = open_.back().emplace_back();
  s.kind = kind;
  s.site = site_;
  return s;
}

void Emission::assign(Term target, Term value) {
  assign_all({target}, {value});
}

void Emission::assign_all(std::vector<Term> targets, std::vector<Term> values) {
  if (targets.empty()) return;
  IvlStatement& s = add(IvlStatement::Kind::Assign);
  s.targets = std::move(targets);
  s.values = std::move(values);
}

void Emission::havoc(Term target, const std::string& note) {
  IvlStatement& s = add(IvlStatement::Kind::Havoc);
  s.targets = {target};
  s.note = note;
}

void Emission::assume(Term condition) {
  if (terms().is_true(condition)) return;
  add(IvlStatement::Kind::Assume).values = {condition};
}

/// A requirement is judged on all runs, those that violate others before included: a run may pass
/// its place without being checked there. (In the intermediate language a run ends at what it
/// violates.)
void Emission::assert_(Term condition, const std::string& claim, AssertKind kind) {
  if (kind == AssertKind::Limit) {
    if (terms().is_true(condition)) return;
    IvlStatement& limit = add(IvlStatement::Kind::Assert);
    limit.assert_kind = kind;
    limit.values = {condition};
    limit.note = claim;
    return;
  }
  assert_within(condition, claim, {});
}

void Emission::assert_within(Term condition, const std::string& claim,
                             const std::vector<Limit>& limits) {
  begin_block();
  for (const Limit& limit : limits) assert_(limit.fits, limit.note, AssertKind::Limit);
  IvlStatement& s = add(IvlStatement::Kind::Assert);
  s.values = {condition};
  s.note = claim;
  // Nothing is known behind a limit, and all runs go on in the other branch.
  if (!limits.empty()) assume(terms().false_term());
  Block checked = end_block();
  IvlStatement& choice = add(IvlStatement::Kind::Choice);
  choice.blocks.push_back(std::move(checked));
  choice.blocks.emplace_back();
}

void Emission::cover() {
  IvlStatement& s = add(IvlStatement::Kind::Assert);
  s.values = {terms().true_term()};
  s.note = fmt::format("code '{}'", site_ == kNoSite ? "" : program_.sites[site_].text);
}

void Emission::jump(const std::string& label) {
  add(IvlStatement::Kind::Goto).names = {label};
}

void Emission::label(const std::string& name) {
  add(IvlStatement::Kind::Label).names = {name};
}

std::string Emission::new_label(const char* what) {
  return fmt::format("{}#{}", what, ++fresh_);
}

void Emission::begin_block() {
  open_.emplace_back();
}

Block Emission::end_block() {
  Block block = std::move(open_.back());
  open_.pop_back();
  return block;
}

void Emission::splice(Block block) {
  for (IvlStatement& s : block) open_.back().push_back(std::move(s));
}

void Emission::if_(Term condition, Block then, Block otherwise) {
  if (then.empty() && otherwise.empty()) return;
  IvlStatement& s = add(IvlStatement::Kind::If);
  s.values = {condition};
  s.blocks.push_back(std::move(then));
  s.blocks.push_back(std::move(otherwise));
}

void Emission::loop(Term condition, Block body) {
  IvlStatement& s = add(IvlStatement::Kind::While);
  s.values = {condition};
  s.blocks.push_back(std::move(body));
}

}  // namespace cairn::st
