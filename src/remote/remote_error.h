// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>
#include <string>

namespace cairn {

/// Something is wrong with the server or the way to it. what() is one line for people and names
/// the server.
class RemoteError : public std::runtime_error {
 public:
  enum class Kind {
    Lost,     ///< unreachable, silent, starting or gone: it may come back
    Refused,  ///< a wrong password, no permission, too old: it will not help to try again
    Full,     ///< its limit on memory is reached, or it cannot write its files
    Faulty,   ///< it does not speak as Redis does
  };

  RemoteError(Kind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
  Kind kind() const { return kind_; }

 private:
  Kind kind_;
};

}  // namespace cairn
