// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/output.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/values.h"
#include "cli/verilog_options.h"
#include "format/aiger/aiger_writer.h"
#include "format/blif/blif_writer.h"
#include "format/btor2/btor2_writer.h"
#include "format/gzip_writer.h"
#include "input/language.h"
#include "input/reader.h"
#include "input/smv/smv_reader.h"
#include "input/word_reader.h"
#include "run/temporal/task.h"
#include "transform/lower_word.h"
#include "transform/raise_bits.h"

namespace cairn {
namespace {

struct ConvertArguments {
  std::string from, to;
  std::string format;  ///< aag, aig, blif, btor2 or empty: by the name
  bool outputs_to_bad = false;
  bool bad_to_outputs = false;
  bool strip = false;
  ProgramInput input;  ///< how Verilog is read
};

enum class WantedFormat { Ascii, Binary, Btor2, Blif };

WantedFormat wanted_format(const ConvertArguments& arguments) {
  std::string_view name = arguments.to;
  if (name.ends_with(".gz")) name.remove_suffix(3);
  if (arguments.format == "aag" || (arguments.format.empty() && name.ends_with(".aag")))
    return WantedFormat::Ascii;
  if (arguments.format == "aig" || (arguments.format.empty() && name.ends_with(".aig")))
    return WantedFormat::Binary;
  if (arguments.format == "btor2" || (arguments.format.empty() && name.ends_with(".btor2")))
    return WantedFormat::Btor2;
  if (arguments.format == "blif" || (arguments.format.empty() && name.ends_with(".blif")))
    return WantedFormat::Blif;
  throw CLI::ValidationError("--to",
                             "say aag, aig, blif or btor2: the name of the output does not end in "
                             ".aag, .aig, .blif or .btor2");
}

/// Appends literals and their names to another list of the same kind.
void move_all(std::vector<Lit>& from, Names& from_names, std::vector<Lit>& to, Names& to_names) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (const std::string_view name = from_names.get(i); !name.empty())
      to_names.set(to.size(), std::string(name));
    to.push_back(from[i]);
  }
  from.clear();
  from_names = {};
}

void write(const ConvertArguments& arguments, std::string bytes) {
  if (arguments.to.ends_with(".gz")) bytes = gzip(bytes);
  if (arguments.to == "-")
    put(stdout, bytes);
  else
    write_file_atomically(arguments.to, bytes);
}

/// From BTOR2: as it is, or as a circuit.
AigerModel lowered_model(const Source& source, const WordModel& model) {
  if (const auto problem = cannot_blast(model.system))
    throw InputError({source.name}, "there is no circuit: " + *problem);
  AigerModel result;
  result.system = lower_model(model);
  return result;
}

int convert(const ConvertArguments& arguments, WantedFormat format) {
  require_writable(arguments.to);
  const Log log(LogLevel::Normal);
  const Language language = language_of(arguments.from);
  const bool from_words = is_on_words(language);
  const Source source = read_source(arguments.from);
  AigerModel model;
  if (language == Language::Smv) {
    const Budget budget;
    Progress progress;
    SmvModel smv = read_smv(source, {log, budget, progress, 0});
    model = temporal_task(smv.model, std::move(smv.temporal), source.name).circuit;
  } else if (from_words) {
    const WordModel words = language == Language::Verilog
                                ? read_word_model(arguments.from, language, arguments.input, log)
                                : read_word_model(source, log);
    if (format == WantedFormat::Btor2) {
      if (arguments.outputs_to_bad || arguments.bad_to_outputs || arguments.strip)
        throw InputError({source.name}, "BTOR2 to BTOR2 has none of the other options");
      write(arguments, write_btor2(words));
      return kExitDone;
    }
    model = lowered_model(source, words);
  } else {
    model = read_model(source, log);
  }
  BitSystem& system = model.system;
  if (!model.renumbered.empty() && system.comments.text().find("MAPPING") != std::string::npos)
    log.warning("variables get new numbers, and a MAPPING in the comments still has the old ones");
  auto& names = system.names;
  if (arguments.outputs_to_bad) move_all(system.outputs, names.outputs, system.bad, names.bad);
  if (arguments.bad_to_outputs) {
    if (!system.constraints.empty())
      log.warning("constraints stay: the file will still need AIGER 1.9");
    move_all(system.bad, names.bad, system.outputs, names.outputs);
  }
  if (arguments.strip) {
    system.names = {};
    system.comments.clear();
  }
  if (format == WantedFormat::Btor2) {
    adopt_outputs_as_bad(system);
    write(arguments, write_btor2(raise_bits(system)));
    return kExitDone;
  }
  if (format == WantedFormat::Blif) {
    if (const auto problem = cannot_write_blif(system))
      throw InputError({source.name, 0}, "cannot be written as BLIF: " + *problem);
    write(arguments, write_blif(system));
    return kExitDone;
  }
  write(arguments, write_aiger(system, format == WantedFormat::Ascii ? AigerFormat::Ascii
                                                                     : AigerFormat::Binary));
  return kExitDone;
}

}  // namespace

void add_convert_command(CLI::App& app, Action& chosen) {
  auto* command = app.add_subcommand("convert", "Turn AIGER, BLIF and BTOR2 files into each other");
  auto arguments = std::make_shared<ConvertArguments>();
  command->footer(
      "Gates, symbols and comments are kept. Examples:\n"
      "  cairn convert design.aig design.aag\n"
      "  cairn convert design.btor2 design.aig     # words become bits: count[3]\n"
      "  cairn convert - small.aig.gz --strip < design.aag");
  command
      ->add_option(
          "IN", arguments->from,
          "AIGER, BLIF or BTOR2 file, gzipped or not, or a Verilog file; - for standard input")
      ->required();
  command
      ->add_option(
          "OUT", arguments->to,
          "Name ending in .aag, .aig, .blif or .btor2, with .gz to compress; - for standard output")
      ->required();
  command->add_option("--to", arguments->format, "Format, if the name does not tell")
      ->type_name("aag|aig|blif|btor2")
      ->check(one_of({"aag", "aig", "blif", "btor2"}));
  auto* up = command->add_flag("--outputs-to-bad", arguments->outputs_to_bad,
                               "Make outputs bad states (old files to AIGER 1.9)");
  command
      ->add_flag("--bad-to-outputs", arguments->bad_to_outputs,
                 "Make bad states outputs (for tools that read old files only)")
      ->excludes(up);
  add_verilog_and_macro_options(*command, arguments->input.verilog);
  command->add_flag("--strip", arguments->strip, "Leave out symbols and comments");
  command->callback([arguments, &chosen] {
    const WantedFormat format = wanted_format(*arguments);
    chosen = [arguments, format] { return convert(*arguments, format); };
  });
}

}  // namespace cairn
