// SPDX-License-Identifier: MIT
//
// BLIF [Ber92]. A file is a list of models, the first of which is the circuit; the others are its
// subcircuits. It is read in three steps: lines to models, whose signals are numbers (Parser); the
// instances of models to one list of nets, each with what drives it (Flattener); nets to a graph
// (Builder), gates in an order in which each comes after what it reads.
//
// Files say little about time. A rising or falling edge of one clock is a step; a latch without a
// clock is one of it. Everything else that would need more than one clock is refused.
#include "format/blif/blif_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/error.h"
#include "format/blif/blif_lines.h"

namespace cairn {
namespace blif {
namespace {

using Signal = std::uint32_t;  // within its model
using Net = std::uint32_t;     // of the circuit
constexpr Net kNoNet = 0xFFFFFFFFu;
/// Subcircuits within subcircuits can name more than any memory holds.
constexpr std::size_t kMostNets = std::size_t{1} << 22, kMostInstances = std::size_t{1} << 20;

/// ".names": a function of signals as a list of cubes for which it is true, or false.
struct Table {
  Word place;  // of the output
  std::vector<Signal> inputs;
  std::vector<Word> rows;
  bool rows_are_true = true;
};

struct LatchLine {
  Signal input = 0;
  std::optional<Signal> clock;
  std::string_view type;  // of the clock; empty without one
  char initial = '3';
};

struct Instance {
  Word model;
  std::vector<std::pair<Word, Signal>> connections;  // the port's name, our signal
};

struct Model {
  Word name;
  std::vector<std::string_view> signals;
  std::vector<Word> first_use;  // by signal
  std::unordered_map<std::string_view, Signal> numbers;
  std::vector<Signal> inputs, outputs, clocks;
  /// What a signal is driven by, with its place.
  std::vector<std::pair<Signal, Table>> tables;
  std::vector<std::pair<Signal, LatchLine>> latches;
  std::vector<Word> latch_lines;
  std::vector<Instance> instances;

  Signal signal(const Word& word) {
    const auto [known, is_new] = numbers.emplace(word.text, static_cast<Signal>(signals.size()));
    if (is_new) {
      signals.push_back(word.text);
      first_use.push_back(word);
    }
    return known->second;
  }
};

/// Lines that say nothing about values.
bool is_about_timing(std::string_view word) {
  constexpr std::array<std::string_view, 18> kIgnored{".area",
                                                      ".delay",
                                                      ".wire_load_slope",
                                                      ".wire",
                                                      ".input_arrival",
                                                      ".output_required",
                                                      ".default_input_arrival",
                                                      ".default_output_required",
                                                      ".input_drive",
                                                      ".default_input_drive",
                                                      ".output_load",
                                                      ".default_output_load",
                                                      ".max_input_load",
                                                      ".default_max_input_load",
                                                      ".clock_event",
                                                      ".attr",
                                                      ".param",
                                                      ".cname"};
  return std::find(kIgnored.begin(), kIgnored.end(), word) != kIgnored.end();
}

class Parser {
 public:
  explicit Parser(const Source& source) : source_(source), lines_(source) {}

  std::vector<Model> parse() {
    while (const auto words = lines_.next()) line(*words);
    if (models_.empty()) throw InputError({source_.name, 1, 1}, "no model: expected .model");
    return std::move(models_);
  }

 private:
  using Words = std::vector<Word>;

  void line(const Words& words) {
    const std::string_view first = words[0].text;
    if (first.starts_with('.')) table_ = nullptr;
    if (first == ".model") return begin_model(words);
    if (first == ".search")
      lines_.fail(words[0], "other files are not read; put their models into this one");
    // The name of the first model may be left out.
    if (models_.empty() || has_ended_) {
      if (has_ended_) lines_.fail(words[0], "expected .model after .end");
      models_.emplace_back().name = words[0];
    }
    Model& model = models_.back();
    if (!first.starts_with('.')) return row(words);
    if (first == ".end") {
      has_ended_ = true;
    } else if (first == ".inputs" || first == ".outputs" || first == ".clock") {
      auto& list = first == ".inputs"    ? model.inputs
                   : first == ".outputs" ? model.outputs
                                         : model.clocks;
      for (std::size_t i = 1; i < words.size(); ++i) list.push_back(model.signal(words[i]));
    } else if (first == ".names") {
      begin_table(words);
    } else if (first == ".conn") {
      if (words.size() != 3) lines_.fail(words[0], "expected .conn SOURCE SINK");
      Table copy;
      copy.place = words[2];
      copy.inputs.push_back(model.signal(words[1]));
      static constexpr std::string_view kOne = "1";
      copy.rows.push_back({kOne, words[0].line, words[0].column});
      const Signal sink = model.signal(words[2]);
      model.tables.emplace_back(sink, std::move(copy));
    } else if (first == ".latch") {
      latch(words);
    } else if (first == ".subckt") {
      instance(words);
    } else if (!is_about_timing(first)) {
      unknown(words[0]);
    }
  }

  [[noreturn]] void unknown(const Word& word) const {
    const std::string_view text = word.text;
    if (text == ".gate" || text == ".mlatch")
      lines_.fail(word, "gates of a library are not known here: write them as .names");
    if (text == ".start_kiss") lines_.fail(word, "machines in KISS are not read");
    if (text == ".exdc") lines_.fail(word, "don't cares of a network (.exdc) are not read");
    lines_.fail(word, fmt::format("'{}' is not known", printable(text)));
  }

  void begin_model(const Words& words) {
    if (words.size() > 2) lines_.fail(words[2], "expected the end of the line");
    if (words.size() < 2 && !models_.empty()) lines_.fail(words[0], "expected a name");
    const Word name = words.size() == 2 ? words[1] : Word{"", words[0].line, words[0].column};
    if (!model_names_.insert(name.text).second)
      lines_.fail(name, fmt::format("there are two models '{}'", printable(name.text)));
    models_.emplace_back().name = name;
    has_ended_ = false;
  }

  void begin_table(const Words& words) {
    if (words.size() < 2) lines_.fail(words[0], "expected the output of the table");
    Model& model = models_.back();
    Table table;
    table.place = words.back();
    for (std::size_t i = 1; i + 1 < words.size(); ++i)
      table.inputs.push_back(model.signal(words[i]));
    const Signal output = model.signal(words.back());
    table_ = &model.tables.emplace_back(output, std::move(table)).second;
  }

  void row(const Words& words) {
    if (table_ == nullptr)
      lines_.fail(words[0], fmt::format("expected a line that begins with a dot, not '{}'",
                                        printable(words[0].text)));
    const bool has_inputs = !table_->inputs.empty();
    if (words.size() != (has_inputs ? 2u : 1u))
      lines_.fail(words[0], has_inputs ? "expected the values of the inputs and of the output"
                                       : "expected the value of the output");
    const Word& output = words.back();
    if (output.text != "0" && output.text != "1")
      lines_.fail(output, "the value of the output is 0 or 1");
    const bool is_true = output.text == "1";
    if (!table_->rows.empty() && table_->rows_are_true != is_true)
      lines_.fail(output, "all lines of a table have the same value of the output");
    table_->rows_are_true = is_true;
    Word row = words[0];
    if (!has_inputs) row.text = "";
    if (row.text.size() != table_->inputs.size())
      lines_.fail(row, fmt::format("the table has {} inputs, this line {}", table_->inputs.size(),
                                   row.text.size()));
    if (const std::size_t bad = row.text.find_first_not_of("01-"); bad != std::string_view::npos)
      lines_.fail({row.text, row.line, row.column + bad}, "expected 0, 1 or -");
    table_->rows.push_back(row);
  }

  void latch(const Words& words) {
    if (words.size() < 3) lines_.fail(words[0], "expected .latch INPUT OUTPUT");
    Model& model = models_.back();
    LatchLine latch;
    latch.input = model.signal(words[1]);
    const Signal output = model.signal(words[2]);
    std::size_t next = 3;
    const std::size_t left = words.size() - next;
    if (left > 3) lines_.fail(words[6], "expected the end of the line");
    if (left >= 2) {
      const Word& type = words[next++];
      if (type.text == "ah" || type.text == "al" || type.text == "as")
        lines_.fail(
            type, fmt::format("a latch of the kind '{}' is not a register of a clock", type.text));
      if (type.text != "re" && type.text != "fe")
        lines_.fail(type, "expected re or fe, the edge of the clock");
      const Word& clock = words[next++];
      if (clock.text != "NIL") {
        latch.clock = model.signal(clock);
        latch.type = type.text;
      }
    }
    if (next < words.size()) {
      if (words[next].text.size() != 1 || words[next].text.find_first_not_of("0123") == 0)
        lines_.fail(words[next], "the initial value is 0, 1, 2 (don't care) or 3 (unknown)");
      latch.initial = words[next].text[0];
    }
    model.latches.emplace_back(output, latch);
    model.latch_lines.push_back(words[0]);
  }

  void instance(const Words& words) {
    if (words.size() < 2) lines_.fail(words[0], "expected the name of a model");
    Model& model = models_.back();
    Instance& instance = model.instances.emplace_back();
    instance.model = words[1];
    for (std::size_t i = 2; i < words.size(); ++i) {
      const std::size_t equals = words[i].text.find('=');
      if (equals == std::string_view::npos || equals == 0 || equals + 1 == words[i].text.size())
        lines_.fail(words[i], "expected PORT=SIGNAL");
      const Word port{words[i].text.substr(0, equals), words[i].line, words[i].column};
      const Word actual{words[i].text.substr(equals + 1), words[i].line,
                        words[i].column + equals + 1};
      instance.connections.emplace_back(port, model.signal(actual));
    }
  }

  const Source& source_;
  Lines lines_;
  std::vector<Model> models_;
  std::unordered_set<std::string_view> model_names_;
  Table* table_ = nullptr;  // that rows belong to
  bool has_ended_ = false;
};

struct Driver {
  enum class Kind { None, Input, Latch, Table };
  Kind kind = Kind::None;
  std::size_t position = 0;                // of an input or latch
  const Table* table = nullptr;            // whose inputs are signals of
  const std::vector<Net>* nets = nullptr;  // this instance
};

struct FlatLatch {
  Net input, output;
  char initial;
  Word place;
};

/// All instances as one list of nets.
class Flattener {
 public:
  Flattener(const Source& source, const std::vector<Model>& models)
      : source_(source), models_(models), ports_(models.size()) {
    for (std::size_t m = 0; m < models.size(); ++m) {
      by_name_.emplace(models[m].name.text, &models[m]);
      ports_[m].assign(models[m].signals.size(), Port::None);
      for (const auto* list : {&models[m].outputs, &models[m].clocks, &models[m].inputs})
        for (const Signal s : *list)
          ports_[m][s] = list == &models[m].inputs ? Port::Input : Port::Other;
    }
  }

  void flatten() {
    const Model& top = models_[0];
    std::vector<Net> nets(top.signals.size());
    instances_.push_back({&top, "", {}});
    for (Signal s = 0; s < nets.size(); ++s) nets[s] = new_net(0, s);
    for (const Signal s : top.inputs) {
      drive(nets[s], {Driver::Kind::Input, inputs.size()}, top.first_use[s]);
      inputs.push_back(nets[s]);
    }
    for (const Signal s : top.outputs) outputs.push_back(nets[s]);
    for (const Signal s : top.clocks) clocks.push_back(nets[s]);
    expand(0, std::move(nets));
    check_clock();
  }

  std::size_t size() const { return nets_.size(); }
  /// As the outermost model that has it calls it.
  std::string name(Net net) const {
    const Instantiated& instance = instances_[nets_[net].instance];
    return instance.prefix + std::string(instance.model->signals[nets_[net].signal]);
  }
  /// Where that name is first used.
  const Word& place(Net net) const {
    return instances_[nets_[net].instance].model->first_use[nets_[net].signal];
  }

  std::vector<Driver> drivers;  // by net
  std::vector<Net> inputs, outputs, clocks;
  std::vector<FlatLatch> latches;

  [[noreturn]] void fail(const Word& at, const std::string& message) const {
    throw InputError({source_.name, at.line, at.column}, message);
  }

 private:
  struct NamedNet {
    std::uint32_t instance;
    Signal signal;
  };
  struct Instantiated {
    const Model* model;
    std::string prefix;
    std::vector<Net> nets;  // by signal
  };

  Net new_net(std::size_t instance, Signal signal) {
    if (nets_.size() == kMostNets)
      fail(instances_[instance].model->first_use[signal],
           fmt::format("the subcircuits have more than {} signals in all", kMostNets));
    nets_.push_back({static_cast<std::uint32_t>(instance), signal});
    drivers.emplace_back();
    return static_cast<Net>(nets_.size() - 1);
  }

  void drive(Net net, Driver driver, const Word& place) {
    if (drivers[net].kind != Driver::Kind::None)
      fail(place, fmt::format("'{}' is driven twice", printable(name(net))));
    drivers[net] = driver;
  }

  void expand(std::size_t number, std::vector<Net> own) {
    const Model& model = *instances_[number].model;
    constexpr std::size_t kDeepest = 200;
    if (open_.size() == kDeepest) fail(model.name, "more than 200 models within each other");
    if (std::find(open_.begin(), open_.end(), &model) != open_.end())
      fail(model.name, fmt::format("the model '{}' contains itself", printable(model.name.text)));
    open_.push_back(&model);
    instances_[number].nets = std::move(own);
    const std::vector<Net>& nets = instances_[number].nets;
    for (const auto& [output, table] : model.tables) {
      refuse_driven_input(model, output, table.place);
      drive(nets[output], {Driver::Kind::Table, 0, &table, &nets}, table.place);
    }
    for (std::size_t i = 0; i < model.latches.size(); ++i) {
      const auto& [output, latch] = model.latches[i];
      refuse_driven_input(model, output, model.latch_lines[i]);
      drive(nets[output], {Driver::Kind::Latch, latches.size()}, model.latch_lines[i]);
      latches.push_back({nets[latch.input], nets[output], latch.initial, model.latch_lines[i]});
      if (latch.clock) note_clock(nets[*latch.clock], latch.type, model.latch_lines[i]);
    }
    for (std::size_t i = 0; i < model.instances.size(); ++i) enter(number, i);
    open_.pop_back();
  }

  void refuse_driven_input(const Model& model, Signal signal, const Word& place) const {
    if (port(model, signal) == Port::Input)
      fail(place, fmt::format("the input '{}' is driven within its model",
                              printable(model.signals[signal])));
  }

  void enter(std::size_t outer, std::size_t position) {
    const Instance& instance = instances_[outer].model->instances[position];
    const auto found = by_name_.find(instance.model.text);
    if (found == by_name_.end())
      fail(instance.model,
           fmt::format("there is no model '{}' in this file", printable(instance.model.text)));
    const Model& model = *found->second;
    const std::size_t number = instances_.size();
    if (number == kMostInstances)
      fail(instance.model, fmt::format("more than {} subcircuits in all", kMostInstances));
    constexpr std::size_t kLongest = 200;
    std::string prefix = fmt::format("{}{}{}/", instances_[outer].prefix,
                                     printable(instance.model.text, 60), position);
    if (prefix.size() > kLongest) prefix = fmt::format("instance{}/", number);
    instances_.push_back({&model, std::move(prefix), {}});
    std::vector<Net> nets(model.signals.size(), kNoNet);
    for (const auto& [name, actual] : instance.connections) {
      const auto formal = model.numbers.find(name.text);
      if (formal == model.numbers.end() || port(model, formal->second) == Port::None)
        fail(name, fmt::format("the model '{}' has no port '{}'", printable(model.name.text),
                               printable(name.text)));
      if (nets[formal->second] != kNoNet)
        fail(name, fmt::format("the port '{}' is connected twice", printable(name.text)));
      nets[formal->second] = instances_[outer].nets[actual];
    }
    for (Signal s = 0; s < nets.size(); ++s)
      if (nets[s] == kNoNet) nets[s] = new_net(number, s);
    expand(number, std::move(nets));
  }

  enum class Port : std::uint8_t { None, Input, Other };
  Port port(const Model& model, Signal signal) const {
    return ports_[static_cast<std::size_t>(&model - models_.data())][signal];
  }

  void note_clock(Net clock, std::string_view type, const Word& place) {
    if (clock_ == kNoNet) {
      clock_ = clock;
      edge_ = type;
    } else if (clock_ != clock) {
      fail(place, fmt::format("a second clock, '{}' beside '{}': only circuits with one are read",
                              printable(name(clock)), printable(name(clock_))));
    } else if (edge_ != type) {
      fail(place, "latches of both edges of the clock are not read");
    }
  }

  /// The clock is no value that anything reads: a step is its edge.
  void check_clock() {
    if (clock_ == kNoNet) return;
    const auto refuse = [&](const Word& at) {
      fail(at, fmt::format("the clock '{}' is read like a signal", printable(name(clock_))));
    };
    const Driver& driver = drivers[clock_];
    if (driver.kind == Driver::Kind::Table || driver.kind == Driver::Kind::Latch)
      fail(place(clock_), fmt::format("the clock '{}' is made by the circuit: only a free one is "
                                      "read",
                                      printable(name(clock_))));
    for (const FlatLatch& latch : latches)
      if (latch.input == clock_) refuse(latch.place);
    for (const Net output : outputs)
      if (output == clock_) refuse(place(output));
    for (std::size_t n = 0; n < drivers.size(); ++n)
      if (drivers[n].kind == Driver::Kind::Table)
        for (const Signal s : drivers[n].table->inputs)
          if ((*drivers[n].nets)[s] == clock_) refuse(drivers[n].table->place);
  }

  const Source& source_;
  const std::vector<Model>& models_;
  std::vector<std::vector<Port>> ports_;  // by model and signal
  std::unordered_map<std::string_view, const Model*> by_name_;
  std::vector<const Model*> open_;      // from the circuit to the instance at hand
  std::deque<Instantiated> instances_;  // addresses stay
  std::vector<NamedNet> nets_;
  Net clock_ = kNoNet;
  std::string_view edge_;
};

/// Nets as a graph.
class Builder {
 public:
  explicit Builder(const Flattener& flat) : flat_(flat), literals_(flat.size(), kNoLit) {}

  BitSystem build() {
    for (const Net net : flat_.inputs) literals_[net] = system_.add_input(flat_.name(net));
    for (const FlatLatch& latch : flat_.latches) {
      const std::string name = flat_.name(latch.output);
      literals_[latch.output] = latch.initial == '0'   ? system_.add_latch(name)
                                : latch.initial == '1' ? system_.add_latch(name, kTrue)
                                                       : system_.add_uninitialised_latch(name);
    }
    for (Net net = 0; net < literals_.size(); ++net)
      if (flat_.drivers[net].kind == Driver::Kind::Table) define(net);
    for (std::size_t i = 0; i < flat_.latches.size(); ++i)
      system_.latches[i].next = value(flat_.latches[i].input);
    for (const Net net : flat_.outputs) {
      system_.names.outputs.set(system_.outputs.size(), flat_.name(net));
      system_.outputs.push_back(value(net));
    }
    return std::move(system_);
  }

 private:
  Lit value(Net net) const {
    if (literals_[net] == kNoLit)
      flat_.fail(flat_.place(net), fmt::format("'{}' has no driver", printable(flat_.name(net))));
    return literals_[net];
  }

  /// The tables below come first.
  void define(Net root) {
    std::vector<std::pair<Net, std::size_t>> stack;  // a net, and inputs that were looked at
    const auto push = [&](Net net) {
      if (is_open_.size() < literals_.size()) is_open_.resize(literals_.size());
      is_open_[net] = true;
      stack.emplace_back(net, 0);
    };
    if (literals_[root] == kNoLit) push(root);
    while (!stack.empty()) {
      auto& [net, next] = stack.back();
      const Driver& driver = flat_.drivers[net];
      const std::vector<Signal>& inputs = driver.table->inputs;
      if (next == inputs.size()) {
        literals_[net] = evaluate(driver);
        is_open_[net] = false;
        stack.pop_back();
        continue;
      }
      const Net input = (*driver.nets)[inputs[next++]];
      if (literals_[input] != kNoLit) continue;
      if (flat_.drivers[input].kind != Driver::Kind::Table) value(input);
      if (is_open_[input])
        flat_.fail(
            flat_.drivers[input].table->place,
            fmt::format("'{}' depends on itself without a latch", printable(flat_.name(input))));
      push(input);
    }
  }

  Lit evaluate(const Driver& driver) {
    const Table& table = *driver.table;
    std::vector<Lit> cubes, cube;
    for (const Word& row : table.rows) {
      cube.clear();
      for (std::size_t i = 0; i < row.text.size(); ++i)
        if (row.text[i] != '-')
          cube.push_back(value((*driver.nets)[table.inputs[i]]) ^ (row.text[i] == '0'));
      cubes.push_back(system_.aig.and_all(cube));
    }
    return system_.aig.or_all(cubes) ^ !table.rows_are_true;
  }

  const Flattener& flat_;
  BitSystem system_;
  std::vector<Lit> literals_;  // by net
  std::vector<bool> is_open_;  // its inputs are being defined
};

}  // namespace
}  // namespace blif

bool is_blif(std::string_view text) {
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    if (!text.starts_with('#')) break;
    text.remove_prefix(std::min(text.find('\n'), text.size()));
  }
  const std::string_view word = text.substr(0, text.find_first_of(" \t\r\n\\"));
  return word == ".model" || word == ".inputs" || word == ".outputs";
}

AigerModel read_blif(const Source& source) {
  const std::vector<blif::Model> models = blif::Parser(source).parse();
  blif::Flattener flat(source, models);
  flat.flatten();
  AigerModel model;
  model.system = blif::Builder(flat).build();
  return model;
}

}  // namespace cairn
