// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <iosfwd>
#include <string>

#include "cli/mcp/tools.h"

namespace cairn::mcp {

/// The Model Context Protocol over lines: JSON-RPC 2.0, an object a line. Reads requests until the
/// end of its input; calls of tools run on threads of their own, so that they can be cancelled.
class Server {
 public:
  /// `send` gets whole lines, one at a time.
  Server(Tools& tools, std::function<void(const std::string& line)> send);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  void receive(const std::string& line);

 private:
  struct Calls;

  void answer(const Json& id, Json result);
  void refuse(const Json& id, int code, const std::string& message);
  void request(const Json& id, const std::string& method, const Json& parameters);
  void start_call(const Json& id, const Json& parameters);

  Tools& tools_;
  const std::function<void(const std::string&)> send_;
  std::mutex mutex_;  // of what is sent
  std::unique_ptr<Calls> calls_;
};

}  // namespace cairn::mcp
