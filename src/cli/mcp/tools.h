// SPDX-License-Identifier: MIT
//
// What `cairn mcp` offers to language models and other agents: checks, evidence, counterexamples by
// signal and step, lemmas, invariants that they propose. Each call runs the program in a process of
// its own (cairn/child.h).
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <stop_token>
#include <string>
#include <vector>

#include "base/run_program.h"
#include "cairn/child.h"

namespace cairn::mcp {

using Json = nlohmann::ordered_json;

/// What is wrong with a call, for who made it.
class ToolError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A check whose answer can be asked about.
struct KeptRun {
  std::vector<std::string> files;
  std::vector<std::string> options;
  Json report;
  std::string vcd;       ///< the waveform of a counterexample; may be empty
  std::string lemmas;    ///< of a proof, in Verilog; may be empty
  std::string evidence;  ///< a file
};

struct ToolOptions {
  std::vector<std::string> folders;  ///< canonical; files of tasks are below one of them
  double seconds = 60;               ///< of each check, unless the call asks for less
};

class Tools {
 public:
  /// A line of the program about a check that goes on, as `--progress-fd` writes it.
  using OnProgress = std::function<void(const Json& line)>;

  explicit Tools(ToolOptions options);

  /// The tools with the schemas of their arguments, as tools/list answers.
  static Json list();
  /// May be called on several threads. Throws ToolError, also for a name that is none.
  Json call(const std::string& name, const Json& arguments, const OnProgress& progress,
            std::stop_token stop);

 private:
  struct Outcome {
    int code = -1;
    std::string messages;
    Json report;
  };

  Json check(const Json& arguments, const OnProgress& progress, std::stop_token stop);
  Json certify(const Json& arguments, std::stop_token stop);
  api::ChildEnd certify_with(std::vector<std::string> words, std::vector<std::string> chosen,
                             const std::stop_token& stop) const;
  Json read_trace(const Json& arguments) const;
  Json list_lemmas(const Json& arguments) const;
  Json try_invariant(const Json& arguments, const OnProgress& progress, std::stop_token stop);

  Outcome run_check(std::vector<std::string> words, const std::string& json,
                    const OnProgress& progress, std::stop_token stop) const;
  /// The path as the program gets it. Throws ToolError if it leads out of the folders.
  std::string file(const std::string& path) const;
  std::vector<std::string> files(const Json& arguments) const;
  /// The options of a call as words of a command line.
  std::vector<std::string> options(const Json& arguments) const;
  std::shared_ptr<const KeptRun> kept(const Json& arguments) const;
  std::string fresh_path(const std::string& ending) const;

  const ToolOptions options_;
  const std::string program_;
  PrivateDirectory folder_;
  mutable std::mutex mutex_;  // of what follows
  mutable std::uint64_t next_path_ = 0;
  std::uint64_t next_run_ = 1;
  std::map<std::uint64_t, std::shared_ptr<const KeptRun>> runs_;
};

}  // namespace cairn::mcp
