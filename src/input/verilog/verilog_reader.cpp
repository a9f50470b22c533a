// SPDX-License-Identifier: MIT
#include "input/verilog/verilog_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

#include "base/error.h"
#include "base/nearest_name.h"
#include "base/run_program.h"
#include "format/btor2/btor2_reader.h"
#include "format/btor2/btor2_writer.h"
#include "input/verilog/liveness.h"
#include "input/verilog/netlist.h"
#include "input/verilog/preprocessor.h"
#include "input/verilog/rewrite.h"
#include "input/verilog/yosys.h"

namespace cairn {
namespace {

using namespace verilog;

constexpr const char* kFirstStep = "first_step";  // a state of --reset

std::pair<std::string, std::string> split_at_equals(const std::string& text,
                                                    const std::string& otherwise) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) return {text, otherwise};
  return {text.substr(0, equals), text.substr(equals + 1)};
}

bool is_name(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
  });
}

std::string list_of(const std::vector<std::string>& names) {
  std::string all;
  for (std::size_t i = 0; i < names.size() && i < 20; ++i)
    all += (i == 0 ? "" : ", ") + printable(names[i]);
  return names.size() > 20 ? all + ", ..." : all;
}

/// Yosys's messages in the user's words: F3 is a file, cairn$7 is a statement's place.
class Messages {
 public:
  Messages(const TokenStream& stream, const Rewritten& design, std::string file)
      : stream_(stream), design_(design), file_(std::move(file)) {}

  [[noreturn]] void fail(const YosysRun& run) const {
    const std::string error = line_with(run.output, "ERROR: ");
    if (run.stopped) throw ReadingStopped({file_, 0, 0}, "Yosys did not end in time");
    if (error.empty())
      throw InputError({file_, 0, 0}, fmt::format("Yosys {}{}", run.how, last_words(run.output)));
    const std::size_t mark = error.find("ERROR: ");
    std::string message = error.substr(mark + 7);
    if (message.starts_with("Found ") && message.find("'check -assert'") != std::string::npos)
      message = line_with(run.output, "Warning: ").substr(9);
    for (const auto& [number, value] : design_.assumed_values)
      if (message.find(fmt::format("{}{}p'", kMark, number)) != std::string::npos)
        throw InputError(design_.statements[number].at,
                         fmt::format("a bound of this property depends on a parameter that has "
                                     "other values than {} in some instances: not supported",
                                     value));
    if (message.starts_with("No top module"))
      throw InputError({file_, 0, 0}, "nothing to check: the top module is empty");
    if (message.starts_with("Found topological loop") || message.starts_with("found logic loop"))
      message = "the design has a combinational loop: " + message;
    throw InputError(place(error.substr(0, mark)), "Yosys: " + printable(plain(message), 400));
  }

  /// A name of another module's signal, and one in an assertion that nothing declares, would be a
  /// signal of its own, without a driver.
  void refuse_implicit(const YosysRun& run) const {
    constexpr std::string_view kWarning = "is implicitly declared";
    for (std::size_t begin = 0; begin < run.output.size();) {
      const std::size_t end = std::min(run.output.find('\n', begin), run.output.size());
      const std::string line = run.output.substr(begin, end - begin);
      begin = end + 1;
      const std::size_t open = line.find('`'), close = line.find('\'', open);
      if (line.find(kWarning) == std::string::npos || close == std::string::npos) continue;
      const std::string name = plain(line.substr(open + 1, close - open - 1));
      if (name.find('.') != std::string::npos)
        throw InputError(place(line), fmt::format("the hierarchical name '{}' is not supported",
                                                  printable(name)));
      if (line.starts_with(kMark))
        throw InputError(place(line), fmt::format("'{}' is not declared", printable(name)));
    }
  }

  /// Places and names as the user wrote them.
  std::string plain(std::string_view text) const {
    std::string result;
    for (std::size_t i = 0; i < text.size();) {
      std::size_t length = 0;
      const bool word_before =
          i > 0 &&
          (std::isalnum(static_cast<unsigned char>(text[i - 1])) != 0 || text[i - 1] == '_');
      if (const auto found = word_before ? std::nullopt : named(text.substr(i), length)) {
        result += *found;
        i += length;
      } else {
        if (text[i] != '\\' && text[i] != '\n') result += text[i];
        ++i;
      }
    }
    return result;
  }

 private:
  static std::string line_with(const std::string& output, std::string_view mark) {
    std::size_t begin = 0;
    while (begin < output.size()) {
      const std::size_t end = std::min(output.find('\n', begin), output.size());
      const std::string line = output.substr(begin, end - begin);
      if (line.find(mark) != std::string::npos) return line;
      begin = end + 1;
    }
    return "";
  }
  static std::string last_words(std::string_view output) {
    while (!output.empty() && (output.back() == '\n' || output.back() == ' '))
      output.remove_suffix(1);
    if (output.empty()) return "";
    const std::size_t begin = output.rfind('\n');
    return ": " + printable(begin == std::string_view::npos ? output : output.substr(begin + 1));
  }

  /// "F3" or "cairn$7" at the beginning, as a file's name.
  std::optional<std::string> named(std::string_view text, std::size_t& length) const {
    const bool file = text.starts_with('F');
    if (!file && !text.starts_with(kMark)) return std::nullopt;
    length = file ? 1 : std::string_view(kMark).size();
    std::size_t number = 0;
    const std::size_t begin = length;
    while (length < text.size() && length < begin + 8 && text[length] >= '0' && text[length] <= '9')
      number = number * 10 + static_cast<std::size_t>(text[length++] - '0');
    if (length == begin || (file && !text.substr(length).starts_with(':'))) return std::nullopt;
    if (file && number < stream_.files.size()) return stream_.files[number];
    if (!file && number < design_.statements.size()) {
      const Statement& statement = design_.statements[number];
      if (text.substr(length).starts_with(':')) return statement.at.file;
      return statement.label.empty() ? fmt::format("(statement of line {})", statement.at.line)
                                     : statement.label;
    }
    return std::nullopt;
  }

  /// "F3:12: " or nothing.
  Position place(std::string_view prefix) const {
    std::size_t length = 0;
    const auto file = named(prefix, length);
    if (!file || length + 1 >= prefix.size()) return {file_, 0, 0};
    std::uint64_t line = 0;
    for (std::size_t i = length + 1; i < prefix.size() && prefix[i] >= '0' && prefix[i] <= '9'; ++i)
      line = line * 10 + static_cast<std::uint64_t>(prefix[i] - '0');
    return {*file, line, 1};
  }

  const TokenStream& stream_;
  const Rewritten& design_;
  const std::string file_;
};

/// From Yosys's BTOR2 to the model of the user's properties.
class ModelOfDesign {
 public:
  ModelOfDesign(WordModel model, const Rewritten& design, const Netlist& netlist, std::string file)
      : model_(std::move(model)),
        system_(model_.system),
        terms_(*system_.terms),
        design_(design),
        netlist_(netlist),
        file_(std::move(file)) {
    for (std::size_t i = 0; i < system_.states.size(); ++i) states_[system_.states[i].term.id] = i;
  }

  /// `synchronous`: each step is a tick of the clock.
  WordModel build(bool synchronous, const std::string& reset, bool covers) {
    if (synchronous) initial_pasts();
    sort_checks(synchronous);
    if (!reset.empty()) apply_reset(reset);
    if (!synchronous && !live_.empty())
      throw InputError(design_.statements[live_.begin()->first.second].at,
                       "this property needs liveness, which is not supported with several clocks");
    add_liveness();
    system_.bad.clear();
    model_.bad_names.clear();
    model_.properties.clear();
    std::map<std::string, unsigned> used;
    for (const Check& check : checks_) {
      const Statement& statement = design_.statements[check.statement];
      if (statement.kind == Statement::Kind::Cover && !covers) continue;
      std::string name = check.name;
      if (const unsigned times = ++used[name]; times > 1) name += fmt::format("_{}", times);
      system_.bad.push_back(check.bad);
      model_.bad_names.push_back(name);
      model_.properties.push_back(
          {statement.kind == Statement::Kind::Cover ? WordProperty::Kind::Cover
                                                    : WordProperty::Kind::Assert,
           name, statement.at.file, static_cast<std::uint32_t>(statement.at.line)});
    }
    model_.bad_ids.clear();
    return std::move(model_);
  }

 private:
  struct Check {
    std::uint32_t statement = 0;
    std::string prefix;  ///< its instance
    std::string name;
    Term bad;
  };
  using Place = std::pair<std::string, std::uint32_t>;  ///< instance and statement

  [[noreturn]] void surprised(std::string_view what) const {
    throw InputError({file_, 0, 0}, fmt::format("Yosys's output is not as expected: {}", what));
  }

  /// A bad state of the file belongs to a cell by name; cells without a name of the user have their
  /// source in its place.
  std::uint32_t statement_of(const std::string& symbol) const {
    const auto known = std::ranges::find_if(
        netlist_.checks, [&](const Netlist::Check& check) { return check.name == symbol; });
    if (known != netlist_.checks.end()) return known->statement;
    const std::string_view mark = kMark;
    const std::size_t found = symbol.rfind(mark);
    std::size_t number = 0;
    if (found == std::string::npos) surprised("an assertion of unknown origin");
    for (std::size_t i = found + mark.size();
         i < symbol.size() && symbol[i] >= '0' && symbol[i] <= '9' && number < 100'000'000; ++i)
      number = number * 10 + static_cast<std::size_t>(symbol[i] - '0');
    return static_cast<std::uint32_t>(number);
  }

  void sort_checks(bool synchronous) {
    if (system_.bad.size() != netlist_.checks.size())
      surprised(fmt::format("{} assertions became {}", netlist_.checks.size(), system_.bad.size()));
    std::set<std::uint32_t> sampled;
    for (const Netlist::Check& check : netlist_.checks)
      if (check.sampled) sampled.insert(check.statement);
    for (std::size_t i = 0; i < system_.bad.size(); ++i) {
      const std::string symbol = model_.bad_names[i];
      const std::uint32_t number = statement_of(symbol);
      if (number >= design_.statements.size()) surprised("an assertion of unknown origin");
      const Statement& statement = design_.statements[number];
      Term bad = system_.bad[i];
      if (synchronous && sampled.contains(number)) bad = unsampled(bad);
      const std::string mark = fmt::format("{}{}", kMark, number);
      const bool live = symbol.find(mark + "live") != std::string::npos;
      std::string prefix;
      for (const std::string& end : {mark + "live", mark})
        if (symbol.ends_with(end)) {
          prefix = symbol.substr(0, symbol.size() - end.size());
          break;
        }
      if (statement.kind == Statement::Kind::Assume) {
        system_.constraints.push_back(terms_.not_(bad));
        model_.constraint_names.push_back(prefix + label_of(statement));
      } else if (live) {
        if (!live_.emplace(Place(prefix, number), bad).second)
          throw InputError(statement.at,
                           "a property in a loop that needs liveness is not supported");
      } else {
        checks_.push_back({number, prefix, prefix + label_of(statement), bad});
      }
    }
    std::ranges::stable_sort(checks_, [](const Check& a, const Check& b) {
      return std::tie(a.statement, a.prefix) < std::tie(b.statement, b.prefix);
    });
  }

  static std::string label_of(const Statement& statement) {
    if (!statement.label.empty()) return statement.path + statement.label;
    const char* const kind = statement.kind == Statement::Kind::Assert   ? "assert"
                             : statement.kind == Statement::Kind::Assume ? "assume"
                                                                         : "cover";
    return fmt::format("{}{}_{}", statement.path, kind, statement.at.line);
  }

  /// Yosys keeps value and enabling of a clocked assertion in registers. What they are about to
  /// take is the value at this tick.
  Term unsampled(Term bad) {
    std::unordered_map<std::uint32_t, Term> next;
    const std::vector<Term> variables = terms_.variables_of(std::span(&bad, 1));
    if (variables.size() > 2) surprised("a clocked assertion without its registers");
    for (const Term variable : variables) {
      const auto state = states_.find(variable.id);
      if (state == states_.end() || !system_.states[state->second].next.valid() ||
          !terms_.name(variable).starts_with("state"))
        surprised("a clocked assertion without its registers");
      next[variable.id] = system_.states[state->second].next;
    }
    return terms_.substitute(bad, next);
  }

  /// Before the first tick an expression had the value that the initial values of its variables
  /// give it, if they do (IEEE 1800-2017, 16.9.3).
  void initial_pasts() {
    std::unordered_map<std::uint32_t, Term> initial;
    for (const WordState& state : system_.states)
      if (state.init.valid() && terms_.is_value(state.init)) initial[state.term.id] = state.init;
    std::map<std::string, std::size_t> flags;
    std::vector<std::pair<std::string, std::size_t>> pasts;
    for (std::size_t i = 0; i < system_.states.size(); ++i) {
      const std::string& name = terms_.name(system_.states[i].term);
      const std::size_t mark = name.rfind(kMark);
      if (mark == std::string::npos) continue;
      const std::size_t letter = name.find_first_not_of("0123456789", mark + 6);
      if (letter == std::string::npos) continue;
      std::string key = name.substr(0, letter) + ' ' + name.substr(letter + 1);
      if (name[letter] == 'f' &&
          name.find_first_not_of("0123456789", letter + 1) == std::string::npos)
        flags[key] = i;
      if (name[letter] == 'q') pasts.emplace_back(std::move(key), i);
    }
    // A register may follow another one, or be part of the expression of another.
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& [key, position] : pasts) {
        WordState& state = system_.states[position];
        if (state.init.valid() || !state.next.valid()) continue;
        const Term value = terms_.substitute(state.next, initial);
        if (!terms_.is_value(value)) continue;
        state.init = value;
        initial[state.term.id] = value;
        changed = true;
        if (const auto flag = flags.find(key); flag != flags.end())
          system_.states[flag->second].init = terms_.false_term();
      }
    }
  }

  void apply_reset(const std::string& reset) {
    const auto [name, value] = split_at_equals(reset, "1");
    if (value != "0" && value != "1")
      throw InputError({file_, 0, 0},
                       fmt::format("the value of --reset is not 0 or 1: '{}'", printable(value)));
    std::vector<std::string> inputs;
    Term input = kNoTerm;
    for (const Term each : system_.inputs) {
      inputs.push_back(terms_.name(each));
      if (terms_.name(each) == name) input = each;
    }
    if (!input.valid())
      throw InputError({file_, 0, 0}, fmt::format("--reset: the design has no input '{}', but {}",
                                                  printable(name), list_of(inputs)));
    if (!terms_.sort(input).is_bool())
      throw InputError({file_, 0, 0},
                       fmt::format("--reset: '{}' has more than one bit", printable(name)));
    const Term first = terms_.variable(kFirstStep, Sort::boolean());
    system_.states.push_back({first, terms_.true_term(), terms_.false_term()});
    const Term active = value == "1" ? input : terms_.not_(input);
    system_.constraints.push_back(terms_.equal(active, first));
    model_.constraint_names.push_back("reset");
  }

  /// The liveness part of a property belongs to the bad state of its safety part.
  void add_liveness() {
    if (live_.empty()) return;
    std::vector<Term> recurring;
    for (const auto& [place, term] : live_) recurring.push_back(term);
    const std::vector<Term> bad = recurrence_as_bad(model_, recurring);
    if (bad.empty())
      throw InputError(design_.statements[live_.begin()->first.second].at,
                       "this property needs liveness, which is not supported for designs with "
                       "memories");
    std::size_t i = 0;
    for (const auto& each_live : live_) {
      const Place& place = each_live.first;
      const auto check = std::ranges::find_if(checks_, [&](const Check& each) {
        return each.statement == place.second && each.prefix == place.first;
      });
      if (check == checks_.end()) surprised("a property without its assertion");
      check->bad = terms_.or_(check->bad, bad[i++]);
    }
  }

  WordModel model_;
  WordSystem& system_;
  Terms& terms_;
  const Rewritten& design_;
  const Netlist& netlist_;
  const std::string file_;
  std::unordered_map<std::uint32_t, std::size_t> states_;
  std::vector<Check> checks_;
  std::map<Place, Term> live_;
};

std::string chosen_top(const Rewritten& design, const VerilogReadOptions& options,
                       const std::string& file) {
  if (design.modules.empty()) throw InputError({file, 0, 0}, "there is no module");
  if (!options.top.empty()) {
    if (std::ranges::find(design.modules, options.top) != design.modules.end()) return options.top;
    throw InputError({file, 0, 0}, fmt::format("there is no module '{}', but {}",
                                               printable(options.top), list_of(design.modules)));
  }
  if (design.tops.size() == 1) return design.tops[0];
  throw InputError({file, 0, 0},
                   fmt::format("which module is the top? Say --top with one of {}",
                               list_of(design.tops.empty() ? design.modules : design.tops)));
}

/// From the text to a flat netlist.
std::string elaboration(const std::string& top, const VerilogReadOptions& options,
                        const std::string& file) {
  std::string script = "read_verilog -nopp -sv -formal design.sv\n";
  for (const std::string& parameter : options.parameters) {
    const auto [name, value] = split_at_equals(parameter, "");
    const bool plain = !value.empty() && std::ranges::all_of(value, [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '\'' || c == '-' || c == '_';
    });
    if (!is_name(name) || !plain)
      throw InputError({file, 0, 0}, fmt::format("--param: expected NAME=NUMBER, got '{}'",
                                                 printable(parameter)));
    script += fmt::format("chparam -set {} {} {}\n", name, value, top);
  }
  return script + fmt::format(
                      "hierarchy -check -top {}\nproc\nflatten\nmemory_collect\nmemory_nordff\n"
                      "setundef -undriven -anyseq\ncheck -assert\nwrite_json design.json\n"
                      "write_rtlil design.il\n",
                      top);
}

}  // namespace

VerilogModel read_verilog(const std::vector<std::string>& files, const VerilogReadOptions& options,
                          const Log& log, const std::function<bool()>& stop) {
  CAIRN_CHECK(!files.empty());
  const std::string& file = files.front();
  std::vector<Source> sources;
  for (const std::string& path : files) sources.push_back(read_source(path));
  PreprocessorOptions preprocessing;
  preprocessing.folders = options.folders;
  preprocessing.defines = {{"FORMAL", "1"}, {"YOSYS", "1"}};
  for (const std::string& define : options.defines)
    preprocessing.defines.push_back(split_at_equals(define, "1"));
  const TokenStream stream = preprocess(sources, preprocessing);
  if (!options.clock.empty() && !is_name(options.clock))
    throw InputError({file, 0, 0},
                     fmt::format("--clock: '{}' is not a name", printable(options.clock)));
  RewriteOptions rewriting{options.top, {}, options.clock};
  for (const std::string& parameter : options.parameters)
    rewriting.values.insert(split_at_equals(parameter, ""));
  if (rewriting.top.empty() && !rewriting.values.empty()) {
    RewriteOptions first = rewriting;
    first.values.clear();
    rewriting.top = chosen_top(rewrite(stream, first), options, file);
  }
  const Rewritten design = rewrite(stream, rewriting);
  VerilogModel result;
  result.top = chosen_top(design, options, file);
  if (!is_name(result.top))
    throw InputError({file, 0, 0}, fmt::format("the top module's name is not supported: '{}'",
                                               printable(result.top)));

  std::string why;
  const std::optional<Yosys> found = find_yosys(options.yosys, why);
  if (!found) throw InputError({file, 0, 0}, why);
  const Yosys& yosys = *found;
  log.detail("Yosys {} ({})", yosys.version, yosys.program);
  result.yosys = yosys.program;
  result.version = yosys.version;
  const PrivateDirectory folder;
  const Messages messages(stream, design, file);
  const auto run = [&](const std::string& script) {
    folder.write("run.ys", script);
    const YosysRun ended = run_yosys(yosys, {"-q", "-s", "run.ys"}, folder.path(), stop);
    if (!ended.succeeded) messages.fail(ended);
    messages.refuse_implicit(ended);
    for (std::size_t begin = 0; begin < ended.output.size();) {
      const std::size_t end = std::min(ended.output.find('\n', begin), ended.output.size());
      log.detail("Yosys: {}", printable(messages.plain(ended.output.substr(begin, end - begin))));
      begin = end + 1;
    }
  };
  folder.write("design.sv", design.text);
  run(elaboration(result.top, options, file));
  const Netlist netlist = read_netlist(folder.read("design.json"), result.top, file);
  if (!netlist.unsupported.empty())
    throw InputError({file, 0, 0},
                     fmt::format("the design has a {} cell, which has no meaning here",
                                 netlist.unsupported.front()));
  result.clocks = netlist.clocks;
  if (!netlist.one_clock)
    log.info("{}: a step is any instant at which a clock may change, because of the clocks {}",
             printable(file), list_of(netlist.clocks));
  if (options.netlist) {
    run(
        fmt::format("read_rtlil design.il\nhierarchy -top {}\nchformal -remove\n"
                    "write_verilog -noattr netlist.v\n",
                    result.top));
    result.netlist = folder.read("netlist.v");
  }
  run(fmt::format(
      "read_rtlil design.il\nhierarchy -top {}\n{}\ndffunmap\nopt_clean\nwrite_btor design.btor2\n",
      result.top, netlist.one_clock ? "async2sync" : "clk2fflogic"));

  Btor2Model raw = read_btor2({file, folder.read("design.btor2")});
  WordModel model = ModelOfDesign(std::move(static_cast<WordModel&>(raw)), design, netlist, file)
                        .build(netlist.one_clock, options.reset, options.covers);
  // Registers of monitors are nothing that the user wrote.
  const auto is_of_user = [](std::string_view name) {
    return name.find(kMark) == std::string_view::npos && name != kFirstStep;
  };
  std::erase_if(model.wires, [&](const NamedTerm& wire) { return !is_of_user(wire.name); });
  // As text and back, so that numbers of lines are those of the text.
  result.btor2 = {file, write_btor2(model, is_of_user)};
  result.model =
      std::move(static_cast<WordModel&>(*std::make_unique<Btor2Model>(read_btor2(result.btor2))));
  result.model.properties = std::move(model.properties);
  result.model.top = result.top;
  if (result.model.system.bad.size() != result.model.properties.size())
    throw InputError({file, 0, 0}, "the model does not have the properties of the design");
  return result;
}

}  // namespace cairn
