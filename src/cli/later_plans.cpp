// SPDX-License-Identifier: MIT
#include "cli/later_plans.h"

namespace cairn {

std::vector<Plan> later_plans() {
  return {
      {"push-requests",
       "ic3",
       "Sud13",
       "Lemmas pushed as soon as what stopped them is excluded",
       {{"--ic3-push-requests", "on"}}},
      {"quip",
       "ic3",
       "IG15",
       "Lemmas as obligations that may fail, reachable states, bad lemmas",
       {{"--ic3-quip", "on"}}},
      {"predict",
       "ic3",
       "SYC24",
       "Lemmas guessed from counterexamples to propagation",
       {{"--ic3-predict", "on"}}},
      {"i-good",
       "ic3",
       "XLC23",
       "Literals of the lemma below kept, and order by lemmas that climbed",
       {{"--ic3-refer-skip", "on"}, {"--ic3-good-lemmas", "on"}}},
      {"ctg",
       "ic3",
       "HBS13",
       "Counterexamples to generalization blocked, for every obligation",
       {{"--ic3-generalize", "ctg"}}},
      {"extended-ctg",
       "ic3",
       "DynAMic",
       "The same with their own predecessors",
       {{"--ic3-generalize", "extended"}, {"--ic3-ctg-max", "5"}, {"--ic3-ctg-limit", "15"}}},
      {"abstract-constraints",
       "ic3",
       "",
       "Predecessors obey constraints when these have shown to matter",
       {{"--ic3-abstract-constraints", "on"}}},
  };
}

}  // namespace cairn
