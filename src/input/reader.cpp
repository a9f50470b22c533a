// SPDX-License-Identifier: MIT
#include "input/reader.h"

#include <fmt/format.h>

#include <cctype>
#include <string_view>

#include "base/error.h"
#include "format/blif/blif_reader.h"

namespace cairn {
namespace {

bool starts_with_number_and(std::string_view text, std::string_view word) {
  std::size_t at = 0;
  while (at < text.size() && std::isdigit(static_cast<unsigned char>(text[at]))) ++at;
  return at > 0 && text.substr(at).starts_with(word);
}

/// What a file that is not AIGER looks like, or nothing.
std::string_view guess_format(std::string_view text) {
  while (!text.empty() && (std::isspace(static_cast<unsigned char>(text[0])) || text[0] == ';')) {
    const std::size_t end = text[0] == ';' ? text.find('\n') : 1;
    text.remove_prefix(end == std::string_view::npos ? text.size() : end);
  }
  if (starts_with_number_and(text, " sort ")) return "BTOR2";
  if (text.starts_with("module ") || text.starts_with("`")) return "Verilog";
  if (text.starts_with("MODULE ")) return "SMV";
  if (text.starts_with("p cnf ") || text.starts_with("c ")) return "DIMACS";
  if (text.starts_with("#include") || text.starts_with("extern ") || text.starts_with("/*") ||
      text.starts_with("//") || text.starts_with("int "))
    return "C";
  return "";
}

std::string counted(std::size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

/// A name that promises the other kind of file misleads people, not us.
void warn_of_name(const Source& source, const AigerModel& model, const Log& log) {
  std::string_view name = source.name;
  if (name.ends_with(".gz")) name.remove_suffix(3);
  if (model.binary && name.ends_with(".aag"))
    log.warning("{}: is binary AIGER, whatever its name says", source.name);
  if (!model.binary && name.ends_with(".aig"))
    log.warning("{}: is ASCII AIGER, whatever its name says", source.name);
}

}  // namespace

AigerModel read_model(const Source& source, const Log& log) {
  if (is_blif(source.bytes)) return read_blif(source);
  if (!source.bytes.starts_with("aag") && !source.bytes.starts_with("aig")) {
    const std::string_view format = guess_format(source.bytes);
    if (!format.empty())
      throw InputError({source.name},
                       fmt::format("this looks like {}; expected an AIGER file, which "
                                   "starts with 'aag' or 'aig'",
                                   format));
  }
  AigerModel model = read_aiger(source);
  for (const std::string& warning : model.warnings) log.warning("{}: {}", source.name, warning);
  warn_of_name(source, model, log);
  return model;
}

AigerModel read_model(const std::string& path, const Log& log) {
  return read_model(read_source(path), log);
}

AigerModel read_model_with_properties(const std::string& path, const Log& log) {
  return read_model_with_properties(read_source(path), log);
}

AigerModel read_model_with_properties(const Source& source, const Log& log) {
  AigerModel model = read_model(source, log);
  const std::size_t outputs = model.system.outputs.size();
  adopt_outputs_as_bad(model.system);
  const BitSystem& system = model.system;
  if (system.bad.empty() && system.justice.empty())
    throw InputError(
        {source.name},
        "nothing to check: expected at least one bad state, output or justice property");
  if (!system.outputs.empty())
    log.info("{} of the file {} not checked: it has {}", counted(outputs, "output"),
             outputs == 1 ? "is" : "are",
             system.bad.empty() ? "justice properties" : "bad states of its own");
  for (std::size_t i = 0; i < system.justice.size(); ++i)
    if (system.justice[i].empty())
      throw InputError(
          {source.name},
          fmt::format("justice property j{} has no literals: expected at least one", i));
  return model;
}

}  // namespace cairn
