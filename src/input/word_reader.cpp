// SPDX-License-Identifier: MIT
#include "input/word_reader.h"

#include <algorithm>

#include "base/error.h"
#include "format/btor2/btor2_reader.h"

namespace cairn {

WordModel read_word_model(const Source& source, const Log& log) {
  Btor2Model model = read_btor2(source);
  for (const std::string& warning : model.warnings) log.warning("{}: {}", source.name, warning);
  return std::move(static_cast<WordModel&>(model));
}

namespace {

VerilogModel read_whatever_is_supported(const ProgramInput& input, const Log& log,
                                        const std::function<bool()>& stop) {
  VerilogReadOptions options = input.verilog;
  for (const std::string& argument : input.c.compiler_arguments) {
    if (argument.starts_with("-D")) options.defines.push_back(argument.substr(2));
    if (argument.starts_with("-I")) options.folders.push_back(argument.substr(2));
  }
  return read_verilog(input.files, options, log, stop);
}

}  // namespace

VerilogModel read_verilog_design(const ProgramInput& input, const Log& log,
                                 const std::function<bool()>& stop) {
  VerilogModel design = read_whatever_is_supported(input, log, stop);
  for (const UnsupportedStatement& each : design.unsupported)
    if (each.is_assumption) throw each.reason;
  return design;
}

VerilogModel read_verilog_with_properties(const ProgramInput& input, const Log& log,
                                          const std::function<bool()>& stop) {
  VerilogModel design = read_whatever_is_supported(input, log, stop);
  const bool has_more = std::ranges::any_of(
      design.unsupported, [](const UnsupportedStatement& each) { return !each.is_assumption; });
  if (design.model.system.bad.empty() && !has_more)
    throw InputError({input.files.front(), 0, 0},
                     input.verilog.covers
                         ? "nothing to check: the design has no assertion and no cover statement"
                         : "nothing to check: the design has no assertion (a cover statement is "
                           "checked with --property NAME)");
  return design;
}

WordModel read_word_model(const std::string& path, Language language, const ProgramInput& input,
                          const Log& log) {
  if (language != Language::Verilog) return read_word_model(read_source(path), log);
  ProgramInput with_file = input;
  if (with_file.files.empty()) with_file.files = {path};
  VerilogModel design = read_verilog_design(with_file, log, [] { return false; });
  if (!design.unsupported.empty()) throw design.unsupported.front().reason;
  return std::move(design.model);
}

WordModel read_word_model_with_properties(const Source& source, const Log& log) {
  WordModel model = read_word_model(source, log);
  if (model.system.bad.empty() && model.justice.empty())
    throw InputError({source.name},
                     "nothing to check: expected at least one bad state or justice property");
  return model;
}

}  // namespace cairn
