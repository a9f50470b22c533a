// SPDX-License-Identifier: MIT
#include "run/passes.h"

#include "base/error.h"
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
          "lawful-correspondence",
          "target-enlargement"};
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
  if (name == "lawful-correspondence") {
    correspondence.lawful = CorrespondenceConfig::Lawful::Now;
    return std::make_unique<Correspondence>(correspondence, context);
  }
  CAIRN_CHECK(!"a pass that is not known");
  return nullptr;
}

}  // namespace cairn
