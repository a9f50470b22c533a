// SPDX-License-Identifier: MIT
#include "base/option_table.h"
#include "engine/interpolation/itp.h"

namespace cairn {
namespace {

using From = ItpConfig::From;
using System = sat::InterpolationSystem;

}  // namespace

const OptionGroup& ItpConfig::options() {
  static const OptionGroup table =
      OptionTable<ItpConfig>("itp", "Interpolation")
          .add_choice(
              "itp-system", &ItpConfig::system,
              {{"mcmillan", System::McMillan},
               {"pudlak", System::Pudlak},
               {"inverse", System::InverseMcMillan}},
              "How an interpolant follows from a proof: McMillan's system gives the strongest, its "
              "inverse the weakest")
          .add_choice(
              "itp-from", &ItpConfig::from, {{"all", From::All}, {"last", From::Last}},
              "Look for the next states from all that were reached at this bound, or from the last "
              "interpolant")
          .add_switch(
              "itp-reschedule", &ItpConfig::reschedule,
              "After a spurious counterexample skip the bounds that interpolants have cleared")
          .add_switch(
              "itp-keep", &ItpConfig::keep,
              "Keep interpolants over bounds: what an earlier bound found after as many steps "
              "is conjoined with the new one")
          .add_switch(
              "itp-closure", &ItpConfig::closure,
              "After each interpolant: ask whether the states reached are closed under transitions")
          .add_count("itp-closure-conflicts", &ItpConfig::closure_conflicts,
                     "Most conflicts for that, or twice those of the refutation if these are more")
          .add_count("itp-certify-gates", &ItpConfig::certify_gates,
                     "If the invariant has more gates: let IC3 look for a certificate of what is "
                     "proved, since "
                     "that one is hard to check (0: never)",
                     3)
          .add_switch("itp-simplify", &ItpConfig::simplify, "Sweep each interpolant")
          .add_seconds("itp-simplify-seconds", &ItpConfig::simplify_seconds,
                       "Processor time for sweeping an interpolant")
          .add_count("itp-simplify-conflicts", &ItpConfig::simplify_conflicts,
                     "Conflicts of a query of sweeping")
          .add_count("itp-first", &ItpConfig::first, "The first bound", 4, "BOUND", 1)
          .add_count("itp-last", &ItpConfig::last,
                     "Stop when this bound is cleared (default: never)", 0, "BOUND");
  return table;
}

}  // namespace cairn
