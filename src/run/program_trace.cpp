// SPDX-License-Identifier: MIT
#include "run/program_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/error.h"
#include "format/c_float.h"

namespace cairn {
namespace {

constexpr std::string_view kUninitialised = "uninitialised ";

std::string shown_array(const Value& value, Show show) {
  constexpr std::size_t kMost = 8;
  std::string text = "{";
  std::size_t count = 0;
  for (const auto& [index, element] : value.array().entries) {
    if (count++ == kMost) break;
    text +=
        fmt::format("[{}] = {}, ", shown_value(index, Show::Unsigned), shown_value(element, show));
  }
  if (value.array().entries.size() > kMost) text += "..., ";
  return fmt::format("{}{} {}}}", text, count == 0 ? "all" : "the rest",
                     shown_value(value.array().otherwise, show));
}

/// Keeps what a run asked for.
class Recorder : public InputSource {
 public:
  Recorder(InputSource& source, std::vector<InputValue>& values)
      : source_(source), values_(values) {}
  Value next(const InputRequest& request) override {
    Value value = source_.next(request);
    values_.push_back({request.kind, request.site, std::string(request.note), value});
    return value;
  }

 private:
  InputSource& source_;
  std::vector<InputValue>& values_;
};

class Watcher : public RunObserver {
 public:
  Watcher(const Program& program, ProgramTrace& trace) : trace_(trace) {
    const auto add = [this](const std::vector<ProgramVariable>& variables) {
      for (const ProgramVariable& variable : variables)
        variables_.emplace(variable.term, &variable);
    };
    add(program.globals);
    for (const Procedure& procedure : program.procedures) {
      add(procedure.parameters);
      add(procedure.results);
      add(procedure.locals);
    }
  }

  void executed(const RunEvent& event) override {
    const std::size_t asked = std::exchange(asked_, trace_.inputs.size());
    if (event.statement == nullptr) return;  // the start: values that nothing has read yet
    // That a function without a result is back is no news.
    if (event.kind == RunEvent::Kind::Leave && event.writes.empty()) return;
    TraceStep& step = step_at(event.statement->site);
    for (std::size_t i = asked; i < trace_.inputs.size(); ++i) {
      if (is_call(trace_.inputs[i])) step.nondet.push_back(i);
      if (is_outside(trace_.inputs[i])) step.outside.push_back(i);
    }
    using Kind = Statement::Kind;
    const bool uninitialised =
        event.statement->kind == Kind::Havoc && event.statement->note.starts_with(kUninitialised);
    if (uninitialised) note_uninitialised(event);
    if (event.statement->kind == Kind::If || event.statement->kind == Kind::While)
      step.branch = event.branch;
    // Parameters are worth telling, but an uninitialised local has no value yet.
    const std::size_t told = event.kind == RunEvent::Kind::Enter
                                 ? std::min(event.writes.size(), event.statement->values.size())
                                 : event.writes.size();
    for (const RunEvent::Write& write : event.writes.first(told)) note(step, write, uninitialised);
  }

 private:
  void note_uninitialised(const RunEvent& event) {
    for (const RunEvent::Write& write : event.writes) {
      const auto found = variables_.find(write.variable);
      const Show show = found == variables_.end() ? Show::Raw : found->second->show;
      trace_.uninitialised.push_back(
          {event.statement->site, event.statement->note.substr(kUninitialised.size()),
           shown_value(write.value, show), write.value == Value::zero(write.value.sort())});
    }
  }

  TraceStep& step_at(SiteId site) {
    if (trace_.steps.empty() || (site != kNoSite && trace_.steps.back().site != site))
      trace_.steps.emplace_back().site = site;
    return trace_.steps.back();
  }

  void note(TraceStep& step, const RunEvent::Write& write, bool uninitialised) {
    const auto found = variables_.find(write.variable);
    if (found == variables_.end()) return;
    const ProgramVariable& variable = *found->second;
    if (variable.source_name.empty() || variable.show == Show::Hidden) return;
    TraceStep::Change change{variable.source_name, shown_value(write.value, variable.show),
                             write.variable,       variable.show,
                             write.value,          uninitialised};
    for (TraceStep::Change& known : step.changes)
      if (known.term == write.variable) {
        known = std::move(change);
        return;
      }
    step.changes.push_back(std::move(change));
  }

  ProgramTrace& trace_;
  std::unordered_map<Term, const ProgramVariable*> variables_;
  std::size_t asked_ = 0;
};

/// Values that nobody gave (uninitialised variables, reads outside of objects) become zero where
/// the run fails all the same: all of them, else one by one, within some number of steps. Zeros are
/// what people overlook, and what a compiler can be told to use.
std::vector<InputValue> with_zeros(const Program& program, const ProgramFailure& failure) {
  constexpr std::uint64_t kMostSteps = 2'000'000;
  Interpreter interpreter(program);
  std::uint64_t steps = 0;
  const auto fails = [&](const std::vector<InputValue>& inputs) {
    InputSequence sequence(inputs);
    const RunResult result = interpreter.run(sequence, failure.steps + 1);
    steps += result.steps + 1;
    return result.outcome == RunResult::Outcome::Failed && result.statement == failure.assertion;
  };
  std::vector<InputValue> best = failure.inputs;
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < best.size(); ++i)
    if (best[i].kind != InputKind::Choice && !is_call(best[i]) &&
        best[i].value != Value::zero(best[i].value.sort()))
      open.push_back(i);
  const auto zeroed = [&](std::span<const std::size_t> which) {
    std::vector<InputValue> inputs = best;
    for (const std::size_t i : which) inputs[i].value = Value::zero(inputs[i].value.sort());
    return inputs;
  };
  // Halves of what is left, as long as one of them can go.
  std::vector<std::span<const std::size_t>> work{open};
  while (!work.empty() && steps < kMostSteps) {
    const auto part = work.back();
    work.pop_back();
    if (part.empty()) continue;
    if (std::vector<InputValue> inputs = zeroed(part); fails(inputs)) {
      best = std::move(inputs);
    } else if (part.size() > 1) {
      work.push_back(part.first(part.size() / 2));
      work.push_back(part.subspan(part.size() / 2));
    }
  }
  return best;
}

std::string step_text(const Program& program, const ProgramTrace& trace, const TraceStep& step) {
  std::string text;
  if (step.site != kNoSite) {
    const SourceSite& site = program.sites[step.site];
    text =
        fmt::format("{}:{}: {}", printable(site.at.file), site.at.line, printable(site.text, 60));
  }
  if (step.branch) text += *step.branch == 0 ? "   [true]" : "   [false]";
  const char* separator = "   ";
  for (const std::size_t i : step.nondet) {
    const std::string value = shown_value(trace.inputs[i].value, show_of(trace.inputs[i]));
    // Often it is seen again in the variable that it goes to.
    if (std::any_of(step.changes.begin(), step.changes.end(),
                    [&](const TraceStep::Change& change) { return change.value == value; }))
      continue;
    text += fmt::format("{}{}() = {}", separator, printable(trace.inputs[i].note), value);
    separator = ", ";
  }
  for (const TraceStep::Change& change : step.changes) {
    text += fmt::format("{}{} = {}{}", separator, printable(change.variable), change.value,
                        change.uninitialised ? " (uninitialised)" : "");
    separator = ", ";
  }
  for (const std::size_t i : step.outside)
    text += fmt::format("   (reads {} outside of all objects)",
                        shown_value(trace.inputs[i].value, Show::Signed));
  return text + "\n";
}

}  // namespace

std::string shown_value(const Value& value, Show show) {
  if (value.sort().is_array()) return shown_array(value, show);
  if (value.sort().is_float()) return c_float_text(value);
  if (!value.sort().is_bit_vector()) return value.to_string();
  const BitVector& bits = value.bits();
  switch (show) {
    case Show::Bool:
      return bits.is_zero() ? "false" : "true";
    case Show::Signed:
      return bits.to_signed_decimal();
    case Show::Unsigned:
      return bits.to_decimal();
    case Show::Pointer:
      return bits.is_zero() ? "NULL" : "0x" + bits.to_hex();
    case Show::Char:
      if (bits.low() >= 32 && bits.low() < 127)
        return fmt::format("{} '{}'", bits.low(), static_cast<char>(bits.low()));
      return bits.to_signed_decimal();
    case Show::Float:
    case Show::Raw:
    case Show::Hidden:
      break;
  }
  return value.to_string();
}

std::string what_happened(const std::string& claim) {
  const auto replaced = [&](std::string_view from, std::string_view to) -> std::string {
    const std::size_t at = claim.find(from);
    if (at == std::string::npos) return {};
    return claim.substr(0, at) + std::string(to) + claim.substr(at + from.size());
  };
  constexpr std::pair<std::string_view, std::string_view> kOpposites[] = {
      {" is not reached", " is reached"},
      {" is in range", " is out of range"},
      {" is within ", " is outside of "}};
  if (claim.empty() || claim == "assertion") return "the assertion fails";
  if (claim.starts_with("assertion '")) return claim + " fails";
  if (claim.starts_with("no null")) return "a " + claim.substr(3);
  if (claim.starts_with("no ")) return claim.substr(3);
  for (const auto& [from, to] : kOpposites)
    if (std::string text = replaced(from, to); !text.empty()) return text;
  return fmt::format("'{}' does not hold", claim);
}

bool is_outside(const InputValue& input) {
  return input.kind == InputKind::Nondet && input.note == "read outside of all objects" &&
         input.value != Value::zero(input.value.sort());
}

bool is_call(const InputValue& input) {
  if (input.kind != InputKind::Nondet || input.note.empty()) return false;
  return std::all_of(input.note.begin(), input.note.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  });
}

Show show_of(const InputValue& input) {
  const std::string_view note = input.note;
  const std::size_t end = note.rfind('_');
  if (end == std::string_view::npos) return Show::Signed;
  const std::string_view type = note.substr(end + 1);
  if (type == "pointer") return Show::Pointer;
  if (type == "bool") return Show::Bool;
  return type.starts_with("u") || note.ends_with("size_t") ? Show::Unsigned : Show::Signed;
}

ProgramTrace trace_of(const Program& program, const ProgramFailure& failure) {
  ProgramTrace trace;
  InputSequence sequence(with_zeros(program, failure));
  Recorder inputs(sequence, trace.inputs);
  Watcher watcher(program, trace);
  const RunResult result = interpret(program, inputs, failure.steps + 1, &watcher);
  CAIRN_CHECK(result.outcome == RunResult::Outcome::Failed);
  trace.assertion = result.statement;
  if (trace.steps.empty() || trace.steps.back().site != result.statement->site)
    trace.steps.emplace_back().site = result.statement->site;
  return trace;
}

std::string trace_text(const Program& program, const ProgramTrace& trace, std::size_t most) {
  std::string text;
  const std::size_t count = trace.steps.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (count > most && i == most / 2) {
      const std::size_t skipped = count - most;
      text += fmt::format("  ... {} steps ...\n", skipped);
      i += skipped;
    }
    text += "  " + step_text(program, trace, trace.steps[i]);
  }
  return text;
}

}  // namespace cairn
