// SPDX-License-Identifier: MIT
#include "remote/random_id.h"

#include <sys/random.h>

#include "base/error.h"

namespace cairn {

std::uint64_t random_number() {
  std::uint64_t number = 0;
  CAIRN_CHECK(::getrandom(&number, sizeof number, 0) == sizeof number);
  return number;
}

std::string random_id() {
  constexpr std::string_view kLetters = "0123456789abcdefghjkmnpqrstvwxyz";
  std::string id;
  for (std::uint64_t number = random_number(); id.size() < 10; number >>= 5)
    id += kLetters[number % kLetters.size()];
  return id;
}

}  // namespace cairn
