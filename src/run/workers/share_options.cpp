// SPDX-License-Identifier: MIT
#include "base/option_table.h"
#include "run/workers/share_policy.h"

namespace cairn {

const OptionGroup& SharePolicy::options() {
  static const OptionGroup table =
      OptionTable<SharePolicy>("share", "Lemmas that workers share")
          .add_switch("share", &SharePolicy::share, "Workers share their lemmas")
          .add_count("share-literals", &SharePolicy::literals,
                     "Lemmas of at most this many literals")
          .add_count("share-level", &SharePolicy::level,
                     "Lemmas that are made for at least this many steps")
          .add_real("share-rate", &SharePolicy::rate,
                    "So many lemmas a second from each worker, at most; 0: any number", 0, 1e9);
  return table;
}

}  // namespace cairn
