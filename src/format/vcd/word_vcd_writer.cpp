// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <set>
#include <utility>

#include "format/vcd/vcd_file.h"
#include "format/vcd/vcd_writer.h"
#include "model/word_simulate.h"

namespace cairn {
namespace {

constexpr std::size_t kMostElements = 256;  // of one array: more is no help to a reader

class WordVcd {
 public:
  WordVcd(const WordModel& model, const WordTrace& trace)
      : model_(model), terms_(*model.system.terms), trace_(trace) {}

  std::string run() {
    find_elements();
    collect();
    WordSimulator simulator(model_.system, terms_of_outputs(model_));
    for (std::size_t step = 0; step < trace_.length(); ++step) {
      enter(simulator, step);
      file_.begin_step();
      for (const Signal& signal : signals_) write(signal, simulator.value(signal.term));
    }
    return file_.end();
  }

 private:
  struct Signal {
    std::size_t number = 0;
    Term term;
    std::optional<Value> index;  // of an array's element
  };

  void enter(WordSimulator& simulator, std::size_t step) const {
    if (step == 0)
      simulator.begin(trace_.initial, trace_.inputs[0]);
    else
      simulator.advance(trace_.inputs[step]);
  }
  template <class Visit>
  void for_each_variable(Visit&& visit) const {
    for (const Term input : model_.system.inputs) visit("wire", input);
    for (const WordState& state : model_.system.states) visit("reg", state.term);
  }
  void find_elements();
  void collect();
  void add(std::string_view type, const std::string& name, Term term, std::optional<Value> index);
  void write(const Signal& signal, const Value& value);

  const WordModel& model_;
  const Terms& terms_;
  const WordTrace& trace_;
  std::unordered_map<Term, std::set<Value>> elements_;  // by array
  VcdFile file_;
  std::vector<Signal> signals_;
};

void WordVcd::find_elements() {
  WordSimulator simulator(model_.system);
  for (std::size_t step = 0; step < trace_.length(); ++step) {
    enter(simulator, step);
    for_each_variable([&](std::string_view, Term term) {
      if (!terms_.sort(term).is_array()) return;
      std::set<Value>& found = elements_[term];
      for (const auto& [index, element] : simulator.value(term).array().entries)
        if (found.size() < kMostElements) found.insert(index);
    });
  }
}

void WordVcd::add(std::string_view type, const std::string& name, Term term,
                  std::optional<Value> index) {
  const Sort& sort = terms_.sort(term);
  const std::uint32_t width = sort.is_bool() ? 1 : sort.width();
  const std::string range = width == 1 ? std::string() : fmt::format("[{}:0]", width - 1);
  signals_.push_back({file_.add(type, name, width, range), term, std::move(index)});
}

void WordVcd::collect() {
  for_each_variable([&](std::string_view type, Term term) {
    const std::string name(terms_.name(term));
    if (!terms_.sort(term).is_array()) {
      add(type, name, term, std::nullopt);
      return;
    }
    // Not mem[3]: a viewer would take it for a bit.
    for (const Value& index : elements_[term])
      add(type, fmt::format("{}.{}", name, index.bits().to_decimal()), term, index);
  });
  const auto add_terms = [&](std::string_view kind, const std::vector<Term>& terms, auto&& name) {
    for (std::size_t i = 0; i < terms.size(); ++i) {
      const std::string given = name(i);
      add("wire", given.empty() ? fmt::format("{}_{}", kind, i) : given, terms[i], std::nullopt);
    }
  };
  for (std::size_t i = 0; i < model_.outputs.size(); ++i) {
    const NamedTerm& output = model_.outputs[i];
    if (terms_.sort(output.term).is_array()) continue;
    add("wire", output.name.empty() ? fmt::format("output_{}", i) : output.name, output.term,
        std::nullopt);
  }
  add_terms("bad", model_.system.bad, [&](std::size_t i) { return model_.bad_names[i]; });
  add_terms("constraint", model_.system.constraints,
            [&](std::size_t i) { return model_.constraint_names[i]; });
}

void WordVcd::write(const Signal& signal, const Value& value) {
  const Value& shown = signal.index ? value.select(*signal.index) : value;
  file_.set(signal.number, shown.sort().is_bool() ? std::string(shown.as_bool() ? "1" : "0")
                                                  : shown.bits().to_binary());
}

}  // namespace

std::string write_vcd(const WordModel& model, const WordTrace& trace) {
  return WordVcd(model, trace).run();
}

}  // namespace cairn
