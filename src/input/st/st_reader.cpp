// SPDX-License-Identifier: MIT
#include "input/st/st_reader.h"

#include <utility>

#include "input/st/compiler.h"
#include "input/st/parser.h"
#include "input/st/plcopen.h"

namespace cairn::st {

const std::vector<Check>& st_checks() {
  static const std::vector<Check> checks{
      {"division", "no divisor is zero"},
      {"overflow", "no integer operation leaves its type"},
      {"bounds", "no index is outside of its array"},
      {"range", "no variable of a subrange is assigned a value outside of it"},
      {"outputs", "all outputs are written"},
      {"unreachable", "nothing; a warning names the branches that no run gets to"}};
  return checks;
}

Program read_st(const std::vector<Source>& sources, const ReadOptions& options, const Log& log,
                ScanModel* model) {
  Unit unit;
  std::vector<Source> texts = sources;
  for (Source& source : texts) {
    if (is_plcopen(source.bytes)) {
      PlcopenProject project = read_plcopen(source);
      for (const std::string& left_out : project.left_out) log.warning("{}", left_out);
      source = std::move(project.text);
    }
    parse(source, unit);
  }
  Program program = Compiler(texts, unit, options, log).run(model);
  check_program(program);
  return program;
}

}  // namespace cairn::st
