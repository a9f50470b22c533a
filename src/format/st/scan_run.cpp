// SPDX-License-Identifier: MIT
#include "format/st/scan_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "format/vcd/vcd_file.h"

namespace cairn::st {
namespace {

using Role = ScanVariable::Role;

constexpr std::uint64_t kShownElements = 16;  ///< of an array

/// Keeps the values of variables, and what they are whenever the loop of the scans comes round.
class ScanRecorder : public RunObserver {
 public:
  ScanRecorder(const ScanModel& model, ScanRun& run, const std::vector<bool>& free)
      : model_(model), run_(run), free_(free) {}

  void executed(const RunEvent& event) override {
    const bool is_head = event.statement != nullptr && event.kind == RunEvent::Kind::Execute &&
                         event.statement->kind == Statement::Kind::While &&
                         event.statement->site == model_.scan;
    if (is_head) record();
    if (event.statement != nullptr) see_targets(*event.statement);
    for (const RunEvent::Write& write : event.writes) values_[write.variable.id] = write.value;
  }

  void record() {
    std::vector<bool> saved;
    for (const ScanLoop& loop : model_.loops) {
      const auto found = values_.find(loop.saved.id);
      saved.push_back(found != values_.end() && found->second.as_bool());
    }
    saved_.push_back(std::move(saved));
    std::vector<Value> row;
    for (const ScanVariable& variable : model_.variables) {
      const auto found = values_.find(variable.term.id);
      row.push_back(found == values_.end() ? Value() : found->second);
    }
    std::uint64_t time = run_.milliseconds.empty() ? 0 : run_.milliseconds.back();
    if (run_.scans.size() > 1) {
      const auto step =
          model_.time_step.valid() ? values_.find(model_.time_step.id) : values_.end();
      time += step == values_.end() ? model_.cycle_ms : step->second.bits().low();
    }
    std::vector<bool> any;
    for (const ScanVariable& variable : model_.variables) {
      const bool is_kept =
          variable.role == Role::Parameter && !run_.any.empty() && run_.any.back()[any.size()];
      any.push_back(is_kept || any_.contains(variable.term.id));
    }
    any_.clear();
    run_.any.push_back(std::move(any));
    run_.scans.push_back(std::move(row));
    run_.milliseconds.push_back(time);
  }

  /// Where the loop begins that violates the claim.
  std::optional<std::size_t> loop_of(const std::string& claim) const {
    for (std::size_t i = 0; i < model_.loops.size(); ++i) {
      if (model_.loops[i].claim != claim) continue;
      for (std::size_t scan = saved_.size() - 1; scan-- > 0;)
        if (saved_[scan][i] && (scan == 0 || !saved_[scan - 1][i])) return scan + 1;
    }
    return std::nullopt;
  }

 private:
  /// What is written after it came from outside is a value of the program.
  void see_targets(const Statement& s) {
    for (const Term target : s.targets)
      if (s.kind == Statement::Kind::Havoc && taken_ < free_.size() && free_[taken_++])
        any_.insert(target.id);
      else
        any_.erase(target.id);
  }

  const ScanModel& model_;
  ScanRun& run_;
  const std::vector<bool>& free_;
  std::size_t taken_ = 0;
  std::unordered_set<std::uint32_t> any_;  // of this scan
  std::unordered_map<std::uint32_t, Value> values_;
  std::vector<std::vector<bool>> saved_;  // at the end of each scan: has a loop begun
};

/// One line of the table, or one signal: a variable, or an element of an array.
struct Line {
  std::size_t variable = 0;
  std::int64_t element = -1;
  std::string name;
};

std::vector<Line> lines_of(const ScanModel& model, Role role) {
  std::vector<Line> lines;
  for (std::size_t i = 0; i < model.variables.size(); ++i) {
    const ScanVariable& variable = model.variables[i];
    if (variable.role != role) continue;
    if (variable.count == 0) lines.push_back({i, -1, variable.name});
    for (std::uint64_t e = 0; e < std::min(variable.count, kShownElements); ++e)
      lines.push_back(
          {i, static_cast<std::int64_t>(e),
           fmt::format("{}[{}]", variable.name, variable.first + static_cast<std::int64_t>(e))});
  }
  return lines;
}

Value value_at(const ScanRun& run, const Line& line, std::size_t scan) {
  const Value& value = run.scans[scan][line.variable];
  if (line.element < 0 || !value.sort().is_array()) return value;
  const std::uint32_t width = value.sort().index_sort().width();
  return value.select(Value(BitVector(width, static_cast<std::uint64_t>(line.element))));
}

std::string text_at(const ScanRun& run, const ScanModel& model, const Line& line,
                    std::size_t scan) {
  return shown(value_at(run, line, scan), model.variables[line.variable].type);
}

std::string digits_of(const Value& value) {
  if (value.sort().is_bool()) return value.as_bool() ? "1" : "0";
  std::string digits;
  for (std::uint32_t i = value.bits().width(); i-- > 0;) digits += value.bits().bit(i) ? '1' : '0';
  return digits;
}

bool has_bits(const Value& value) {
  return value.sort().is_bool() || value.sort().is_bit_vector() || value.sort().is_float();
}

}  // namespace

ScanRun scan_run(const Program& program, const ProgramFailure& failure, const ScanModel& model,
                 const std::vector<bool>& free) {
  ScanRun run;
  InputSequence inputs(failure.inputs);
  ScanRecorder recorder(model, run, free);
  const RunResult result = interpret(program, inputs, failure.steps + 1, &recorder);
  recorder.record();
  if (result.statement != nullptr) run.claim = result.statement->note;
  run.loop = recorder.loop_of(run.claim);
  return run;
}

std::string scan_table(const ScanRun& run, const ScanModel& model, std::size_t most) {
  // The columns that are shown; the others are left out in the middle.
  std::vector<std::size_t> columns;
  const std::size_t last = run.scans.size() - 1;
  for (std::size_t i = 0; i <= last; ++i)
    if (last < most || i < most / 2 || i + (most - most / 2) > last) columns.push_back(i);
  struct Row {
    std::string name;
    std::vector<std::string> cells;
    bool is_title = false;
  };
  std::vector<Row> rows;
  Row head{"scan", {}, false}, time{"time", {}, false};
  for (const std::size_t i : columns) {
    head.cells.push_back(i == 0 ? "initial" : fmt::format("{}", i));
    time.cells.push_back(
        i == 0 ? "" : shown_milliseconds(static_cast<std::int64_t>(run.milliseconds[i])));
  }
  rows.push_back(std::move(head));
  rows.push_back(std::move(time));
  for (const auto& [role, title] :
       {std::pair(Role::Parameter, "parameters"), std::pair(Role::Input, "inputs"),
        std::pair(Role::Output, "outputs"), std::pair(Role::Memory, "memory")}) {
    const std::vector<Line> lines = lines_of(model, role);
    if (!lines.empty()) rows.push_back({title, {}, true});
    for (const Line& line : lines) {
      Row row{fmt::format("  {}", line.name), {}, false};
      for (const std::size_t i : columns) {
        // The initial values of inputs play no part: each scan reads them anew.
        const bool is_unread = role == Role::Input && i == 0;
        const bool is_any = run.any[i][line.variable];
        std::string text = is_unread ? "-" : is_any ? "any" : text_at(run, model, line, i);
        const bool is_first = i == 0 || (role == Role::Input && i == 1);
        if (!is_any && !is_first && !run.any[i - 1][line.variable] &&
            text != text_at(run, model, line, i - 1))
          text += " *";
        row.cells.push_back(std::move(text));
      }
      rows.push_back(std::move(row));
    }
  }
  if (run.loop) {
    Row again{"for ever", {}, false};
    for (const std::size_t i : columns) again.cells.push_back(i < *run.loop ? "" : "again");
    rows.insert(rows.begin() + 2, std::move(again));
  }
  std::size_t name_width = 0;
  std::vector<std::size_t> widths(columns.size(), 0);
  for (const Row& row : rows) {
    name_width = std::max(name_width, row.name.size());
    for (std::size_t i = 0; i < row.cells.size(); ++i)
      widths[i] = std::max(widths[i], row.cells[i].size());
  }
  std::string text;
  for (const Row& row : rows) {
    std::string line = fmt::format("{:<{}}", row.name, name_width);
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      if (i > 0 && columns[i] != columns[i - 1] + 1) line += row.name == "scan" ? "  ..." : "     ";
      line += fmt::format("  {:<{}}", row.cells[i], widths[i]);
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

void draw_scans(const ScanRun& run, const ScanModel& model, WaveSink& file) {
  struct Shown {
    Line line;
    std::size_t number;
    bool is_bool;
  };
  std::vector<Shown> signals;
  for (const Role role : {Role::Parameter, Role::Input, Role::Output, Role::Memory})
    for (Line& line : lines_of(model, role)) {
      const Value value = value_at(run, line, 0);
      if (!has_bits(value)) continue;
      const std::size_t width = value.sort().width();
      const std::string range = width > 1 ? fmt::format("[{}:0]", width - 1) : std::string();
      const std::size_t signal =
          file.add(role == Role::Memory ? "reg" : "wire", line.name, width, range);
      file.describe(signal, role == Role::Parameter ? "parameter"
                            : role == Role::Input   ? "input"
                            : role == Role::Output  ? "output"
                                                    : "memory");
      file.set_distance(signal, 0);
      signals.push_back({std::move(line), signal, width == 1});
    }
  for (std::size_t i = 0; i < run.scans.size(); ++i) {
    file.begin_step();
    for (const auto& [line, signal, is_bool] : signals) {
      const std::string digits = digits_of(value_at(run, line, i));
      if (is_bool)
        file.set(signal, digits);
      else
        file.set_text(signal, digits, text_at(run, model, line, i));
      // The initial values of inputs play no part: each scan reads them anew.
      const bool is_unread = i == 0 && model.variables[line.variable].role == Role::Input;
      if (is_unread || run.any[i][line.variable]) file.set_free(signal);
    }
  }
}

std::string scan_vcd(const ScanRun& run, const ScanModel& model) {
  VcdFile file(model.entry);
  draw_scans(run, model, file);
  return file.end();
}

std::string scan_test(const ScanRun& run, const ScanModel& model) {
  std::string text = fmt::format(
      "(* A run of {} that violates {}: at the end of scan {} it does not hold.\n"
      "   {} *)\nPROGRAM Replay\nVAR\n",
      model.entry, run.claim, run.scans.size() - 1,
      model.cycle_ms > 0
          ? fmt::format("One call a scan, every {}.",
                        shown_milliseconds(static_cast<std::int64_t>(model.cycle_ms)))
          : std::string("Times of the scans are in the comments."));
  if (!model.is_program) text += fmt::format("    unit : {};\n", model.entry);
  text += "    scan : DINT;\nEND_VAR\n\nscan := scan + 1;\nCASE scan OF\n";
  const std::string prefix = model.is_program ? model.entry + "." : "unit.";
  std::vector<Line> inputs = lines_of(model, Role::Parameter);
  for (Line& line : lines_of(model, Role::Input)) inputs.push_back(std::move(line));
  for (std::size_t i = 1; i < run.scans.size(); ++i) {
    std::string changes;
    for (const Line& line : inputs) {
      const std::string now = text_at(run, model, line, i);
      if (i > 1 && now == text_at(run, model, line, i - 1)) continue;
      const ShownType& type = model.variables[line.variable].type;
      const bool is_enum = type.kind == ShownType::Kind::Enum && !type.name.empty();
      changes += fmt::format("        {}{} := {}{};\n", prefix, line.name,
                             is_enum ? fmt::format("{}#", type.name) : std::string(), now);
    }
    if (changes.empty()) continue;
    text +=
        fmt::format("    {}:  (* {} *)\n{}", i,
                    shown_milliseconds(static_cast<std::int64_t>(run.milliseconds[i])), changes);
  }
  text += fmt::format("END_CASE;\n{}();\nEND_PROGRAM\n", model.is_program ? model.entry : "unit");
  return text;
}

}  // namespace cairn::st
