// SPDX-License-Identifier: MIT
//
// Checks several files at the same time, a thread for each, and has the evidence judged once more.
//
// usage: check_all SECONDS FILE...
#include <cairn/cairn.h>

#include <iostream>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

std::mutex output;

void say(const std::string& text) {
  const std::lock_guard lock(output);
  std::cout << text << std::endl;
}

void check(const std::string& file, const std::string& seconds) {
  try {
    cairn::api::Task task({file});
    task.set("timeout", seconds);
    std::size_t told = 0;
    const cairn::api::Answer answer =
        task.check([&](const cairn::api::Progress& progress) { told += !progress.phase.empty(); });
    std::string line = file + ": " + cairn::api::word(answer.verdict());
    if (!answer.explanation().empty()) line += ", " + answer.explanation();
    if (!answer.evidence().empty())
      line += task.certify(answer.evidence()) ? "; evidence judged again" : "; EVIDENCE REJECTED";
    for (const cairn::api::Invariant& invariant : answer.invariants())
      for (const std::string& fact : invariant.facts)
        line += "\n  line " + std::to_string(invariant.line) + ": " + fact;
    say(line);
  } catch (const cairn::api::Error& error) {
    say(file + ": error: " + error.what());
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "usage: check_all SECONDS FILE...\n";
    return 2;
  }
  std::vector<std::jthread> threads;
  for (int i = 2; i < argc; ++i) threads.emplace_back(check, argv[i], argv[1]);
}
