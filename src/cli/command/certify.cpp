// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <new>
#include <optional>

#include "base/error.h"
#include "base/output.h"
#include "certify/evidence.h"
#include "certify/word_evidence.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/compiler_options.h"
#include "cli/exit_code.h"
#include "cli/program_options.h"
#include "cli/st_options.h"
#include "cli/verilog_options.h"
#include "format/aiger/aiger_writer.h"
#include "input/reader.h"
#include "input/word_reader.h"
#include "run/program/assertions.h"
#include "run/program/judge_certificate.h"
#include "run/program/judge_sv_witness.h"
#include "sat/dimacs.h"
#include "transform/lower_word.h"
#include "transform/raise_bits.h"

namespace cairn {
namespace {

struct CertifyArguments {
  std::vector<std::string> files;  ///< of the model, then the evidence
  std::string model;               ///< its first file
  std::string evidence;
  std::optional<std::string> property;
  EvidenceOptions options;
  SessionOptions session;
  ProgramInput program;  ///< if the model is one
};

int tell(const EvidenceVerdict& verdict, const Log& log) {
  for (const Judgement::Check& check : verdict.judgement.checks)
    log.info("{}: {} ({:.2f} s)", check.name, to_string(check.outcome), check.seconds);
  // What shows the fault; for evidence that holds, the scope says it all.
  if (verdict.kind == EvidenceVerdict::Kind::Refuted)
    for (const std::string& detail : verdict.judgement.details) log.info("  {}", detail);
  const auto say = [&](const char* word, int code) {
    log.info("{}", verdict.scope);
    put(stdout, fmt::format("{}\n", word));
    return code;
  };
  switch (verdict.kind) {
    case EvidenceVerdict::Kind::Safe:
      return say("safe", kExitSafe);
    case EvidenceVerdict::Kind::Unsafe:
      return say("unsafe", kExitUnsafe);
    case EvidenceVerdict::Kind::Unsatisfiable:
      return say("unsatisfiable", kExitUnsatisfiable);
    case EvidenceVerdict::Kind::Refuted:
      log.info("rejected: {}", verdict.reason);
      put(stdout, "rejected\n");
      return kExitRejected;
    case EvidenceVerdict::Kind::Undecided:
      break;
  }
  log.info("unknown: {}", verdict.reason);
  put(stdout, "unknown\n");
  return kExitUnknown;
}

EvidenceVerdict certify_witness(const CertifyArguments& arguments, const Source& evidence,
                                Session& session) {
  if (arguments.model.ends_with(".ivl"))
    throw InputError({evidence.name}, "witnesses are about C programs");
  if (arguments.property)
    throw InputError({evidence.name},
                     "a witness is about the whole program; --property is for "
                     "certificates");
  const SvWitness witness = read_sv_witness(evidence);
  ProgramInput input = arguments.program;
  if (!input.compile_commands.empty()) apply_compile_commands(input.compile_commands, input);
  std::vector<Source> sources;
  for (const std::string& path : input.files) sources.push_back(read_source(path));
  return judge_sv_witness(sources, input.c, witness, {}, session.context());
}

EvidenceVerdict certify_program(CertifyArguments& arguments, Session& session) {
  const Source evidence = read_source(arguments.evidence);
  if (looks_like_sv_witness(evidence.bytes)) return certify_witness(arguments, evidence, session);
  if (!looks_like_program_certificate(evidence.bytes))
    throw InputError({evidence.name},
                     "expected evidence about a program: a certificate (it begins with 'cairn "
                     "certificate') or a witness of SV-COMP (YAML or GraphML)");
  const Program program = read_program(arguments.program, session.log());
  JudgedAssertions wanted;
  if (arguments.property && *arguments.property != "all") {
    wanted = find_assertions(program, assertions_of(program), *arguments.property, arguments.model);
  }
  return judge_program_certificate(program, evidence, wanted, {}, session.context());
}

/// Evidence is about all that the design claims, or about the property that is named.
WordModel read_design(const CertifyArguments& arguments, Session& session) {
  VerilogModel design = read_verilog_with_properties(
      arguments.program, session.log(), [&session] { return session.budget().exhausted(); });
  for (const UnsupportedStatement& each : design.unsupported)
    if (each.is_assumption || !arguments.property || each.about.name == *arguments.property)
      throw each.reason;
  return std::move(design.model);
}

bool looks_like_circuit(const Source& evidence) {
  return evidence.bytes.starts_with("aag ") || evidence.bytes.starts_with("aig ");
}

/// A certificate for a justice property of a word-level model is one of its circuit, which is that
/// of `cairn convert` (docs/decisions/0019-liveness-of-words.md).
EvidenceVerdict certify_lowered(const WordModel& words, const std::string& name,
                                const Source& evidence, const CertifyArguments& arguments,
                                Session& session) {
  if (const auto why = cannot_blast(words.system))
    throw InputError({name}, "a certificate of the circuit, but there is none: " + *why);
  const Source circuit{name, write_aiger(lower_model(words), AigerFormat::Ascii)};
  return check_evidence(circuit, evidence, arguments.options, session.context());
}

/// The last file is the evidence, the others are the model.
void sort_files(CertifyArguments& arguments) {
  std::vector<std::string>& model = arguments.program.files;
  model = arguments.files;
  arguments.evidence = model.back();
  model.pop_back();
  if (model.empty() && arguments.program.compile_commands.empty())
    throw CLI::RequiredError("EVIDENCE");
  complete_files(model, arguments.program.compile_commands);
  arguments.model = model.front();
  const Language language =
      arguments.program.language ? *arguments.program.language : language_of(arguments.model);
  if (model.size() > 1 && !is_program(language) && language != Language::Verilog)
    throw CLI::ArgumentMismatch("a circuit or a formula is one file");
}

int certify(CertifyArguments& arguments) {
  Session session(arguments.session, [](Session&) {
    put(stdout, "unknown\n");
    return static_cast<int>(kExitUnknown);
  });
  session.progress().phase = "certify";
  EvidenceVerdict verdict;
  try {
    const Language language =
        arguments.program.language ? *arguments.program.language : language_of(arguments.model);
    if (is_program(language)) {
      verdict = certify_program(arguments, session);
      session.claim_answer();
      return tell(verdict, session.log());
    }
    const Source model = read_source(arguments.model);
    const Source evidence = read_source(arguments.evidence);
    if (is_on_words(language)) {
      const WordModel words = language == Language::Verilog
                                  ? read_design(arguments, session)
                                  : read_word_model_with_properties(model, session.log());
      if (arguments.property)
        arguments.options.property = find_property(words, *arguments.property, model.name);
      if (looks_like_circuit(evidence))
        verdict = certify_lowered(words, model.name, evidence, arguments, session);
      else
        verdict = check_word_evidence(words, evidence, arguments.options, session.context());
      session.claim_answer();
      return tell(verdict, session.log());
    }
    if (arguments.property && sat::looks_like_dimacs(model.bytes))
      throw InputError({model.name}, "a formula has no properties; --property is for circuits");
    if (arguments.property) {
      BitSystem system = read_model(model, session.log()).system;
      adopt_outputs_as_bad(system);
      arguments.options.property = find_property(system, *arguments.property, model.name);
    }
    verdict = check_evidence(model, evidence, arguments.options, session.context());
  } catch (const ReadingStopped&) {
    verdict.kind = EvidenceVerdict::Kind::Undecided;
    verdict.reason = "out of time";
  } catch (const InputError&) {
    session.claim_answer();
    throw;
  } catch (const std::bad_alloc&) {
    verdict.kind = EvidenceVerdict::Kind::Undecided;
    verdict.reason = "out of memory";
  }
  session.claim_answer();
  return tell(verdict, session.log());
}

}  // namespace

void add_certify_command(CLI::App& app, Action& chosen) {
  auto* command =
      app.add_subcommand("certify", "Check evidence: a counterexample, a certificate or a proof");
  auto arguments = std::make_shared<CertifyArguments>();
  command->footer(
      "Prints safe (20) or unsafe (10) if the evidence shows it, rejected (4) if it does not, "
      "unknown (0) if a limit was reached. For a formula in DIMACS and a proof in LRAT it prints "
      "unsatisfiable (20), rejected or unknown. Nothing is taken from the run that made the "
      "evidence.");
  command
      ->add_option(
          "FILES", arguments->files,
          "The model: an AIGER or BTOR2 file, a formula in DIMACS, or the files of a program (.c, "
          ".i, .ivl). Last, the evidence: an AIGER witness or witness circuit, or the same "
          "in BTOR2; for a "
          "formula, a proof in LRAT; for a program, its certificate or a witness of "
          "SV-COMP (YAML 2.0, GraphML 1.0)")
      ->required();
  command->add_option("--property", arguments->property,
                      "Judge for this bad state only, by number or name; of a program, for this "
                      "assertion: its number, or FILE:LINE[:COLUMN]");
  command
      ->add_option("--dimacs", arguments->options.dump_prefix,
                   "Write each query of a certificate to PREFIX.<check>.cnf (unsatisfiable: holds)")
      ->type_name("PREFIX");
  add_session_options(*command, arguments->session);
  add_program_input_options(*command, arguments->program);
  add_st_options(*command, arguments->program.st);
  add_verilog_options(*command, arguments->program.verilog);
  command->callback([arguments, &chosen] {
    sort_files(*arguments);
    chosen = [arguments] { return certify(*arguments); };
  });
}

}  // namespace cairn
