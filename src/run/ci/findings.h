// SPDX-License-Identifier: MIT
//
// What a report (run/report.h) says of each property, for the forms that other machines read: JUnit
// XML, SARIF, annotations. They are made of the report alone, so that they say what it says.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace cairn {

struct CiPlace {
  std::string file;  ///< empty: nowhere
  std::uint64_t line = 0, column = 0;
  std::string text;  ///< what happens there
};

struct CiFinding {
  enum class Kind { Holds, Fails, Open, Broken };  ///< Broken: the input is wrong
  Kind kind = Kind::Open;
  std::string name;  ///< of the property
  CiPlace at;
  std::string message;        ///< a sentence
  double seconds = 0;         ///< until it was decided
  std::vector<CiPlace> path;  ///< of a program that fails: the run
};

std::vector<CiFinding> findings_of(const nlohmann::ordered_json& report);

/// The report as JUnit XML: a test case for each property. One that was not decided is an error.
std::string junit_xml(const nlohmann::ordered_json& report);
/// As SARIF 2.1.0, with the run to a failure as a code flow.
std::string sarif_json(const nlohmann::ordered_json& report);
/// As lines that GitHub shows beside the source: what fails, and what was not decided.
std::string annotation_lines(const nlohmann::ordered_json& report);

}  // namespace cairn
