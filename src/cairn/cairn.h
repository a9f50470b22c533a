// SPDX-License-Identifier: MIT
//
// Cairn as a library: load a task, set options, check it, read the answer with its evidence, have
// evidence judged.
//
//   cairn::api::Task task({"design.aig"});
//   task.set("timeout", "60");
//   const cairn::api::Answer answer = task.check();
//   if (answer.verdict() == cairn::api::Verdict::Unsafe) use(answer.evidence());
//
// Each check runs in a process of its own, the program `cairn` (use_program()): a limit on memory
// is one of that process, a crash ends that process, and several threads may check at the same
// time. An object is used by one thread at a time, but for const functions, which all may call.
// This header includes the standard library alone and stays compatible within a major version.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <vector>

#define CAIRN_API __attribute__((visibility("default")))

namespace cairn::api {

/// What is wrong with a file, an option or evidence, in the words of the program; or that there is
/// no program.
class CAIRN_API Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

enum class Verdict { Safe, Unsafe, Unknown };
/// "safe", "unsafe", "unknown".
CAIRN_API const char* word(Verdict verdict);

/// How a check goes, a few times a second.
struct Progress {
  std::string phase;                   ///< "reading", "ic3", ...
  std::optional<std::uint64_t> bound;  ///< no counterexample has at most this many steps
  std::uint64_t level = 0;             ///< the frame that is worked on (IC3)
  std::uint64_t lemmas = 0;            ///< in the frames (IC3)
  std::uint64_t obligations = 0;       ///< waiting (IC3)
  double seconds = 0;                  ///< since the beginning
  std::uint64_t memory_bytes = 0;      ///< that are resident
};

/// A property with a verdict of its own, if the task has several.
struct Property {
  std::uint64_t index = 0;
  std::string name;   ///< may be empty
  std::string claim;  ///< "assertion 'a'"
  std::string file;   ///< where it stands; may be empty
  std::uint64_t line = 0;
  std::string verdict;      ///< safe, unsafe, unknown; of a cover reached, unreachable, unknown
  std::string explanation;  ///< of unknown: why
  std::string evidence;     ///< a file's bytes; empty if there is none of this property alone
};

/// What holds whenever control is at a place of a program, in the program's language.
struct Invariant {
  std::string file;
  std::uint64_t line = 0, column = 0;
  std::vector<std::string> facts;
};

class CAIRN_API Answer {
 public:
  Verdict verdict() const;
  /// Of unknown: why, as a sentence.
  const std::string& explanation() const;
  /// Of unknown: no counterexample has at most this many steps; nothing if not even 0 was cleared.
  std::optional<std::uint64_t> bound() const;
  /// Of safe a certificate, of unsafe a witness, as `cairn check` writes them and Task::certify()
  /// judges them; empty if properties have evidence of their own. It was checked before the answer
  /// was given.
  const std::string& evidence() const;
  const std::vector<Property>& properties() const;
  /// Of a program that is safe.
  const std::vector<Invariant>& invariants() const;
  /// All that is known of the run, as docs/json.md has it.
  const std::string& json() const;

 private:
  friend class Task;
  struct Data;
  std::shared_ptr<const Data> data_;
};

class CAIRN_API Task {
 public:
  /// Files of one model, as `cairn check` takes them: AIGER, BTOR2, SMV, C, IVL, Structured Text,
  /// Verilog. They are read when it is checked.
  explicit Task(std::vector<std::string> files);
  /// The text of a file in the place of a file; its name tells the language: "design.aag", "p.c".
  static Task of_text(std::string text, std::string name);
  ~Task();
  Task(Task&&) noexcept;
  Task& operator=(Task&&) noexcept;

  /// An option of `cairn check`, without dashes: set("engine", "ic3"), set("property", "all"),
  /// set("core"). What is wrong with it, check() says. May be given several times. Throws Error if
  /// it is one that this library needs for itself (json, witness, certificate, ...).
  Task& set(const std::string& option);
  Task& set(const std::string& option, const std::string& value);

  /// Calls `progress` on this thread. A stop that is requested ends the check within a second or
  /// so; the answer is then unknown, with the bound that was reached. Throws Error.
  Answer check(const std::function<void(const Progress&)>& progress = {},
               std::stop_token stop = {}) const;

  /// Whether evidence shows what it claims, judged by `cairn certify`. Throws Error if it cannot be
  /// read. `why` gets what the program says.
  bool certify(const std::string& evidence, std::string* why = nullptr) const;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

/// Where the program is. Without a call: CAIRN_PROGRAM of the environment, else beside the library
/// as they were installed, else in PATH.
CAIRN_API void use_program(std::string path);
/// Of the program, "0.1.0". Throws Error.
CAIRN_API std::string program_version();

}  // namespace cairn::api
