// SPDX-License-Identifier: MIT
#include "support/c_run.h"

namespace cairn::support {
namespace {

class Inputs : public InputSource {
 public:
  Inputs(const CInputs& given, CRun& run) : given_(given), run_(run) {}
  Value next(const InputRequest& request) override {
    if (request.kind != InputKind::Nondet) return Value::zero(request.sort);
    run_.havocs.emplace_back(request.note);
    return given_ ? given_(request) : Value::zero(request.sort);
  }

 private:
  const CInputs& given_;
  CRun& run_;
};

}  // namespace

CRun run_c(const std::string& text, const CReadOptions& options, const CInputs& inputs) {
  const Program program = read_c(std::vector<Source>{{"test.c", text}}, options, Log());
  CRun run;
  Inputs source(inputs, run);
  Interpreter interpreter(program);
  const RunResult result = interpreter.run(source, 1'000'000);
  run.outcome = result.outcome;
  if (result.statement != nullptr) {
    run.note = result.statement->note;
    if (result.statement->site != kNoSite) run.at = program.sites[result.statement->site].at;
  }
  return run;
}

std::string c_error(const std::vector<Source>& files, const CReadOptions& options) {
  try {
    read_c(files, options, Log());
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace cairn::support
