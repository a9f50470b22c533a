// SPDX-License-Identifier: MIT
#include "smt/version.h"

#ifdef CAIRN_HAS_Z3
#include <fmt/format.h>
#include <z3.h>
#endif

namespace cairn {

std::string z3_version() {
#ifdef CAIRN_HAS_Z3
  unsigned major = 0, minor = 0, build = 0, revision = 0;
  Z3_get_version(&major, &minor, &build, &revision);
  return fmt::format("{}.{}.{}", major, minor, build);
#else
  return "";
#endif
}

}  // namespace cairn
