// SPDX-License-Identifier: MIT
#include "input/st/library.h"

#include <fmt/format.h>

#include <string>

#include "input/st/parser.h"

namespace cairn::st {
namespace {

constexpr const char* kBistableAndEdges = R"(
FUNCTION_BLOCK SR
  VAR_INPUT S1, R : BOOL; END_VAR
  VAR_OUTPUT Q1 : BOOL; END_VAR
  Q1 := S1 OR (NOT R AND Q1);
END_FUNCTION_BLOCK
FUNCTION_BLOCK RS
  VAR_INPUT S, R1 : BOOL; END_VAR
  VAR_OUTPUT Q1 : BOOL; END_VAR
  Q1 := NOT R1 AND (S OR Q1);
END_FUNCTION_BLOCK
FUNCTION_BLOCK R_TRIG
  VAR_INPUT CLK : BOOL; END_VAR
  VAR_OUTPUT Q : BOOL; END_VAR
  VAR M : BOOL; END_VAR
  Q := CLK AND NOT M;
  M := CLK;
END_FUNCTION_BLOCK
FUNCTION_BLOCK F_TRIG
  VAR_INPUT CLK : BOOL; END_VAR
  VAR_OUTPUT Q : BOOL; END_VAR
  VAR M : BOOL; END_VAR
  Q := NOT CLK AND NOT M;
  M := NOT CLK;
END_FUNCTION_BLOCK
)";

/// {0}: the suffix of the name; {1}: the type; {2}, {3}: PVmin and PVmax.
constexpr const char* kCounters = R"(
FUNCTION_BLOCK CTU{0}
  VAR_INPUT CU, R : BOOL; PV : {1}; END_VAR
  VAR_OUTPUT Q : BOOL; CV : {1}; END_VAR
  VAR M : BOOL; END_VAR
  IF R THEN CV := 0;
  ELSIF CU AND NOT M AND (CV < {3}) THEN CV := CV + 1;
  END_IF;
  M := CU;
  Q := CV >= PV;
END_FUNCTION_BLOCK
FUNCTION_BLOCK CTD{0}
  VAR_INPUT CD, LD : BOOL; PV : {1}; END_VAR
  VAR_OUTPUT Q : BOOL; CV : {1}; END_VAR
  VAR M : BOOL; END_VAR
  IF LD THEN CV := PV;
  ELSIF CD AND NOT M AND (CV > {2}) THEN CV := CV - 1;
  END_IF;
  M := CD;
  Q := CV <= 0;
END_FUNCTION_BLOCK
FUNCTION_BLOCK CTUD{0}
  VAR_INPUT CU, CD, R, LD : BOOL; PV : {1}; END_VAR
  VAR_OUTPUT QU, QD : BOOL; CV : {1}; END_VAR
  VAR MU, MD, UP, DOWN : BOOL; END_VAR
  UP := CU AND NOT MU;
  DOWN := CD AND NOT MD;
  IF R THEN CV := 0;
  ELSIF LD THEN CV := PV;
  ELSIF NOT (UP AND DOWN) THEN
    IF UP AND (CV < {3}) THEN CV := CV + 1;
    ELSIF DOWN AND (CV > {2}) THEN CV := CV - 1;
    END_IF;
  END_IF;
  MU := CU;
  MD := CD;
  QU := CV >= PV;
  QD := CV <= 0;
END_FUNCTION_BLOCK
)";

constexpr const char* kTimer = R"(
FUNCTION_BLOCK {0}
  VAR_INPUT IN : BOOL; PT : TIME; END_VAR
  VAR_OUTPUT Q : BOOL; ET : TIME; END_VAR
END_FUNCTION_BLOCK
)";

Unit make_library() {
  struct Counter {
    const char *suffix, *type, *least, *most;
  };
  constexpr Counter kForms[] = {{"", "INT", "-32768", "32767"},
                                {"_INT", "INT", "-32768", "32767"},
                                {"_DINT", "DINT", "-2147483648", "2147483647"},
                                {"_LINT", "LINT", "-9223372036854775808", "9223372036854775807"},
                                {"_UINT", "UINT", "0", "65535"},
                                {"_UDINT", "UDINT", "0", "4294967295"},
                                {"_ULINT", "ULINT", "0", "18446744073709551615"}};
  std::string text = kBistableAndEdges;
  for (const Counter& form : kForms)
    text += fmt::format(fmt::runtime(kCounters), form.suffix, form.type, form.least, form.most);
  for (const char* timer : {"TON", "TOF", "TP"}) text += fmt::format(fmt::runtime(kTimer), timer);
  Unit unit;
  parse({"<standard blocks>", text}, unit);
  return unit;
}

}  // namespace

const Unit& standard_library() {
  static const Unit library = make_library();
  return library;
}

}  // namespace cairn::st
