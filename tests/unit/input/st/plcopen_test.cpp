// SPDX-License-Identifier: MIT
#include "input/st/plcopen.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "input/st/parser.h"

namespace cairn::st {
namespace {

constexpr const char* kHead = "<project xmlns=\"http://www.plcopen.org/xml/tc6_0201\">\n";

std::string pou(const std::string& interface, const std::string& body) {
  return std::string(kHead) +
         "<types><dataTypes/><pous>\n<pou name=\"Main\" pouType=\"program\">\n<interface>" +
         interface + "</interface>\n<body><ST><p><![CDATA[" + body +
         "]]></p></ST></body>\n</pou></pous></types></project>";
}

Unit parsed(const std::string& xml) {
  Unit unit;
  parse(read_plcopen({"p.xml", xml}).text, unit);
  return unit;
}

std::string fault_of(const std::string& xml) {
  try {
    parsed(xml);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Plcopen, IsFoundByContent) {
  EXPECT_TRUE(is_plcopen(pou("", "")));
  EXPECT_TRUE(is_plcopen("\xEF\xBB\xBF<?xml version=\"1.0\"?>\n" + pou("", "")));
  EXPECT_FALSE(is_plcopen("<?xml version=\"1.0\"?><svg/>"));
  EXPECT_FALSE(is_plcopen("(* http://www.plcopen.org/xml/tc6 *) PROGRAM p END_PROGRAM"));
}

TEST(Plcopen, UnitsBecomeUnits) {
  const Unit unit = parsed(pou(
      "<inputVars><variable name=\"go\"><type><BOOL/></type></variable></inputVars>\n"
      "<localVars retain=\"true\"><variable name=\"n\"><type><INT/></type>"
      "<initialValue><simpleValue value=\"5\"/></initialValue></variable>\n"
      "<variable name=\"a\"><type><array><dimension lower=\"1\" upper=\"3\"/><baseType><derived "
      "name=\"Pt\"/></baseType></array></type><initialValue><arrayValue><value "
      "repetitionValue=\"3\"><structValue><value member=\"x\"><simpleValue value=\"2\"/></value>"
      "</structValue></value></arrayValue></initialValue></variable></localVars>",
      "IF go AND n < 7 THEN n := n + 1; END_IF;"));
  ASSERT_EQ(unit.pous.size(), 1u);
  const Pou& main = unit.pous[0];
  EXPECT_EQ(main.name, "Main");
  EXPECT_EQ(main.kind, Pou::Kind::Program);
  ASSERT_EQ(main.sections.size(), 2u);
  EXPECT_EQ(main.sections[0].kind, Section::Kind::Input);
  EXPECT_TRUE(main.sections[1].retain);
  ASSERT_EQ(main.sections[1].declarations.size(), 2u);
  EXPECT_EQ(main.sections[1].declarations[0].init->literal.integer, 5u);
  EXPECT_EQ(main.sections[1].declarations[1].type->kind, TypeSpec::Kind::Array);
  ASSERT_EQ(main.body.size(), 1u);
}

TEST(Plcopen, TypesGlobalsAndTasks) {
  const Unit unit = parsed(
      std::string(kHead) +
      "<types><dataTypes>\n<dataType name=\"Light\"><baseType><enum><values><value name=\"Red\"/>"
      "<value name=\"Green\" value=\"4\"/></values></enum></baseType></dataType>\n"
      "<dataType name=\"Pt\"><baseType><struct><variable name=\"x\"><type><INT/></type></variable>"
      "</struct></baseType></dataType>\n<dataType name=\"Small\"><baseType><subrangeSigned>"
      "<range lower=\"-3\" upper=\"4\"/><baseType><INT/></baseType></subrangeSigned></baseType>"
      "</dataType>\n<dataType name=\"Text\"><baseType><string length=\"12\"/></baseType></dataType>"
      "</dataTypes><pous><pou name=\"Main\" pouType=\"program\"><interface/><body><ST><p>;</p></ST>"
      "</body></pou></pous></types>\n<instances><configurations><configuration name=\"c\">"
      "<resource name=\"r\"><task name=\"t\" interval=\"PT0.02S\" priority=\"1\">"
      "<pouInstance name=\"m\" typeName=\"Main\"/></task></resource>\n<globalVars><variable "
      "name=\"g\" address=\"%IX0.0\"><type><BOOL/></type></variable></globalVars>"
      "</configuration></configurations></instances></project>");
  ASSERT_EQ(unit.types.size(), 4u);
  EXPECT_EQ(unit.types[0].type->kind, TypeSpec::Kind::Enum);
  EXPECT_EQ(unit.types[1].type->kind, TypeSpec::Kind::Struct);
  EXPECT_EQ(unit.types[2].type->kind, TypeSpec::Kind::Subrange);
  EXPECT_EQ(unit.types[3].type->kind, TypeSpec::Kind::String);
  ASSERT_EQ(unit.configurations.size(), 1u);
  const Configuration& configuration = unit.configurations[0];
  ASSERT_EQ(configuration.tasks.size(), 1u);
  EXPECT_EQ(configuration.tasks[0].interval->literal.integer, 20'000'000u);
  ASSERT_EQ(configuration.instances.size(), 1u);
  EXPECT_EQ(configuration.instances[0].task, "t");
  ASSERT_EQ(configuration.globals.size(), 1u);
  EXPECT_EQ(configuration.globals[0].declarations[0].address, "%IX0.0");
}

TEST(Plcopen, PlacesAreThoseOfTheFile) {
  EXPECT_EQ(fault_of(pou("", "\n\n  x := ;")), "p.xml:7:8: error: expected an expression, got ';'");
  EXPECT_THAT(fault_of(pou("", "x := ;")), testing::HasSubstr("p.xml:5:28: error: expected"));
  EXPECT_THAT(fault_of(pou("\n<localVars><variable name=\"v\"><type><derived name=\"IF\"/></type>"
                           "</variable></localVars>",
                           ";")),
              testing::HasSubstr("p.xml:5:"));
}

TEST(Plcopen, ACommentDoesNotHideTheEnd) {
  EXPECT_EQ(parsed(pou("", "; // END")).pous.size(), 1u);
}

TEST(Plcopen, ChartsAreLeftOutAndSaid) {
  const PlcopenProject project = read_plcopen(
      {"p.xml", std::string(kHead) +
                    "<types><pous><pou name=\"Chart\" pouType=\"program\"><interface/><body><SFC/>"
                    "</body></pou></pous></types></project>"});
  EXPECT_THAT(project.left_out,
              testing::ElementsAre("p.xml:2:14: 'Chart' is left out: its body is a Sequential "
                                   "Function Chart (SFC)"));
}

TEST(Plcopen, FaultsAreNamed) {
  EXPECT_EQ(fault_of("<svg/>"),
            "p.xml:1:1: error: expected a PLCopen project, got an element 'svg'");
  EXPECT_THAT(fault_of(pou("<localVars><variable name=\"a b\"><type><INT/></type></variable>"
                           "</localVars>",
                           ";")),
              testing::HasSubstr("'a b' is no identifier"));
  EXPECT_THAT(fault_of(pou("<localVars><variable name=\"a\"/></localVars>", ";")),
              testing::HasSubstr("'a' has no type"));
  EXPECT_THAT(fault_of(pou("<localVars><variable name=\"a\"><type><INT/></type><initialValue>"
                           "<simpleValue value=\"1; END_VAR\"/></initialValue></variable>"
                           "</localVars>",
                           ";")),
              testing::HasSubstr("is no value"));
  EXPECT_THAT(fault_of(pou("<localVars><variable name=\"a\"><type><pointer><baseType><INT/>"
                           "</baseType></pointer></type></variable></localVars>",
                           ";")),
              testing::HasSubstr("not supported: pointers"));
}

}  // namespace
}  // namespace cairn::st
