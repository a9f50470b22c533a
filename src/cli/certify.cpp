// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <memory>
#include <new>
#include <optional>

#include "base/error.h"
#include "base/output.h"
#include "certify/evidence.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/program.h"
#include "input/reader.h"
#include "run/judge_program_certificate.h"
#include "run/judge_sv_witness.h"
#include "sat/dimacs.h"

namespace cairn {
namespace {

struct CertifyArguments {
  std::string model;
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
  switch (verdict.kind) {
    case EvidenceVerdict::Kind::Safe:
      log.info("{}", verdict.scope);
      put(stdout, "safe\n");
      return kExitSafe;
    case EvidenceVerdict::Kind::Unsafe:
      log.info("{}", verdict.scope);
      put(stdout, "unsafe\n");
      return kExitUnsafe;
    case EvidenceVerdict::Kind::Unsatisfiable:
      log.info("{}", verdict.scope);
      put(stdout, "unsatisfiable\n");
      return kExitUnsatisfiable;
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
  return judge_sv_witness(read_source(arguments.model), arguments.program.c, witness, {},
                          session.context());
}

EvidenceVerdict certify_program(CertifyArguments& arguments, Session& session) {
  arguments.program.files = {arguments.model};
  const Source evidence = read_source(arguments.evidence);
  if (looks_like_sv_witness(evidence.bytes)) return certify_witness(arguments, evidence, session);
  if (!looks_like_program_certificate(evidence.bytes))
    throw InputError({evidence.name},
                     "expected evidence about a program: a certificate (it begins with 'cairn "
                     "certificate') or a witness of SV-COMP (YAML or GraphML)");
  const Program program = read_program(arguments.program, session.log());
  JudgedAssertions wanted;
  if (arguments.property && *arguments.property != "all") {
    if (!names_assertions(*arguments.property))
      throw InputError({*arguments.property},
                       "expected an assertion: its number, or FILE:LINE[:COLUMN]");
    wanted = find_assertions(program, assertions_of(program), *arguments.property, arguments.model);
  }
  return judge_program_certificate(program, evidence, wanted, {}, session.context());
}

int certify(CertifyArguments& arguments) {
  Session session(arguments.session, [](Session&) {
    put(stdout, "unknown\n");
    return static_cast<int>(kExitUnknown);
  });
  session.progress().phase = "certify";
  EvidenceVerdict verdict;
  try {
    if (is_program(arguments.program.language.value_or(language_of(arguments.model)))) {
      verdict = certify_program(arguments, session);
      session.claim_answer();
      return tell(verdict, session.log());
    }
    const Source model = read_source(arguments.model);
    const Source evidence = read_source(arguments.evidence);
    if (arguments.property && sat::looks_like_dimacs(model.bytes))
      throw InputError({model.name}, "a formula has no properties; --property is for circuits");
    if (arguments.property) {
      BitSystem system = read_model(model, session.log()).system;
      adopt_outputs_as_bad(system);
      arguments.options.property =
          Property{Property::Kind::Bad, find_property(system, *arguments.property, model.name)};
    }
    verdict = check_evidence(model, evidence, arguments.options, session.context());
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
      "Prints safe (20) or unsafe (10) if the evidence shows it, rejected (4) if it does not,\n"
      "unknown (0) if a limit was reached. For a formula in DIMACS and a proof in LRAT it prints\n"
      "unsatisfiable (20), rejected or unknown. Nothing is taken from the run that made the "
      "evidence.");
  command
      ->add_option("MODEL", arguments->model,
                   "AIGER file, formula in DIMACS, or a program (.c, .i, .ivl)")
      ->required();
  command
      ->add_option("EVIDENCE", arguments->evidence,
                   "AIGER witness or witness circuit; for a formula, a proof in LRAT; for a "
                   "program, its certificate or a witness of SV-COMP (YAML 2.0, GraphML 1.0)")
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
  command->callback([arguments, &chosen] { chosen = [arguments] { return certify(*arguments); }; });
}

}  // namespace cairn
