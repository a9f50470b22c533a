// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "base/budget.h"
#include "base/log.h"
#include "base/progress.h"

namespace cairn {

class LemmaExchange;

/// What every component is handed and nobody owns globally.
struct Context {
  const Log& log;
  const Budget& budget;
  Progress& progress;
  std::uint64_t seed = 0;
  LemmaExchange* exchange = nullptr;  ///< with other workers (model/exchange.h), if there are any
};

}  // namespace cairn
