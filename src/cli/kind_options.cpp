// SPDX-License-Identifier: MIT
#include "cli/kind_options.h"

#include <map>
#include <string>

#include "cli/choice.h"

namespace cairn {

void add_kind_options(CLI::App& command, KindConfig& config) {
  using SimplePath = KindConfig::SimplePath;
  using Forward = KindConfig::Forward;
  using LoopFree = KindConfig::LoopFree;
  using Certify = KindConfig::Certify;
  static const std::map<std::string, SimplePath> simple_paths{
      {"off", SimplePath::Off}, {"lazy", SimplePath::Lazy}, {"all", SimplePath::All}};
  static const std::map<std::string, Forward> forwards{
      {"off", Forward::Off}, {"doubling", Forward::Doubling}, {"each", Forward::Each}};
  static const std::map<std::string, LoopFree> loop_frees{{"doubling", LoopFree::Doubling},
                                                          {"each", LoopFree::Each}};
  static const std::map<std::string, Certify> certifies{{"none", Certify::None},
                                                        {"ic3", Certify::Ic3}};

  CLI::App& group = *command.add_option_group("kind", "k-induction");
  add_number(group, "--kind-step", config.step, "From one k to the next");
  group.add_option("--kind-last", config.last, "Stop after this k (default: never)")
      ->type_name("N");
  add_number_setting(group, "--kind-last", config.last);
  add_number(group, "--kind-lag", config.lag,
             "Bounds that the base case may stay behind the step case");
  add_choice(group, "--kind-simple-path", config.simple_path, simple_paths,
             "Which states of a path must differ: none, those that were equal in a path that was "
             "found, or all");
  add_choice(group, "--kind-forward", config.forward, forwards,
             "When to ask for a loop-free path from a first state: never, when k has doubled, or "
             "for each k");
  add_choice(group, "--kind-loop-free", config.loop_free, loop_frees,
             "When to ask the step case once it is known that loops have to be excluded: when k "
             "has doubled, or for each k");
  add_number(group, "--kind-plain", config.plain,
             "After the forward check has proved it: larger k that are tried for a certificate");
  add_choice(group, "--kind-certify", config.certify, certifies,
             "After a proof over loop-free paths: who finds an invariant, without which there is "
             "no answer");
}

}  // namespace cairn
