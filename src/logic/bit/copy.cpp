// SPDX-License-Identifier: MIT
#include "logic/bit/copy.h"

#include "base/error.h"

namespace cairn {

Lit GraphCopier::copy(Lit root) {
  stack_.push_back(root.var());
  while (!stack_.empty()) {
    const Var var = stack_.back();
    if (has_image(var)) {
      stack_.pop_back();
      continue;
    }
    CAIRN_CHECK(from_.is_and(var));
    const Lit left = from_.left(var), right = from_.right(var);
    if (!has_image(left.var()) || !has_image(right.var())) {
      if (!has_image(right.var())) stack_.push_back(right.var());
      if (!has_image(left.var())) stack_.push_back(left.var());
      continue;
    }
    stack_.pop_back();
    images_[var.index] = gates_ == Gates::Hashed ? to_.and_gate(image(left), image(right))
                                                 : to_.append_and(image(left), image(right));
  }
  return image(root);
}

}  // namespace cairn
