// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <filesystem>
#include <iterator>
#include <set>
#include <unordered_map>
#include <utility>

#include "format/vcd/vcd_file.h"
#include "format/vcd/vcd_writer.h"
#include "model/word_signals.h"
#include "model/word_simulate.h"

namespace cairn {
namespace {

constexpr std::size_t kMostElements = 256;  // of one array: more is no help to a reader
constexpr std::size_t kMostShown = 200;     // signals in the save file, likewise

class WordVcd {
 public:
  WordVcd(const WordModel& model, const WordTrace& trace, const WaveformOptions& options,
          WaveSink& file)
      : model_(model),
        terms_(*model.system.terms),
        trace_(trace),
        options_(options),
        named_(signals_of(model, options.bad)),
        file_(file) {}

  void run() {
    find_elements();
    collect();
    std::vector<Term> terms;
    for (const Signal& signal : signals_) terms.push_back(signal.term);
    WordSimulator simulator(model_.system, terms);
    for (std::size_t step = 0; step < trace_.length(); ++step) {
      enter(simulator, step);
      file_.begin_step();
      if (loop_)
        file_.set(*loop_, static_cast<std::int64_t>(step) >= trace_.loop_start ? "1" : "0");
      for (const Signal& signal : signals_) write(signal, simulator.value(signal.term));
    }
  }

  /// GTKWave's, of the file that the run was written to.
  std::string save_file(const VcdFile& file) const;

 private:
  struct Signal {
    std::size_t number = 0;
    Term term;
    std::optional<Value> index;  // of an array's element
    bool is_near = false;        // the property depends on it
  };

  void enter(WordSimulator& simulator, std::size_t step) const {
    if (step == 0)
      simulator.begin(trace_.initial, trace_.inputs[0]);
    else
      simulator.advance(trace_.inputs[step]);
  }
  void find_elements();
  void collect();
  void describe(std::size_t number, const WordSignal& signal) const;
  void add(const WordSignal& signal, std::optional<Value> index);
  void write(const Signal& signal, const Value& value);

  const WordModel& model_;
  const Terms& terms_;
  const WordTrace& trace_;
  const WaveformOptions& options_;
  const std::vector<WordSignal> named_;
  std::unordered_map<Term, std::set<Value>> elements_;  // by array
  WaveSink& file_;
  std::size_t first_clock_ = 0;
  std::optional<std::size_t> loop_;  // the signal that marks a lasso's loop
  std::vector<Signal> signals_;
};

/// Of arrays that are variables: what others hold is seen in those.
bool is_shown(const Terms& terms, const WordSignal& signal) {
  return !terms.sort(signal.term).is_array() || terms.is_variable(signal.term);
}

void WordVcd::find_elements() {
  for (const WordSignal& signal : named_)
    if (is_shown(terms_, signal) && terms_.sort(signal.term).is_array())
      elements_.emplace(signal.term, std::set<Value>());
  if (elements_.empty()) return;
  WordSimulator simulator(model_.system);
  for (std::size_t step = 0; step < trace_.length(); ++step) {
    enter(simulator, step);
    for (auto& [term, found] : elements_)
      for (const auto& [index, element] : simulator.value(term).array().entries)
        if (found.size() < kMostElements) found.insert(index);
  }
}

void WordVcd::add(const WordSignal& signal, std::optional<Value> index) {
  Sort sort = terms_.sort(signal.term);
  if (index) sort = sort.element_sort();
  const std::uint32_t width = sort.is_bool() ? 1 : sort.width();
  const std::string range = width == 1 ? std::string() : fmt::format("[{}:0]", width - 1);
  const std::string element = index ? index->bits().to_decimal() : std::string();
  const std::size_t number = file_.add(signal.kind == WordSignal::Kind::State ? "reg" : "wire",
                                       signal.name, width, range, element);
  describe(number, signal);
  signals_.push_back({number, signal.term, std::move(index), signal.distance != WordSignal::kFar});
}

void WordVcd::describe(std::size_t number, const WordSignal& signal) const {
  constexpr const char* kKinds[] = {"input", "state", "output", "wire", "bad", "constraint"};
  file_.describe(number, kKinds[static_cast<std::size_t>(signal.kind)]);
  if (signal.distance != WordSignal::kFar) file_.set_distance(number, signal.distance);
}

void WordVcd::collect() {
  const std::optional<Term> clock = clock_of(model_, options_.clock);
  if (!clock) {
    first_clock_ = file_.add("wire", "cairn_clock", 1, "");
    file_.make_clock(first_clock_);
  }
  if (trace_.loop_start >= 0) loop_ = file_.add("wire", kLoopSignal, 1, "");
  bool is_first = true;
  for (const WordSignal& signal : named_) {
    if (!is_shown(terms_, signal)) continue;
    if (clock && signal.term == *clock) {
      const std::size_t number = file_.add("wire", signal.name, 1, "");
      file_.make_clock(number);
      if (std::exchange(is_first, false)) first_clock_ = number;
    } else if (!terms_.sort(signal.term).is_array()) {
      add(signal, std::nullopt);
    } else {
      for (const Value& index : elements_[signal.term]) add(signal, index);
    }
  }
}

void WordVcd::write(const Signal& signal, const Value& value) {
  const Value& shown = signal.index ? value.select(*signal.index) : value;
  file_.set(signal.number, shown.sort().is_bool() ? std::string(shown.as_bool() ? "1" : "0")
                                                  : shown.bits().to_binary());
}

/// GTKWave's format: flags of what follows (hexadecimal or binary), then names; '*' has the zoom
/// and markers.
std::string WordVcd::save_file(const VcdFile& file) const {
  std::string text = "[*]\n[*] Cairn\n[*]\n";
  std::error_code ignored;
  const std::string path = std::filesystem::absolute(options_.vcd_path, ignored).string();
  if (!options_.vcd_path.empty() && path.find_first_of("\n\"") == std::string::npos)
    text += fmt::format("[dumpfile] \"{}\"\n", path);
  const std::size_t length = file.step_length();
  text += fmt::format("[timestart] 0\n*-{}.000000 {}", 4,
                      trace_.length() == 0 ? 0 : (trace_.length() - 1) * length);
  // The first marker is where a loop begins.
  const bool has_loop = trace_.loop_start >= 0;
  text += has_loop ? fmt::format(" {}", static_cast<std::size_t>(trace_.loop_start) * length)
                   : std::string(" -1");
  for (int marker = 1; marker < 26; ++marker) text += " -1";
  text += fmt::format("\n@28\n{}\n", file.path(first_clock_));
  if (loop_) text += fmt::format("@28\n{}\n", file.path(*loop_));
  std::size_t shown = 0;
  for (const Signal& signal : signals_) {
    if (!signal.is_near || ++shown > kMostShown) continue;
    const std::string& name = file.path(signal.number);
    fmt::format_to(std::back_inserter(text), "@{}\n{}\n", name.ends_with(":0]") ? "22" : "28",
                   name);
  }
  return text;
}

}  // namespace

Waveform write_waveform(const WordModel& model, const WordTrace& trace,
                        const WaveformOptions& options) {
  VcdFile file(model.top);
  WordVcd writer(model, trace, options, file);
  writer.run();
  std::string save_file = writer.save_file(file);
  return {file.end(), std::move(save_file)};
}

WaveTable wave_table(const WordModel& model, const WordTrace& trace,
                     const WaveformOptions& options) {
  WaveTable table;
  WordVcd(model, trace, options, table).run();
  return table;
}

}  // namespace cairn
