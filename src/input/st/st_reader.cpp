// SPDX-License-Identifier: MIT
#include "input/st/st_reader.h"

#include "input/st/compiler.h"
#include "input/st/parser.h"

namespace cairn::st {

const std::vector<Check>& st_checks() {
  static const std::vector<Check> checks{
      {"division", "no divisor is zero"},
      {"overflow", "no integer operation leaves its type"},
      {"bounds", "no index is outside of its array"},
      {"range", "no variable of a subrange is assigned a value outside of it"},
      {"outputs", "all outputs are written"}};
  return checks;
}

Program read_st(const std::vector<Source>& sources, const ReadOptions& options, const Log& log,
                ScanModel* model) {
  Unit unit;
  for (const Source& source : sources) parse(source, unit);
  Program program = Compiler(sources, unit, options, log).run(model);
  check_program(program);
  return program;
}

}  // namespace cairn::st
