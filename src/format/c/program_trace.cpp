// SPDX-License-Identifier: MIT
#include "format/c/program_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <span>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/error.h"
#include "format/c/argument_note.h"
#include "format/c/c_float.h"

namespace cairn {
namespace {

constexpr std::string_view kUninitialised = "uninitialised ";
constexpr std::string_view kArgumentOfMain = "argument of main";
constexpr std::string_view kLiteral = "string";

/// An array of characters as a text, if it has an end; what is behind the end is three dots.
std::optional<std::string> shown_text(const Value& value) {
  constexpr std::uint64_t kMost = 64;
  const Sort index = value.sort().index_sort();
  if (!index.is_bit_vector() || index.width() > 32) return std::nullopt;
  const std::uint64_t count = std::uint64_t{1} << index.width();
  const auto is_zero = [](const Value& element) { return element.bits().is_zero(); };
  Bytes text;
  std::uint64_t at = 0;
  for (; at < std::min(count, kMost); ++at) {
    const Value c = value.select(Value(BitVector(index.width(), at)));
    if (is_zero(c)) break;
    text.push_back(static_cast<std::uint8_t>(c.bits().low()));
  }
  const bool more = !is_zero(value.array().otherwise) ||
                    std::ranges::any_of(value.array().entries, [&](const auto& entry) {
                      return entry.first.bits().low() > at && !is_zero(entry.second);
                    });
  if (at == std::min(count, kMost) || (text.empty() && more)) return std::nullopt;
  return c_string(text) + (more ? "..." : "");
}

std::string shown_array(const Value& value, Show show) {
  const bool bytes = value.sort().element_sort() == Sort::bit_vector(8);
  if (bytes && show == Show::Char)
    if (const auto text = shown_text(value)) return *text;
  // Memory that is looked at in several ways.
  if (bytes && show == Show::Raw) show = Show::Char;
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

/// Where a run is: which procedures are active, and which of them are models of the C library.
class CallStack {
 public:
  explicit CallStack(const Program& program) : program_(program) {
    for (const Procedure& procedure : program.procedures) procedures_[procedure.name] = &procedure;
  }

  bool is_library(const Procedure& procedure) const {
    return procedure.site != kNoSite && program_.sites[procedure.site].at.file == kLibraryFile;
  }
  std::string_view function_of(const Procedure& procedure) const {
    return procedure.site == kNoSite ? std::string_view() : program_.sites[procedure.site].function;
  }
  const Procedure& called(const Statement& call) const { return *procedures_.at(call.names[0]); }

  void enter(const Statement& call) {
    const Procedure& procedure = called(call);
    const SiteId shown = is_library(procedure) ? site_of(call) : kNoSite;
    frames_.push_back({&procedure, shown, call.site});
  }
  void leave() { frames_.pop_back(); }

  /// Functions of the program, outermost first.
  std::vector<ProgramTrace::Frame> shown() const {
    const auto name = [&](const Procedure& procedure) {
      const std::string_view function = function_of(procedure);
      return std::string(function.empty() ? std::string_view(procedure.name) : function);
    };
    std::vector<ProgramTrace::Frame> frames;
    const Procedure* const first = program_.find(program_.main);
    // What starts a program is no function of its source if it has no place there.
    if (first != nullptr && first->site != kNoSite) frames.push_back({name(*first), kNoSite});
    for (const Frame& frame : frames_) {
      if (is_library(*frame.procedure)) break;
      frames.push_back({name(*frame.procedure), frame.call});
    }
    return frames;
  }

  bool in_library() const { return !frames_.empty() && is_library(*frames_.back().procedure); }
  /// The statement's place, or that of the call by the program that leads to it.
  SiteId site_of(const Statement& statement) const {
    return in_library() ? frames_.back().site : statement.site;
  }

 private:
  struct Frame {
    const Procedure* procedure;
    SiteId site;  ///< of models: the program's call
    SiteId call;
  };
  const Program& program_;
  std::unordered_map<std::string_view, const Procedure*> procedures_;
  std::vector<Frame> frames_;
};

bool is_blank(std::uint8_t c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/// Keeps what the program gets from outside through functions of the C library. Reads what the
/// models in src/input/c/library do.
class LibraryInputs {
 public:
  LibraryInputs(const CallStack& stack, ProgramTrace& trace) : stack_(stack), trace_(trace) {}

  /// Before the stack is changed.
  void enter(const Statement& call) {
    const std::string_view function = stack_.function_of(stack_.called(call));
    if (stack_.in_library()) return;
    active_.reset();
    if (!stack_.is_library(stack_.called(call))) return;
    if (function == "__cairn_any_chars" || function == "__cairn_any_word") {
      if (scan_) trace_.calls[*scan_].parts.emplace_back();
      active_ = scan_;
    } else if (c_input(function)) {
      active_ = trace_.calls.size();
      trace_.calls.push_back({std::string(function), call.site, std::nullopt, 0, {}});
    }
  }

  /// After the stack was changed.
  void leave(const RunEvent& event) {
    if (!active_) return;
    LibraryCall& call = trace_.calls[*active_];
    const std::string_view function = stack_.function_of(stack_.called(*event.statement));
    const auto* value = event.writes.empty() ? nullptr : &event.writes.front().value;
    if (function == "__cairn_between" && value != nullptr) {
      const auto number = static_cast<int>(static_cast<std::int32_t>(value->bits().low()));
      if (stack_.function_of(*event.procedure) != "__cairn_input")
        call.error = number;
      else if (number >= 0)
        add_byte(call, static_cast<std::uint8_t>(number));
    }
    if (stack_.in_library()) return;
    if (function == "__cairn_any_word") {
      for (std::uint8_t& c : call.parts.back())
        if (c == 0 || is_blank(c)) c = 'x';
      call.parts.back().push_back(0);
    } else if (function != "__cairn_any_chars" && value != nullptr) {
      call.result = *value;
    }
    // gets() takes the line break, but does not store it.
    if (call.function == "gets" && !call.parts.empty() && call.parts[0].back() == '\n')
      call.parts[0].pop_back();
    active_.reset();
  }

  void asked(const InputValue& input, SiteId site) {
    const std::string_view note = input.note;
    if (note.ends_with(kScanCount)) {
      scan_ = trace_.calls.size();
      const std::string function(note.substr(0, note.size() - kScanCount.size()));
      trace_.calls.push_back({function, site, input.value, 0, {}});
    } else if (note.ends_with(kScanValue) && scan_) {
      trace_.calls[*scan_].parts.push_back(stored(input.value));
    } else if (note == "__cairn_any_char" && active_) {
      add_byte(trace_.calls[*active_], static_cast<std::uint8_t>(input.value.bits().low()));
    }
  }

  /// The run is over.
  void finish() {
    for (LibraryCall& call : trace_.calls)
      if (c_input(call.function) == CInput::Scan && call.result &&
          call.result->bits().low() != call.parts.size())
        call.result = Value(BitVector::from_signed(32, -1));  // more than there are: the end
  }

 private:
  static Bytes stored(const Value& value) {
    Bytes bytes;
    for (std::uint32_t at = 0; at < value.sort().width(); at += 8)
      bytes.push_back(static_cast<std::uint8_t>(value.bits().words()[at / 64] >> at % 64));
    return bytes;
  }
  void add_byte(LibraryCall& call, std::uint8_t byte) {
    if (c_input(call.function) == CInput::Character) return;
    if (call.parts.empty()) call.parts.emplace_back();
    call.parts.back().push_back(byte);
  }

  const CallStack& stack_;
  ProgramTrace& trace_;
  std::optional<std::size_t> active_;  ///< the call that runs
  std::optional<std::size_t> scan_;    ///< the last one of scanf
};

class Watcher : public RunObserver {
 public:
  Watcher(const Program& program, ProgramTrace& trace)
      : trace_(trace),
        stack_(program),
        library_(stack_, trace),
        start_(program.find(program.main)) {
    std::unordered_set<std::string_view> models;
    for (const Procedure& procedure : program.procedures)
      if (stack_.is_library(procedure)) models.insert(stack_.function_of(procedure));
    const auto add = [&](const std::vector<ProgramVariable>& variables) {
      for (const ProgramVariable& variable : variables)
        if (!variable.source_name.empty() && variable.show != Show::Hidden &&
            !variable.source_name.starts_with("__cairn_") &&
            !library_variable(variable.source_name) && !models.contains(variable.function))
          variables_.emplace(variable.term, &variable);
    };
    add(program.globals);
    for (const Procedure& procedure : program.procedures) {
      if (stack_.is_library(procedure)) continue;
      add(procedure.parameters);
      add(procedure.results);
      add(procedure.locals);
    }
  }

  void executed(const RunEvent& event) override {
    const std::size_t asked = std::exchange(asked_, trace_.inputs.size());
    if (event.statement == nullptr) return;  // the start: values that nothing has read yet
    const std::size_t called = trace_.calls.size();
    if (event.kind == RunEvent::Kind::Enter) library_.enter(*event.statement);
    if (event.kind == RunEvent::Kind::Leave) {
      stack_.leave();
      is_stack_new_ = true;
      library_.leave(event);
    }
    const SiteId site = stack_.site_of(*event.statement);
    for (std::size_t i = asked; i < trace_.inputs.size(); ++i)
      library_.asked(trace_.inputs[i], site);
    // That a function without a result is back is no news, nor that a literal has its value, nor
    // what the end of a scope leaves behind.
    const bool is_news = event.kind == RunEvent::Kind::Leave
                             ? !event.writes.empty()
                             : !initialises_literal(event) && !ends_scope(*event.statement);
    if (is_news) {
      TraceStep& step = step_at(site);
      for (std::size_t i = called; i < trace_.calls.size(); ++i) step.calls.push_back(i);
      tell(event, asked, step);
    }
    if (event.kind == RunEvent::Kind::Enter) {
      stack_.enter(*event.statement);
      is_stack_new_ = true;
    }
  }

  void finish(const Statement& failed) {
    library_.finish();
    trace_.failed_at = stack_.site_of(failed);
    step_at(trace_.failed_at);
  }

 private:
  /// String literals are variables called "string1" and so on, which get their values at the start.
  bool initialises_literal(const RunEvent& event) const {
    if (event.procedure != start_ || event.kind != RunEvent::Kind::Execute) return false;
    return !event.writes.empty() && std::ranges::all_of(event.writes, [&](const auto& write) {
      const auto found = variables_.find(write.variable);
      if (found == variables_.end()) return false;
      const std::string_view name = found->second->source_name;
      return name.starts_with(kLiteral) && name.size() > kLiteral.size() &&
             name.find_first_not_of("0123456789", kLiteral.size()) == std::string_view::npos;
    });
  }

  void tell(const RunEvent& event, std::size_t asked, TraceStep& step) {
    for (std::size_t i = asked; i < trace_.inputs.size(); ++i) {
      if (is_call(trace_.inputs[i])) step.nondet.push_back(i);
      if (is_outside(trace_.inputs[i])) step.outside.push_back(i);
    }
    using Kind = Statement::Kind;
    const bool uninitialised =
        event.statement->kind == Kind::Havoc && event.statement->note.starts_with(kUninitialised);
    if (uninitialised && !stack_.in_library()) note_uninitialised(event);
    if ((event.statement->kind == Kind::If || event.statement->kind == Kind::While) &&
        !stack_.in_library())
      step.branch = event.branch;
    // Parameters are worth telling, but an uninitialised local has no value yet.
    const std::size_t shown = event.kind == RunEvent::Kind::Enter
                                  ? std::min(event.writes.size(), event.statement->values.size())
                                  : event.writes.size();
    for (const RunEvent::Write& write : event.writes.first(shown))
      if (!is_missing_argument(*event.statement, write.value)) note(step, write, uninitialised);
  }

  /// Texts that main() is not called with have memory, too.
  static bool is_missing_argument(const Statement& statement, const Value& value) {
    return statement.kind == Statement::Kind::Havoc &&
           (statement.note.starts_with("argv[") || statement.note.starts_with("envp[")) &&
           value == Value::zero(value.sort());
  }

  static bool ends_scope(const Statement& statement) {
    return statement.kind == Statement::Kind::Assign
               ? statement.note == kScopeEnd
               : statement.kind == Statement::Kind::Havoc && statement.note.ends_with(kAfterItsEnd);
  }

  void note_uninitialised(const RunEvent& event) {
    for (const RunEvent::Write& write : event.writes) {
      const auto found = variables_.find(write.variable);
      const Show show = found == variables_.end() ? Show::Signed : found->second->show;
      trace_.uninitialised.push_back(
          {event.statement->site, event.statement->note.substr(kUninitialised.size()),
           shown_value(write.value, show), write.value == Value::zero(write.value.sort())});
    }
  }

  std::size_t stack_now() {
    if (std::exchange(is_stack_new_, false)) {
      std::vector<ProgramTrace::Frame> frames = stack_.shown();
      if (trace_.stacks.empty() || trace_.stacks.back() != frames)
        trace_.stacks.push_back(std::move(frames));
    }
    return trace_.stacks.size() - 1;
  }

  TraceStep& step_at(SiteId site) {
    if (trace_.steps.empty() || (site != kNoSite && trace_.steps.back().site != site)) {
      TraceStep& step = trace_.steps.emplace_back();
      step.site = site;
      step.stack = stack_now();
    }
    return trace_.steps.back();
  }

  void note(TraceStep& step, const RunEvent::Write& write, bool uninitialised) {
    const auto found = variables_.find(write.variable);
    if (found == variables_.end()) return;
    const ProgramVariable& variable = *found->second;
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
  CallStack stack_;
  LibraryInputs library_;
  const Procedure* start_;
  std::unordered_map<Term, const ProgramVariable*> variables_;  ///< that people see
  std::size_t asked_ = 0;
  bool is_stack_new_ = true;
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
  // What comes from outside, other than by a call, comes last: no program may depend on the others.
  std::vector<std::size_t> open, outside;
  for (std::size_t i = 0; i < best.size(); ++i) {
    if (best[i].kind == InputKind::Choice || is_call(best[i]) ||
        best[i].value == Value::zero(best[i].value.sort()))
      continue;
    const bool is_given =
        best[i].kind == InputKind::Nondet && !best[i].note.starts_with(kUninitialised);
    (is_given ? outside : open).push_back(i);
  }
  const auto zeroed = [&](std::span<const std::size_t> which) {
    std::vector<InputValue> inputs = best;
    for (const std::size_t i : which) inputs[i].value = Value::zero(inputs[i].value.sort());
    return inputs;
  };
  // Halves of what is left, as long as one of them can go.
  std::vector<std::span<const std::size_t>> work{outside, open};
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
  // Nobody calls a program with a million arguments.
  for (InputValue& input : best) {
    if (input.note != kArgumentOfMain || !input.value.sort().is_bit_vector()) continue;
    const Value found = input.value;
    const std::uint64_t most = found.bits().low();
    for (std::uint64_t count = 1; count < most; count = count < 5 ? count + 1 : 2 * count) {
      input.value = Value(BitVector(found.sort().width(), count));
      if (steps < kMostSteps && fails(best)) break;
      input.value = found;
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
  for (const std::size_t i : step.calls) {
    const std::string value = call_text(trace.calls[i]);
    const bool seen =
        std::any_of(step.changes.begin(), step.changes.end(),
                    [&](const TraceStep::Change& change) { return "= " + change.value == value; });
    if (seen) continue;
    text += fmt::format("{}{}() {}", separator, trace.calls[i].function, value);
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

std::string call_text(const LibraryCall& call) {
  if (!call.result) return "does not return";
  const bool zero = call.result->bits().is_zero();
  const std::string read = "reads " + c_string(call.parts.empty() ? Bytes{} : call.parts[0]);
  switch (c_input(call.function).value_or(CInput::Number)) {
    case CInput::Line:
    case CInput::Text:
      return zero ? "= NULL" : read;
    case CInput::Stream:
      return zero ? "= NULL" : "succeeds";
    case CInput::Bytes:
      return fmt::format("= {}{}", shown_value(*call.result, Show::Signed),
                         call.parts.empty() ? "" : ", " + read);
    default:
      return "= " + shown_value(*call.result, Show::Signed);
  }
}

bool is_outside(const InputValue& input) {
  return input.kind == InputKind::Nondet && input.note == "read outside of all objects" &&
         input.value != Value::zero(input.value.sort());
}

bool is_call(const InputValue& input) {
  if (input.kind != InputKind::Nondet || input.note.empty()) return false;
  if (input.note.starts_with("__cairn_")) return false;  // of a model of the C library
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
  watcher.finish(*result.statement);
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
