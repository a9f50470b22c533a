// SPDX-License-Identifier: MIT
#include "cli/mcp/server.h"

#include <algorithm>
#include <list>
#include <thread>

namespace cairn::mcp {
namespace {

// Of JSON-RPC 2.0.
constexpr int kParseError = -32700, kInvalidRequest = -32600, kNoMethod = -32601,
              kInvalidParameters = -32602;
constexpr std::size_t kMostCalls = 16;  // at the same time
constexpr int kDeepest = 64;            // objects in objects
constexpr const char* kProtocols[] = {"2025-06-18", "2025-03-26", "2024-11-05"};

/// Text that a stranger nested is refused before a parser that recurses sees it.
bool is_shallow(const std::string& text) {
  int depth = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (in_text) {
      if (text[i] == '\\')
        ++i;
      else if (text[i] == '"')
        in_text = false;
    } else if (text[i] == '"') {
      in_text = true;
    } else if (text[i] == '{' || text[i] == '[') {
      if (++depth > kDeepest) return false;
    } else if (text[i] == '}' || text[i] == ']') {
      --depth;
    }
  }
  return true;
}

Json content(const std::string& text, bool is_error) {
  Json result = {{"content", Json::array({{{"type", "text"}, {"text", text}}})}};
  if (is_error) result["isError"] = true;
  return result;
}

std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

struct Server::Calls {
  struct Call {
    Json id;
    std::stop_source stop;
    bool is_over = false;
    std::jthread thread;
  };
  std::mutex mutex;
  std::list<Call> all;

  /// Those that ended are forgotten.
  std::size_t count() {
    const std::lock_guard lock(mutex);
    all.remove_if([](const Call& call) { return call.is_over; });
    return all.size();
  }
};

Server::Server(Tools& tools, std::function<void(const std::string&)> send)
    : tools_(tools), send_(std::move(send)), calls_(std::make_unique<Calls>()) {}

Server::~Server() {
  {
    const std::lock_guard lock(calls_->mutex);
    for (Calls::Call& call : calls_->all) call.stop.request_stop();
  }
  // They take the lock to say that they are over.
  for (Calls::Call& call : calls_->all) call.thread.join();
}

void Server::answer(const Json& id, Json result) {
  const std::lock_guard lock(mutex_);
  send_(dumped({{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}}));
}

void Server::refuse(const Json& id, int code, const std::string& message) {
  const std::lock_guard lock(mutex_);
  send_(
      dumped({{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", message}}}}));
}

void Server::receive(const std::string& line) {
  if (line.find_first_not_of(" \t\r") == std::string::npos) return;
  const Json message =
      is_shallow(line) ? Json::parse(line, nullptr, false) : Json(Json::value_t::discarded);
  if (message.is_discarded()) return refuse(nullptr, kParseError, "this is not JSON");
  if (!message.is_object() || message.value("jsonrpc", Json()) != "2.0")
    return refuse(nullptr, kInvalidRequest, "expected an object of JSON-RPC 2.0");
  const auto method = message.find("method");
  const auto id = message.find("id");
  if (method == message.end() || !method->is_string()) {
    if (id != message.end() && !message.contains("result") && !message.contains("error"))
      refuse(*id, kInvalidRequest, "there is no method");
    return;  // an answer to something that was never asked
  }
  Json parameters = message.value("params", Json::object());
  if (!parameters.is_object()) parameters = Json::object();
  if (id != message.end()) return request(*id, method->get<std::string>(), parameters);
  if (*method != "notifications/cancelled") return;
  const std::lock_guard lock(calls_->mutex);
  for (Calls::Call& call : calls_->all)
    if (parameters.contains("requestId") && call.id == parameters["requestId"])
      call.stop.request_stop();
}

void Server::request(const Json& id, const std::string& method, const Json& parameters) {
  if (method == "initialize") {
    std::string version = kProtocols[0];
    for (const char* known : kProtocols)
      if (parameters.value("protocolVersion", Json()) == known) version = known;
    return answer(id, {{"protocolVersion", version},
                       {"capabilities", {{"tools", Json::object()}}},
                       {"serverInfo", {{"name", "cairn"}, {"version", CAIRN_VERSION}}}});
  }
  if (method == "ping") return answer(id, Json::object());
  if (method == "tools/list") return answer(id, {{"tools", Tools::list()}});
  if (method == "tools/call") return start_call(id, parameters);
  refuse(id, kNoMethod, "there is no method of this name");
}

void Server::start_call(const Json& id, const Json& parameters) {
  const auto name = parameters.find("name");
  if (name == parameters.end() || !name->is_string())
    return refuse(id, kInvalidParameters, "'name' is missing");
  const Json arguments = parameters.value("arguments", Json::object());
  if (!arguments.is_object()) return refuse(id, kInvalidParameters, "'arguments' is no object");
  if (calls_->count() >= kMostCalls)
    return answer(id, content("too many calls at the same time", true));
  Json token;
  if (const auto meta = parameters.find("_meta"); meta != parameters.end() && meta->is_object())
    token = meta->value("progressToken", Json());
  const std::lock_guard lock(calls_->mutex);
  Calls::Call& call = calls_->all.emplace_back();
  call.id = id;
  call.thread = std::jthread([this, &call, arguments, token, tool = name->get<std::string>()] {
    const auto progress = [&](const Json& line) {
      if (token.is_null()) return;
      const std::lock_guard sending(mutex_);
      send_(dumped({{"jsonrpc", "2.0"},
                    {"method", "notifications/progress"},
                    {"params",
                     {{"progressToken", token},
                      {"progress", line.value("seconds", 0.0)},
                      {"message", dumped(line)}}}}));
    };
    Json result;
    try {
      const Json found = tools_.call(tool, arguments, progress, call.stop.get_token());
      result = content(found.dump(1, ' ', false, Json::error_handler_t::replace), false);
      result["structuredContent"] = found;
    } catch (const std::exception& error) {
      result = content(error.what(), true);
    }
    if (!call.stop.stop_requested()) answer(call.id, std::move(result));
    const std::lock_guard over(calls_->mutex);
    call.is_over = true;
  });
}

}  // namespace cairn::mcp
