// SPDX-License-Identifier: MIT
//
// The registry of engines: one entry each, with the rung of the ladder that it stands on. To add an
// engine: its entry in engines.cpp, its configuration here, and its options beside its
// configuration.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/context.h"
#include "base/option_table.h"
#include "engine/array_abstraction/config.h"
#include "engine/bmc/bmc.h"
#include "engine/bradley/config.h"
#include "engine/cegar/config.h"
#include "engine/cfa/cfa_bmc.h"
#include "engine/cfa/unroll.h"
#include "engine/ctl/config.h"
#include "engine/fsis/config.h"
#include "engine/ic3/config.h"
#include "engine/ic3cfa/config.h"
#include "engine/interpolation/itp.h"
#include "engine/interpolation/itpseq.h"
#include "engine/kind/config.h"
#include "engine/liveness/config.h"
#include "engine/shared/engine.h"
#include "engine/tree_ic3/config.h"
#include "engine/umc_qe/config.h"
#include "engine/word/config.h"
#include "engine/word_abstraction/config.h"
#include "engine/word_bmc/config.h"
#include "model/bit_system.h"
#include "model/cfa.h"
#include "model/ctl.h"
#include "model/word_system.h"
#include "smt/smt_config.h"
#include "transform/lower_cfa.h"

namespace cairn {

/// The settings of every engine.
struct EngineConfigs {
  // on bits
  BmcConfig bmc;
  ic3::Ic3Config ic3;
  ItpConfig itp;
  ItpSeqConfig itpseq;
  kind::KindConfig kind;
  fsis::FsisConfig fsis;
  bradley::BradleyConfig bradley;
  umc::UmcQeConfig umc_qe;
  // on bits, of justice
  live::LassoConfig lasso;
  live::L2sConfig l2s;
  live::KLivenessConfig k_liveness;
  live::RliveConfig rlive;
  ctl::IictlConfig ctl;  ///< of formulas of CTL
  // on words
  word::WordEngineConfigs word;
  word::BmcWordsConfig bmc_words;
  word::KindWordsConfig kind_words;
  word::UfConfig uf;
  word::IaConfig ia;
  word::ProphecyConfig prophecy;
  // on automata
  CfaBmcConfig bmc_smt;
  UnrollConfig unroll;
  cegar::CegarConfig cegar;
  tree_ic3::TreeIc3Config tree_ic3;
  ic3cfa::Ic3CfaConfig ic3cfa;
  SmtConfig smt;         ///< of all engines that ask SMT solvers
  LowerCfaConfig lower;  ///< how automata become word-level systems

  /// What is wrong with the settings of an engine, after its name; or two empty strings.
  std::pair<std::string, std::string> validate() const;
  void add_to(OptionSet& options);
};

/// Where an engine stands: see docs/architecture.md.
enum class Rung { Bits, Words, Automaton };
const char* rung_word(Rung rung);

struct EngineEntry {
  template <class Model>
  using Make = std::function<std::unique_ptr<Engine<Model>>(const Model&, const EngineConfigs&,
                                                            const Context&)>;

  std::string name;
  std::string summary;  ///< a few words
  std::string paper;    ///< a key of docs/papers.md
  /// Passes on bits that it cannot do without.
  std::vector<std::string> passes;
  std::variant<Make<BitSystem>, Make<WordSystem>, Make<Cfa>> make;
  /// Its proofs are about the automaton as it was built, so that no pass may come before it.
  bool as_built = false;
  /// Decides a justice property, of a system with one justice set and no bad states.
  bool of_justice = false;

  Rung rung() const { return static_cast<Rung>(make.index()); }
};

const std::vector<EngineEntry>& engine_registry();
/// Null if there is none.
const EngineEntry* find_engine(const std::string& name);
/// Whether it stands on the rung of automata or words: circuits have neither.
bool is_program_engine(const std::string& engine);
/// Of circuits, or of programs: all. Those for justice are left out.
std::vector<std::string> engine_names(bool of_programs);
/// Those for justice, on bits.
std::vector<std::string> justice_engine_names();
bool is_justice_engine(const std::string& engine);
/// Each name with its summary, for --help: "a (does this), b (does that)".
std::string describe_engines(bool on_bits);
std::string describe_justice_engines();

/// Requires the name of an engine on bits, and a system that went through its passes.
std::unique_ptr<Engine<BitSystem>> make_engine(const std::string& engine, const BitSystem& system,
                                               const EngineConfigs& configs,
                                               const Context& context);
/// Decides formulas of CTL by incremental induction. The system outlives it.
std::unique_ptr<Engine<CtlSystem>> make_ctl_engine(const CtlSystem& system,
                                                   const EngineConfigs& configs,
                                                   const Context& context);
/// Requires the name of an engine on words, and a system that outlives it.
std::unique_ptr<Engine<WordSystem>> make_engine(const std::string& engine, const WordSystem& system,
                                                const EngineConfigs& configs,
                                                const Context& context);
/// Requires an engine on automata, or one on words, which gets the automaton lowered; and an
/// automaton that outlives it.
std::unique_ptr<Engine<Cfa>> make_engine(const std::string& engine, const Cfa& cfa,
                                         const EngineConfigs& configs, const Context& context);

/// Whether one query on bits may take longer than a whole engine is given: with 65,536 elements of
/// 32 bits it took 6 s of processor time. Such programs have no circuit, either.
bool has_large_arrays(const Cfa& cfa);

}  // namespace cairn
