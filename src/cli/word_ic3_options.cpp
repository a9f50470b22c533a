// SPDX-License-Identifier: MIT
#include "cli/word_ic3_options.h"

#include <map>
#include <string>

#include "cli/choice.h"

namespace cairn {
namespace {

const std::map<std::string, FirstPredicates> kFirstPredicates{
    {"none", FirstPredicates::None},
    {"property", FirstPredicates::Property},
    {"all", FirstPredicates::All}};
constexpr const char* kFirstPredicatesText =
    "Predicates of the beginning: none, the comparisons of initial and of bad states, or those of "
    "all branches too";

void add_common(CLI::App& command, WordIc3Config& config) {
  using Generalize = WordIc3Config::Generalize;
  using PreimageKind = WordIc3Config::Preimage;
  using Literals = WordIc3Config::Literals;
  static const std::map<std::string, Generalize> generalizations{
      {"none", Generalize::None}, {"core", Generalize::Core}, {"drop", Generalize::Drop}};
  static const std::map<std::string, PreimageKind> preimages{{"values", PreimageKind::Values},
                                                             {"atoms", PreimageKind::Atoms}};
  static const std::map<std::string, Literals> literals{{"words", Literals::Words},
                                                        {"bits", Literals::Bits},
                                                        {"bounds", Literals::Bounds},
                                                        {"mixed", Literals::Mixed}};

  CLI::App& group = *command.add_option_group("word", "IC3 over terms: ic3-smt, ic3ia, ctigar");
  add_choice(group, "--word-generalize", config.generalize, generalizations,
             "Of a cube that is blocked: all of it, what the answer needed, or that with literals "
             "dropped one by one");
  add_number(group, "--word-drop-failures", config.drop_failures,
             "In a row, after which no more literals are tried; 0: all are");
  add_switch(group, "--word-drop-control", config.drop_control,
             "Try to drop the program counter, too");
  add_switch(group, "--word-keep-obligations", config.keep_obligations,
             "Keep obligations that are blocked for higher frames");
  add_switch(group, "--word-push-new", config.push_new,
             "Push a new lemma as far as it goes at once");
  add_choice(group, "--word-preimage", config.preimage, preimages,
             "A predecessor becomes: values of the variables that matter, or the comparisons that "
             "decide where it goes");
  add_choice(
      group, "--word-literals", config.literals, literals,
      "That a word has a value becomes: an equality, one literal a bit, bounds, or an equality "
      "if it is a variable and else bits");
  add_number(group, "--word-atom-limit", config.atom_limit,
             "Nodes of a comparison; of larger ones the values are taken");
  add_number(group, "--word-stale-lemmas", config.stale_lemmas,
             "Lemmas that were moved or dropped, beside three times those that are there, after "
             "which the solver is made anew");
  add_switch(group, "--word-lift", config.lift,
             "Ask the solver which literals of a predecessor matter");
}

void add_ic3ia(CLI::App& command, Ic3iaConfig& config) {
  using Refine = Ic3iaConfig::Refine;
  static const std::map<std::string, Refine> refinements{{"preconditions", Refine::Preconditions},
                                                         {"interpolants", Refine::Interpolants}};

  CLI::App& group = *command.add_option_group("ic3ia", "IC3 with implicit abstraction");
  add_choice(group, "--ic3ia-refine", config.refine, refinements,
             "Where new predicates come from after a spurious counterexample");
  add_choice(group, "--ic3ia-predicates", config.predicates, kFirstPredicates,
             kFirstPredicatesText);
  group
      .add_option("--ic3ia-interpolator", config.interpolator,
                  "Who computes interpolants: Cairn's own solver (over bits) or cvc5")
      ->check(CLI::IsMember({"cairn", "cvc5"}).description(""))
      ->capture_default_str()
      ->type_name("cairn|cvc5");
  add_word_setting(
      group, "--ic3ia-interpolator", {"cairn"}, [&config] { return config.interpolator; },
      [&config](const std::string& word) { config.interpolator = word; });
}

void add_ctigar(CLI::App& command, CtigarConfig& config) {
  using When = CtigarConfig::When;
  static const std::map<std::string, When> whens{{"eager", When::Eager}, {"lazy", When::Lazy}};

  CLI::App& group = *command.add_option_group("ctigar", "CTIGAR");
  add_choice(group, "--ctigar-lifting", config.lifting, whens,
             "When predicates are added after an abstract state does not lead where it should");
  add_choice(group, "--ctigar-consecution", config.consecution, whens,
             "When predicates are added after an abstract state has a predecessor that the "
             "concrete one has not");
  add_number(group, "--ctigar-spurious", config.spurious,
             "Steps of a path that may rest on the abstraction, if consecution is lazy");
  add_choice(group, "--ctigar-predicates", config.predicates, kFirstPredicates,
             kFirstPredicatesText);
}

}  // namespace

void add_word_ic3_options(CLI::App& command, WordEngineConfigs& configs) {
  add_common(command, configs.common);
  add_ic3ia(command, configs.ic3ia);
  add_ctigar(command, configs.ctigar);
}

}  // namespace cairn
