// SPDX-License-Identifier: MIT
#include "format/verilog/testbench.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "base/error.h"
#include "format/verilog/verilog_expression.h"
#include "model/word_signals.h"
#include "model/word_simulate.h"

namespace cairn {
namespace {

constexpr std::uint32_t kMostIndexBits = 12;  // of memories that are set word by word

std::string constant(const Value& value) {
  if (value.sort().is_bool()) return value.as_bool() ? "1'b1" : "1'b0";
  return fmt::format("{}'b{}", value.bits().width(), value.bits().to_binary());
}

class Writer {
 public:
  Writer(const WordModel& model, const WordTrace& trace, const TestbenchOptions& options)
      : model_(model), terms_(*model.system.terms), trace_(trace), options_(options) {}

  Testbench run() {
    const auto top = verilog_path(model_.top);
    if (model_.top.empty() || !top) {
      result_.problem = "the name of the top module is not known";
      return std::move(result_);
    }
    clock_ = clock_of(model_, options_.clock);
    if (!clock_ && trace_.length() > 1) {
      result_.problem = "the clock of the design is not known";
      return std::move(result_);
    }
    find_ports();
    find_compared();
    write_head(*top);
    write_steps();
    fmt::format_to(out(),
                   "    $display(\"{}%0d differences\", differences);\n    $finish;\n  end\n",
                   kTestbenchEnd);
    text_ += "endmodule\n";
    result_.text = std::move(text_);
    return std::move(result_);
  }

 private:
  struct Signal {
    std::string path;  // from the test bench
    std::string name;  // for messages
    Term term;
  };

  std::back_insert_iterator<std::string> out() { return std::back_inserter(text_); }
  std::uint32_t width(Term term) const {
    const Sort& sort = terms_.sort(term);
    return sort.is_bool() ? 1 : sort.width();
  }
  std::string range(Term term) const {
    return width(term) == 1 ? "" : fmt::format("[{}:0] ", width(term) - 1);
  }
  /// From the test bench; nothing if Verilog cannot say it.
  std::optional<std::string> inside(const std::string& name) const {
    const auto path = verilog_path(name);
    if (!path) return std::nullopt;
    if (!options_.is_flat || name.find_first_of(".[]") == std::string::npos) return "dut." + *path;
    const bool is_plain =
        std::ranges::all_of(name, [](char c) { return c > ' ' && c <= '~' && c != '\\'; });
    if (!is_plain) return std::nullopt;
    return fmt::format("dut.\\{} ", name);
  }

  /// Inputs of the model are ports of the top module, unless they have a name from inside or none.
  void find_ports() {
    for (std::size_t i = 0; i < model_.system.inputs.size(); ++i) {
      const Term input = model_.system.inputs[i];
      const std::string& name = terms_.name(input);
      if (clock_ && input == *clock_) continue;
      const bool is_nameless =
          i < model_.input_ids.size() && name == fmt::format("input{}", model_.input_ids[i]);
      const auto path = verilog_path(name);
      if (is_nameless || !path || name.find('.') != std::string::npos || is_beside(name) ||
          terms_.sort(input).is_array()) {
        result_.notes.push_back(
            fmt::format("'{}' is no input of the module and is not driven", printable(name, 80)));
        continue;
      }
      ports_.push_back({*path, name, input});
    }
  }

  void find_compared() {
    std::set<std::string> seen;
    for (const WordSignal& signal : signals_of(model_, std::nullopt)) {
      using Kind = WordSignal::Kind;
      if (signal.kind == Kind::Bad || signal.kind == Kind::Constraint ||
          signal.kind == Kind::Input || terms_.sort(signal.term).is_array() ||
          (clock_ && signal.term == *clock_))
        continue;
      const auto path = inside(signal.name);
      if (!path || is_beside(signal.name) ||
          (signal.kind == Kind::State && is_hidden(signal.term)) || !seen.insert(*path).second)
        continue;
      compared_.push_back({*path, signal.name, signal.term});
    }
  }

  bool is_hidden(Term term) const {
    for (std::size_t i = 0; i < model_.system.states.size(); ++i)
      if (model_.system.states[i].term == term) return is_nameless_state(model_, i);
    return false;
  }

  /// No part of the design.
  bool is_beside(const std::string& name) const {
    return std::ranges::any_of(options_.no_ports, [&](const std::string& each) {
      return each.ends_with(':') ? name.starts_with(each) : name == each;
    });
  }

  /// In the design; empty if it has none. A register that is an output has that one's name.
  std::string name_of(std::size_t state) const {
    const Term term = model_.system.states[state].term;
    if (!is_nameless_state(model_, state))
      return is_beside(terms_.name(term)) ? "" : terms_.name(term);
    for (const auto* list : {&model_.outputs, &model_.wires})
      for (const NamedTerm& named : *list)
        if (named.term == term) return named.name;
    return "";
  }

  void write_head(const std::string& top) {
    text_ += "`timescale 1ns / 1ps\n// A counterexample of Cairn as a test bench.\n";
    for (const std::string& note : result_.notes) text_ += "// Note: " + note + ".\n";
    text_ += "module cairn_testbench;\n";
    const std::string clock = clock_ ? verilog_path(terms_.name(*clock_)).value_or("") : "";
    if (!clock.empty())
      fmt::format_to(out(), "  reg {} = 1'b{};\n", clock, options_.falling ? 1 : 0);
    for (const Signal& port : ports_)
      fmt::format_to(out(), "  reg {}{};\n", range(port.term), port.path);
    text_ += "  integer differences = 0;\n  integer i;\n";
    std::string connections = clock.empty() ? "" : fmt::format(".{0}({0})", clock);
    for (const Signal& port : ports_)
      connections +=
          fmt::format("{}.{}({})", connections.empty() ? "" : ", ", port.path, port.path);
    fmt::format_to(out(), "  {} dut ({});\n  initial begin\n", top, connections);
  }

  /// Registers that have any value at first, after the design's own initial blocks.
  void write_first_state(WordSimulator& simulator) {
    text_ += "    #1;\n";
    for (std::size_t i = 0; i < model_.system.states.size(); ++i) {
      const WordState& state = model_.system.states[i];
      const std::string name = name_of(i);
      if (state.init.valid() || name.empty()) continue;
      write_state(name, state.term, simulator.value(state.term),
                  !state.next.valid() || state.next == state.term);
    }
  }

  /// `is_free`: nothing in the design computes it.
  void write_state(const std::string& name, Term state, const Value& value, bool is_free) {
    const auto path = inside(name);
    if (!path) return;
    if (!terms_.sort(state).is_array()) {
      fmt::format_to(out(), "    {}{} = {};\n", is_free && options_.is_flat ? "force " : "", *path,
                     constant(value));
      return;
    }
    const std::uint32_t bits = terms_.sort(state).index_sort().width();
    if (bits > kMostIndexBits) {
      fmt::format_to(out(), "    // {} is too large to be set word by word\n", *path);
    } else {
      fmt::format_to(out(), "    for (i = 0; i < {}; i = i + 1) {}[i] = {};\n",
                     std::uint64_t{1} << bits, *path, constant(value.array().otherwise));
    }
    for (const auto& [index, element] : value.array().entries)
      fmt::format_to(out(), "    {}[{}] = {};\n", *path, index.bits().to_decimal(),
                     constant(element));
  }

  void write_steps() {
    std::vector<Term> terms;
    for (const Signal& signal : compared_) terms.push_back(signal.term);
    WordSimulator simulator(model_.system, terms);
    for (std::size_t step = 0; step < trace_.length(); ++step) {
      if (step == 0)
        simulator.begin(trace_.initial, trace_.inputs[0]);
      else
        simulator.advance(trace_.inputs[step]);
      if (step == 0) write_first_state(simulator);
      fmt::format_to(out(), "    // step {}\n", step);
      for (const Signal& port : ports_)
        fmt::format_to(out(), "    {} = {};\n", port.path, constant(simulator.value(port.term)));
      // What may have any value in each step and has a name inside, such as an anyseq register.
      if (step > 0)
        for (std::size_t i = 0; i < model_.system.states.size(); ++i)
          if (const WordState& state = model_.system.states[i];
              !state.next.valid() && !name_of(i).empty())
            write_state(name_of(i), state.term, simulator.value(state.term), true);
      text_ += "    #4;\n";
      for (const Signal& signal : compared_) compare(signal, simulator.value(signal.term), step);
      if (clock_ && step + 1 < trace_.length()) {
        const std::string clock = verilog_path(terms_.name(*clock_)).value_or("");
        fmt::format_to(out(), "    {0} = 1'b{1}; #5; {0} = 1'b{2}; #1;\n", clock,
                       options_.falling ? 0 : 1, options_.falling ? 1 : 0);
      }
    }
  }

  void compare(const Signal& signal, const Value& value, std::size_t step) {
    std::string name;  // in a format string
    for (const char c : printable(signal.name, 200)) {
      if (c == '%' || c == '\\' || c == '"') name += c == '%' ? "%" : "\\";
      name += c;
    }
    fmt::format_to(out(),
                   "    if ({0} !== {1}) begin $display(\"{2}step {3}: {4} is %b, expected {5}\", "
                   "{0}); differences = differences + 1; end\n",
                   signal.path, constant(value), kTestbenchDiffers, step, name, constant(value));
  }

  const WordModel& model_;
  const Terms& terms_;
  const WordTrace& trace_;
  const TestbenchOptions& options_;
  std::optional<Term> clock_;
  std::vector<Signal> ports_, compared_;
  Testbench result_;
  std::string text_;
};

}  // namespace

Testbench write_testbench(const WordModel& model, const WordTrace& trace,
                          const TestbenchOptions& options) {
  return Writer(model, trace, options).run();
}

}  // namespace cairn
