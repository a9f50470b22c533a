// SPDX-License-Identifier: MIT
#include "run/workers/report.h"

namespace cairn {

void say_stopped(PortfolioReport& report) {
  for (WorkerStatus& worker : report.workers)
    if (worker.state == "running" || worker.state == "paused")
      worker.state = "stopped";
    else if (worker.state == "waiting")
      worker.state = "not started";
}

}  // namespace cairn
