// SPDX-License-Identifier: MIT
#include "run/circuit/passes.h"

#include "base/error.h"
#include "base/option_table.h"
#include "transform/bit/cone.h"
#include "transform/bit/constants.h"
#include "transform/bit/correspondence.h"
#include "transform/bit/hashing.h"
#include "transform/bit/resets.h"
#include "transform/bit/target_enlargement.h"

namespace cairn {

std::vector<std::string> known_passes() {
  return {"cone",
          "hashing",
          "constants",
          "resets",
          "sweep",
          "latch-correspondence",
          "correspondence",
          "constrained-correspondence",
          "target-enlargement"};
}

bool is_pass_for_justice(const std::string& name) {
  return name != "target-enlargement";
}

std::unique_ptr<Pass<BitSystem>> make_pass(const std::string& name, const PassOptions& options,
                                           const Context& context) {
  if (name == "cone") return std::make_unique<Cone>();
  if (name == "hashing") return std::make_unique<Hashing>();
  if (name == "constants") return std::make_unique<Constants>();
  if (name == "resets") return std::make_unique<Resets>(context);
  if (name == "sweep") return std::make_unique<Sweep>(options.sweep, context);
  if (name == "target-enlargement")
    return std::make_unique<TargetEnlargement>(options.enlargement_steps);
  CorrespondenceConfig correspondence = options.correspondence;
  if (name == "correspondence") return std::make_unique<Correspondence>(correspondence, context);
  if (name == "latch-correspondence") {
    correspondence.scope = CorrespondenceConfig::Scope::Latches;
    return std::make_unique<Correspondence>(correspondence, context);
  }
  if (name == "constrained-correspondence") {
    correspondence.constrained = CorrespondenceConfig::Constrained::Now;
    return std::make_unique<Correspondence>(correspondence, context);
  }
  CAIRN_CHECK(!"a pass that is not known");
  return nullptr;
}

const OptionGroup& PassOptions::options() {
  static const OptionGroup table =
      OptionTable<PassOptions>("target-enlargement", "Bad states that come earlier")
          .add_count("target-enlargement-steps", &PassOptions::enlargement_steps,
                     "The pass target-enlargement makes bad states true this many steps earlier "
                     "(EMB11)",
                     0, "N", 1, 10);
  return table;
}

}  // namespace cairn
