// SPDX-License-Identifier: MIT
#include "sat/backend/version.h"

#include <cadical.hpp>

namespace cairn {

std::string cadical_version() {
  return CaDiCaL::Solver::version();
}

}  // namespace cairn
