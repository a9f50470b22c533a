// SPDX-License-Identifier: MIT
//
// Runs a program in Structured Text on given inputs, as many scans as there are, by the interpreter
// of IVL: what its variables are at the end of each scan.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "format/st/scan_run.h"
#include "input/st/st_reader.h"
#include "model/interpret.h"

namespace cairn::st::test {

/// Values of an input, one for each scan; written as numbers, a Boolean as 0 or 1.
using Inputs = std::map<std::string, std::vector<std::int64_t>>;

class GivenInputs : public InputSource {
 public:
  explicit GivenInputs(const Inputs& inputs) : inputs_(inputs) {}

  Value next(const InputRequest& request) override {
    std::int64_t number = 0;
    if (request.kind == InputKind::Nondet) {
      const auto found = inputs_.find(std::string(request.note));
      const std::size_t scan = asked_[std::string(request.note)]++;
      if (found != inputs_.end() && scan < found->second.size()) number = found->second[scan];
    }
    if (request.sort.is_bool()) return Value(number != 0);
    if (request.sort.is_bit_vector())
      return Value(BitVector::from_signed(request.sort.width(), number));
    return Value::zero(request.sort);
  }

 private:
  Inputs inputs_;
  std::map<std::string, std::size_t> asked_;
};

inline Program read(const std::string& text, ReadOptions options = {}, ScanModel* model = nullptr) {
  return read_st({{"test.st", text}}, options, Log(LogLevel::Quiet), model);
}

/// The message of the error that the text has; empty if it has none.
inline std::string error_of(const std::string& text, const ReadOptions& options = {}) {
  try {
    read(text, options);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

/// What a variable is at the end of each scan, as the source's language writes it.
inline std::vector<std::string> values_of(const std::string& text, const std::string& variable,
                                          std::size_t scans, const Inputs& inputs = {},
                                          ReadOptions options = {}) {
  options.cycles = scans;
  ScanModel model;
  const Program program = read(text, options, &model);
  GivenInputs source(inputs);
  // The loop's head is executed once more than there are scans.
  class Recorder : public RunObserver {
   public:
    Recorder(const ScanModel& scan_model, const std::string& name)
        : model_(scan_model), name_(name) {}
    void executed(const RunEvent& event) override {
      const bool is_head = event.statement != nullptr &&
                           event.statement->kind == cairn::Statement::Kind::While &&
                           event.statement->site == model_.scan;
      if (is_head)
        for (const ScanVariable& one : model_.variables)
          if (one.name == name_) rows.push_back(shown(last_[one.term.id], one.type));
      for (const RunEvent::Write& write : event.writes) last_[write.variable.id] = write.value;
    }
    std::vector<std::string> rows;

   private:
    const ScanModel& model_;
    const std::string& name_;
    std::map<std::uint32_t, Value> last_;
  } recorder(model, variable);
  interpret(program, source, 10'000'000, &recorder);
  if (!recorder.rows.empty()) recorder.rows.erase(recorder.rows.begin());  // the initial value
  return recorder.rows;
}

/// The value of an expression of that type, in a program with these declarations.
inline std::string value_of(const std::string& type, const std::string& expression,
                            const std::string& declarations = "", const std::string& before = "") {
  const std::string text = "PROGRAM p VAR result : " + type + "; END_VAR " + declarations + " " +
                           before + " result := " + expression + "; END_PROGRAM";
  const auto rows = values_of(text, "result", 1);
  return rows.empty() ? "?" : rows.back();
}

}  // namespace cairn::st::test
