// SPDX-License-Identifier: MIT
#include "base/option_table.h"
#include "engine/interpolation/itpseq.h"

namespace cairn {
namespace {

using System = sat::InterpolationSystem;

}  // namespace

const OptionGroup& ItpSeqConfig::options() {
  static const OptionGroup table =
      OptionTable<ItpSeqConfig>(
          "itpseq", "Interpolation sequences; lemmas are made as the options of ic3 say")
          .add_choice("itpseq-system", &ItpSeqConfig::system,
                      {{"mcmillan", System::McMillan},
                       {"pudlak", System::Pudlak},
                       {"inverse", System::InverseMcMillan}},
                      "How interpolants follow from a proof; see --itp-system")
          .add_switch("itpseq-lemmas", &ItpSeqConfig::lemmas,
                      "Ask about runs through the frames, not about all runs")
          .add_switch("itpseq-simplify", &ItpSeqConfig::simplify, "Sweep each interpolant");
  return table;
}

}  // namespace cairn
