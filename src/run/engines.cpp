// SPDX-License-Identifier: MIT
#include "run/engines.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "engine/array_abstraction/prophecy.h"
#include "engine/bradley/bradley.h"
#include "engine/cegar/cegar.h"
#include "engine/ctl/iictl.h"
#include "engine/fsis/fsis.h"
#include "engine/ic3/ic3.h"
#include "engine/ic3/localized.h"
#include "engine/ic3/predicate.h"
#include "engine/ic3cfa/ic3cfa.h"
#include "engine/kind/kind.h"
#include "engine/liveness/k_liveness.h"
#include "engine/liveness/l2s.h"
#include "engine/liveness/lasso.h"
#include "engine/liveness/rlive.h"
#include "engine/tree_ic3/tree_ic3.h"
#include "engine/umc_qe/umc_qe.h"
#include "engine/word/ctigar.h"
#include "engine/word/ic3_smt.h"
#include "engine/word/ic3ia.h"
#include "engine/word_abstraction/ia.h"
#include "engine/word_abstraction/uf.h"
#include "engine/word_bmc/bmc_words.h"
#include "engine/word_bmc/kind_words.h"
#include "logic/word/bitblast.h"
#include "run/lowered_engine.h"
#include "run/lowered_to_bits.h"
#include "run/reversed_engine.h"
#include "run/words/simplified_engine.h"
#include "smt/smt_solver.h"

namespace cairn {
namespace {

template <class Model>
using Made = std::unique_ptr<Engine<Model>>;

/// For an engine on another system than the one that lemmas are about.
Context alone(Context context) {
  context.exchange = nullptr;
  return context;
}

Made<BitSystem> make_forward_ic3(const BitSystem& system, const ic3::Ic3Config& config,
                                 const Context& context) {
  if (config.predicate_property) {
    ic3::Ic3Config inner = config;
    inner.predicate_property = false;
    return std::make_unique<ic3::PropertyAssumed>(system, context, [&](const BitSystem& assumed) {
      return make_forward_ic3(assumed, inner, alone(context));
    });
  }
  if (config.abstract_latches)
    return std::make_unique<ic3::LocalizedIc3>(system, config, alone(context));
  return std::make_unique<ic3::Ic3>(system, config, context);
}

Made<BitSystem> make_ic3(const BitSystem& system, const EngineConfigs& configs,
                         const Context& context) {
  if (configs.ic3.direction == ic3::Ic3Config::Direction::Forward)
    return make_forward_ic3(system, configs.ic3, context);
  return std::make_unique<ReversedEngine>(system, context, [&](const BitSystem& reversed) {
    return make_forward_ic3(reversed, configs.ic3, alone(context));
  });
}

Made<Cfa> make_ic3cfa(const Cfa& cfa, const EngineConfigs& configs, const Context& context) {
  ic3cfa::Ic3CfaConfig config = configs.ic3cfa;
  const std::vector<std::string> known = known_smt_solvers();
  if (configs.smt.solver != "auto")
    config.solver = configs.smt.solver;
  else if (has_large_arrays(cfa) && std::find(known.begin(), known.end(), "z3") != known.end())
    config.solver = "z3";
  if (configs.smt.cache > 0) config.cache = configs.smt.cache;
  if (configs.smt.timeout > 0) config.critical_seconds = configs.smt.timeout;
  config.dump = configs.smt.dump;
  return std::make_unique<ic3cfa::Ic3Cfa>(cfa, config, context);
}

/// An engine that has its abstractions decided on bits, by the engine that its settings name.
template <class E, class Config>
EngineEntry::Make<WordSystem> makes_with_bits(Config EngineConfigs::*config) {
  return [config](const WordSystem& system, const EngineConfigs& configs,
                  const Context& context) -> Made<WordSystem> {
    // Abstractions come and go; the settings stay.
    const auto kept = std::make_shared<const EngineConfigs>(configs);
    const auto decide = [kept, config](const WordSystem& abstraction, const Context& with) {
      return std::make_unique<LoweredToBits>(abstraction, ((*kept).*config).engine, *kept, with);
    };
    return std::make_unique<E>(system, configs.*config, decide, context);
  };
}

Made<WordSystem> make_prophecy(const WordSystem& system, const EngineConfigs& configs,
                               const Context& context) {
  const auto kept = std::make_shared<const EngineConfigs>(configs);
  const auto decide = [kept](const WordSystem& reduction, const Context& with) {
    return std::make_unique<SimplifiedEngine>(reduction, kept->prophecy.engine, *kept, with);
  };
  return std::make_unique<word::Prophecy>(system, configs.prophecy, decide, context);
}

/// Whatever the settings say of IC3 that its proofs need for a ranking: they must be about the
/// latches alone.
live::MakeSafetyEngine makes_safety_engine(const std::string& engine,
                                           const EngineConfigs& configs) {
  const auto kept = std::make_shared<const EngineConfigs>(configs);
  return [engine, kept](const BitSystem& system, const Context& context) {
    return make_engine(engine, system, *kept, context);
  };
}

Made<BitSystem> make_l2s(const BitSystem& system, const EngineConfigs& configs,
                         const Context& context) {
  return std::make_unique<live::L2s>(system, context,
                                     makes_safety_engine(configs.l2s.engine, configs));
}

Made<BitSystem> make_rlive(const BitSystem& system, const EngineConfigs& configs,
                           const Context& context) {
  return std::make_unique<live::Rlive>(system, configs.rlive, context,
                                       makes_safety_engine("ic3", configs));
}

/// An engine that takes the settings that `config` picks, and perhaps more.
template <class E, class Model, class... Config>
EngineEntry::Make<Model> makes(Config EngineConfigs::*... config) {
  return [config...](const Model& model, const EngineConfigs& configs,
                     const Context& context) -> Made<Model> {
    return std::make_unique<E>(model, configs.*config..., context);
  };
}

template <class E, class Config>
EngineEntry::Make<WordSystem> makes_on_words(
    Config (word::WordEngineConfigs::*config)(const SmtConfig&) const) {
  return [config](const WordSystem& system, const EngineConfigs& configs,
                  const Context& context) -> Made<WordSystem> {
    return std::make_unique<E>(system, (configs.word.*config)(configs.smt), context);
  };
}

using C = EngineConfigs;

}  // namespace

const std::vector<EngineEntry>& engine_registry() {
  // IC3 and its kin know constant and uninitialised resets only; those of interpolation must be a
  // set of states, whatever the inputs are.
  static const std::vector<std::string> resets{"resets"};
  static const std::vector<EngineEntry> all{
      {"ic3", "proves and finds", "EMB11", resets, EngineEntry::Make<BitSystem>(make_ic3)},
      {"bmc", "finds counterexamples", "MS08", {}, makes<Bmc, BitSystem>(&C::bmc)},
      {"kind", "k-induction", "SSS00", resets, makes<kind::Kind, BitSystem>(&C::kind, &C::ic3)},
      {"itp", "interpolation", "McM03", resets, makes<Itp, BitSystem>(&C::itp, &C::ic3)},
      {"itpseq", "interpolation sequences with induction", "VG14", resets,
       makes<ItpSeq, BitSystem>(&C::itpseq, &C::ic3)},
      {"fsis", "IC3's ancestor, for small circuits", "BM07", resets,
       makes<fsis::Fsis, BitSystem>(&C::fsis)},
      {"bradley", "IC3 as first published", "Bra11", resets,
       makes<bradley::Bradley, BitSystem>(&C::bradley)},
      {"umc-qe", "pre-images by quantifier elimination, for small circuits", "McM02", resets,
       makes<umc::UmcQe, BitSystem>(&C::umc_qe)},
      {"lasso",
       "finds lassos",
       "BCCZ99",
       {},
       makes<live::Lasso, BitSystem>(&C::lasso),
       false,
       true},
      {"k-liveness", "bounds the number of rounds, and proves that by IC3", "CS12", resets,
       makes<live::KLiveness, BitSystem>(&C::k_liveness, &C::ic3), false, true},
      {"rlive", "goes from round to round by IC3, and proves and finds", "XSZ24", resets,
       EngineEntry::Make<BitSystem>(make_rlive), false, true},
      {"l2s", "liveness as safety, decided by another engine", "BAS02", resets,
       EngineEntry::Make<BitSystem>(make_l2s), false, true},
      {"bmc-smt",
       "bounded model checking with an SMT solver",
       "CKL04",
       {},
       makes<CfaBmc, Cfa>(&C::bmc_smt, &C::smt)},
      {"unroll",
       "complete unrolling, for loops that end",
       "CKL04",
       {},
       makes<Unroll, Cfa>(&C::unroll, &C::smt),
       true},
      {"cegar",
       "lazy predicate abstraction",
       "HJMS02",
       {},
       makes<cegar::Cegar, Cfa>(&C::cegar, &C::smt)},
      {"tree-ic3",
       "IC3 along the paths of a tree",
       "CG12",
       {},
       makes<tree_ic3::TreeIc3, Cfa>(&C::tree_ic3, &C::smt)},
      {"ic3-smt",
       "IC3 over terms, with the program counter as a variable",
       "CG12",
       {},
       makes_on_words<word::Ic3Smt>(&word::WordEngineConfigs::ic3_smt_with)},
      {"ic3ia",
       "IC3 over terms with implicit predicate abstraction",
       "CGMT14",
       {},
       makes_on_words<word::Ic3ia>(&word::WordEngineConfigs::ic3ia_with)},
      {"ctigar",
       "IC3 over terms, abstraction guided by counterexamples to induction",
       "BBW14",
       {},
       makes_on_words<word::Ctigar>(&word::WordEngineConfigs::ctigar_with)},
      {"bmc-words",
       "bounded model checking over terms, memories as chains of writes",
       "BB09",
       {},
       makes<word::BmcWords, WordSystem>(&C::bmc_words)},
      {"kind-words",
       "k-induction over terms",
       "SSS00",
       {},
       makes<word::KindWords, WordSystem>(&C::kind_words)},
      {"uf",
       "IC3 on bits, with operators as free words that lemmas refine",
       "GS19",
       {},
       makes_with_bits<word::Uf>(&C::uf)},
      {"ia",
       "IC3 on bits, with predicates on words as latches",
       "Ton09",
       {},
       makes_with_bits<word::Ia>(&C::ia)},
      {"prophecy",
       "IC3 on bits, with memories as the words at the indices that matter",
       "MIG+21",
       {},
       EngineEntry::Make<WordSystem>(make_prophecy)},
      {"ic3cfa",
       "IC3 with a frame for each location",
       "Lan18",
       {},
       EngineEntry::Make<Cfa>(make_ic3cfa)},
  };
  return all;
}

const char* rung_word(Rung rung) {
  switch (rung) {
    case Rung::Bits:
      return "bits";
    case Rung::Words:
      return "words";
    case Rung::Automaton:
      return "automaton";
  }
  return "";
}

std::unique_ptr<Engine<CtlSystem>> make_ctl_engine(const CtlSystem& system,
                                                   const EngineConfigs& configs,
                                                   const Context& context) {
  return std::make_unique<ctl::Iictl>(system, configs.ctl,
                                      makes_safety_engine(configs.ctl.engine, configs), context);
}

std::pair<std::string, std::string> EngineConfigs::validate() const {
  const std::pair<const char*, std::string> problems[] = {{"bmc", bmc.validate()},
                                                          {"ic3", ic3.validate()},
                                                          {"itp", itp.validate()},
                                                          {"kind", kind.validate()},
                                                          {"fsis", fsis.validate()},
                                                          {"bradley", bradley.validate()},
                                                          {"smt", smt.validate()},
                                                          {"bmc-smt", bmc_smt.validate()},
                                                          {"ic3cfa", ic3cfa.validate()},
                                                          {"bmc-words", bmc_words.validate()},
                                                          {"kind-words", kind_words.validate()}};
  for (const auto& [engine, problem] : problems)
    if (!problem.empty()) return {engine, problem};
  return {};
}

void EngineConfigs::add_to(OptionSet& options) {
  const auto add = [&](auto& config) { options.add(config.options(), config); };
  add(ic3);
  add(bmc);
  add(itp);
  add(itpseq);
  add(kind);
  add(fsis);
  add(bradley);
  add(umc_qe);
  add(lasso);
  add(k_liveness);
  add(rlive);
  add(l2s);
  add(ctl);
  const auto add_for_programs = [&](auto& config) {
    options.add(config.options(), config, OptionSet::For::Programs);
  };
  add_for_programs(ic3cfa);
  add_for_programs(bmc_smt);
  add_for_programs(unroll);
  add_for_programs(cegar);
  add_for_programs(tree_ic3);
  add_for_programs(lower);
  const auto add_for_words = [&](auto& config) {
    options.add(config.options(), config, OptionSet::For::Words);
  };
  add_for_words(word.common);
  add_for_words(word.ic3ia);
  add_for_words(word.ctigar);
  add_for_words(bmc_words);
  add_for_words(kind_words);
  add_for_words(uf);
  add_for_words(ia);
  add_for_words(prophecy);
  add_for_words(smt);
}

const EngineEntry* find_engine(const std::string& name) {
  for (const EngineEntry& entry : engine_registry())
    if (entry.name == name) return &entry;
  return nullptr;
}

bool is_program_engine(const std::string& engine) {
  const EngineEntry* entry = find_engine(engine);
  return entry != nullptr && entry->rung() != Rung::Bits;
}

std::vector<std::string> engine_names(bool of_programs) {
  std::vector<std::string> names;
  for (const EngineEntry& entry : engine_registry())
    if (!entry.of_justice && (of_programs || entry.rung() == Rung::Bits))
      names.push_back(entry.name);
  return names;
}

std::vector<std::string> justice_engine_names() {
  std::vector<std::string> names;
  for (const EngineEntry& entry : engine_registry())
    if (entry.of_justice) names.push_back(entry.name);
  return names;
}

bool is_justice_engine(const std::string& engine) {
  const EngineEntry* entry = find_engine(engine);
  return entry != nullptr && entry->of_justice;
}

namespace {

template <class Fits>
std::string describe_some_engines(Fits fits) {
  std::string text;
  for (const EngineEntry& entry : engine_registry())
    if (fits(entry))
      text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", entry.name, entry.summary);
  return text;
}

}  // namespace

std::string describe_engines(bool on_bits) {
  return describe_some_engines([&](const EngineEntry& entry) {
    return (entry.rung() == Rung::Bits) == on_bits && !entry.of_justice;
  });
}

std::string describe_justice_engines() {
  return describe_some_engines([](const EngineEntry& entry) { return entry.of_justice; });
}

std::unique_ptr<Engine<BitSystem>> make_engine(const std::string& engine, const BitSystem& system,
                                               const EngineConfigs& configs,
                                               const Context& context) {
  const EngineEntry* entry = find_engine(engine);
  CAIRN_CHECK(entry != nullptr && entry->rung() == Rung::Bits);
  return std::get<EngineEntry::Make<BitSystem>>(entry->make)(system, configs, context);
}

std::unique_ptr<Engine<WordSystem>> make_engine(const std::string& engine, const WordSystem& system,
                                                const EngineConfigs& configs,
                                                const Context& context) {
  const EngineEntry* entry = find_engine(engine);
  CAIRN_CHECK(entry != nullptr && entry->rung() == Rung::Words);
  return std::get<EngineEntry::Make<WordSystem>>(entry->make)(system, configs, context);
}

std::unique_ptr<Engine<Cfa>> make_engine(const std::string& engine, const Cfa& cfa,
                                         const EngineConfigs& configs, const Context& context) {
  const EngineEntry* entry = find_engine(engine);
  CAIRN_CHECK(entry != nullptr && entry->rung() != Rung::Bits);
  if (const auto* make = std::get_if<EngineEntry::Make<Cfa>>(&entry->make))
    return (*make)(cfa, configs, context);
  return std::make_unique<LoweredEngine>(cfa, configs.lower, [&](const WordSystem& system) {
    return std::get<EngineEntry::Make<WordSystem>>(entry->make)(system, configs, context);
  });
}

bool has_large_arrays(const Cfa& cfa) {
  constexpr std::uint64_t kMostBits = 1u << 18;  // as for circuits
  std::uint64_t sum = 0;
  for (const ProgramVariable& variable : cfa.variables) {
    const Sort& sort = cfa.terms->sort(variable.term);
    const std::uint64_t bits = bit_count(sort);
    if (sort.is_array() && bits == 0) return true;
    sum += bits;
  }
  return sum > kMostBits;
}

}  // namespace cairn
