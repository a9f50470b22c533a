// SPDX-License-Identifier: MIT
#include "input/verilog/verilog_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "base/error.h"
#include "base/run_program.h"
#include "format/btor2/btor2_reader.h"
#include "format/btor2/btor2_writer.h"
#include "input/verilog/hierarchy.h"
#include "input/verilog/liveness.h"
#include "input/verilog/netlist.h"
#include "input/verilog/preprocessor.h"
#include "input/verilog/rewrite.h"
#include "input/verilog/yosys.h"
#include "input/verilog/yosys_messages.h"

namespace cairn {
namespace {

using namespace verilog;

bool is_name(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
  });
}

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

/// What comes before the design is flattened.
std::string preparation(const std::string& top, const VerilogReadOptions& options,
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
  return script + fmt::format("hierarchy -check -top {}\n", top);
}

/// How a design is made flat.
struct Flattening {
  /// Yosys 0.23 stumbles over memories that nothing reads: they are removed, and registers that
  /// nothing reads.
  bool clean = false;
  /// A word may depend on other bits of itself: then what is done bit by bit is split.
  bool split = false;
};

std::string script_of(const Flattening& how) {
  return fmt::format(
      "proc\nflatten\n{}memory_collect\nmemory_nordff\nsetundef -undriven -anyseq\n{}check "
      "-assert\nwrite_json design.json\nwrite_rtlil design.il\n",
      how.clean ? "opt_clean\n" : "",
      how.split ? "simplemap t:$and t:$or t:$xor t:$xnor t:$not t:$mux t:$pmux t:$bmux t:$demux "
                  "t:$eq t:$ne t:$logic_and t:$logic_or t:$logic_not t:$reduce_and t:$reduce_or "
                  "t:$reduce_bool\nopt_clean\n"
                : "");
}

/// Checks get the names that they want.
std::string renaming(Netlist& netlist, const std::string& top) {
  std::string script;
  for (Netlist::Check& check : netlist.checks) {
    if (check.wanted.empty() || check.name.find_first_of(" \t;#\"") != std::string::npos ||
        check.wanted.find_first_of(" \t;#\"\\") != std::string::npos)
      continue;
    script += fmt::format("rename {} {}\n", check.name, check.wanted);
    check.name = check.wanted;
  }
  return script.empty() ? "" : fmt::format("cd {}\n{}cd ..\n", top, script);
}

std::string place_of(const InputError& error) {
  const Position& at = error.position();
  if (at.line == 0) return printable(at.file);
  return fmt::format("{}:{}:{}", printable(at.file), at.line, at.column);
}

/// The design as Yosys takes it: statements that it doesn't are left out, one by one.
class Elaboration {
 public:
  Elaboration(const TokenStream& stream, RewriteOptions options, const Yosys& yosys,
              const std::string& file, const Log& log, const std::function<bool()>& stop)
      : stream_(stream),
        options_(std::move(options)),
        yosys_(yosys),
        file_(file),
        log_(log),
        stop_(stop) {}

  /// To design.json and design.il.
  void run(const std::string& preparation) {
    // Each round settles something: a statement or a name.
    for (;;) {
      design_ = rewrite(stream_, options_);
      folder_.write("design.sv", design_.text);
      const YosysRun ended = call(preparation + script_of(how_));
      if (settle_names(ended, preparation)) continue;
      if (ended.succeeded) {
        if (!are_connected(read("design.json")))
          throw InputError({file_, 0, 0}, "a hierarchical name could not be connected");
        return show(ended);
      }
      const YosysProblem problem = messages().problem(ended);
      if (flatten_otherwise(ended, problem)) continue;
      if (!problem.statement || !refuse(*problem.statement, problem.error)) throw problem.error;
    }
  }
  void continue_with(const std::string& script) {
    const YosysRun ended = call(script);
    if (!ended.succeeded) throw messages().problem(ended).error;
    show(ended);
  }
  /// To design.btor2. False: the design has to be elaborated once more.
  bool write_model(const std::string& ending) {
    const YosysRun ended = call(ending);
    if (!ended.succeeded) {
      const YosysProblem problem = messages().problem(ended);
      if (flatten_otherwise(ended, problem)) return false;
      throw problem.error;
    }
    show(ended);
    return true;
  }
  const Rewritten& design() const { return design_; }
  std::string read(const std::string& name) const { return folder_.read(name); }

 private:
  YosysMessages messages() const { return {stream_, design_, file_}; }

  YosysRun call(const std::string& script) const {
    folder_.write("run.ys", script);
    YosysRun ended = run_yosys(yosys_, {"-q", "-s", "run.ys"}, folder_.path(), stop_);
    if (ended.stopped) throw ReadingStopped({file_, 0, 0}, "Yosys did not end in time");
    return ended;
  }
  void show(const YosysRun& ended) const {
    for (std::string_view rest = ended.output; !rest.empty();) {
      const std::string_view line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(line.size() + 1, rest.size()));
      log_.detail("Yosys: {}", printable(messages().plain(line)));
    }
  }

  /// Whether the design is worth another attempt.
  bool flatten_otherwise(const YosysRun& ended, const YosysProblem& problem) {
    const bool memory = ended.output.find("($mem_v2) at kernel/rtlil.cc") != std::string::npos;
    bool* const other = memory ? &how_.clean : problem.is_loop ? &how_.split : nullptr;
    if (other == nullptr || *other) return false;
    return *other = true;
  }

  /// False if it is refused already: then something else is wrong.
  bool refuse(std::uint32_t statement, const InputError& reason) {
    return !design_.statements[statement].refusal &&
           options_.refused.emplace(statement, reason).second;
  }

  /// The module at a place of the files.
  std::string module_at(const ImplicitName& name) const {
    if (name.statement) return design_.homes[*name.statement];
    for (const Rewritten::Home& home : design_.places)
      if (home.file == name.file && home.first_line <= name.line && name.line <= home.last_line)
        return home.module;
    return "";
  }

  /// Statements may be all that keeps Yosys from reading the design.
  void write_without_statements() const {
    RewriteOptions options = options_;
    for (std::uint32_t i = 0; i < design_.statements.size(); ++i)
      options.refused.emplace(i, InputError({file_, 0, 0}, "left out"));
    folder_.write("design.sv", rewrite(stream_, options).text);
  }

  /// Names that nothing declares. Those of signals of other modules are declared for the next
  /// round; answers whether there has to be one.
  bool settle_names(const YosysRun& ended, const std::string& preparation) {
    std::vector<ImplicitName> found;
    std::vector<HierarchicalName> names;
    for (const ImplicitName& name : messages().implicit_names(ended)) {
      if (name.name.find('.') == std::string::npos) {
        // In the design, Verilog declares it. In an assertion it is a mistake.
        if (name.statement)
          throw InputError(name.at, fmt::format("'{}' is not declared", printable(name.name)));
        continue;
      }
      const HierarchicalName whole{module_at(name), name.name};
      if (std::ranges::find(names, whole) != names.end()) continue;
      names.push_back(whole);
      found.push_back(name);
    }
    if (names.empty()) return false;
    write_without_statements();
    const YosysRun prepared = call(preparation + "proc\nwrite_json hierarchy.json\n");
    if (!prepared.succeeded) throw messages().problem(prepared).error;
    const auto declarations = declarations_of(names, folder_.read("hierarchy.json"), file_);
    for (std::size_t i = 0; i < names.size(); ++i) {
      const bool is_new = !declarations[i].empty() && declared_.insert(names[i]).second;
      const InputError unknown(
          found[i].at, fmt::format("the hierarchical name '{}' is no signal of one size below '{}'",
                                   printable(found[i].name), printable(names[i].module)));
      if (is_new)
        options_.declarations[names[i].module] += declarations[i];
      else if (!found[i].statement || !refuse(*found[i].statement, unknown))
        throw unknown;
    }
    return true;
  }

  const TokenStream& stream_;
  RewriteOptions options_;
  const Yosys& yosys_;
  const std::string& file_;
  const Log& log_;
  const std::function<bool()>& stop_;
  const PrivateDirectory folder_;
  Flattening how_;
  Rewritten design_;
  std::set<HierarchicalName> declared_;
};

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
  RewriteOptions rewriting;
  rewriting.top = options.top;
  rewriting.clock = options.clock;
  for (const std::string& parameter : options.parameters)
    rewriting.values.insert(split_at_equals(parameter, ""));
  if (rewriting.top.empty() && !rewriting.values.empty()) {
    RewriteOptions first = rewriting;
    first.values.clear();
    rewriting.top = chosen_top(rewrite(stream, first), options, file);
  }
  VerilogModel result;
  result.top = chosen_top(rewrite(stream, rewriting), options, file);
  if (!is_name(result.top))
    throw InputError({file, 0, 0}, fmt::format("the top module's name is not supported: '{}'",
                                               printable(result.top)));
  std::string why;
  const std::optional<Yosys> yosys = find_yosys(options.yosys, why);
  if (!yosys) throw InputError({file, 0, 0}, why);
  log.detail("Yosys {} ({})", yosys->version, yosys->program);
  result.yosys = yosys->program;
  result.version = yosys->version;
  Elaboration elaboration(stream, rewriting, *yosys, file, log, stop);
  const std::string before = preparation(result.top, options, file);
  elaboration.run(before);
  Netlist netlist = read_netlist(elaboration.read("design.json"), result.top, file);
  if (!netlist.unsupported.empty())
    throw InputError({file, 0, 0},
                     fmt::format("the design has a {} cell, which has no meaning here",
                                 netlist.unsupported.front()));
  result.clocks = netlist.clocks;
  if (!netlist.one_clock)
    log.info("{}: a step is any instant at which a clock may change, because of the clocks {}",
             printable(file), list_of(netlist.clocks));
  if (options.netlist) {
    elaboration.continue_with(
        fmt::format("read_rtlil design.il\nhierarchy -top {}\nchformal -remove\n"
                    "delete */t:$anyseq */t:$anyconst\nwrite_verilog -noattr netlist.v\n",
                    result.top));
    result.netlist = elaboration.read("netlist.v");
  }
  const auto ending = [&] {
    return fmt::format(
        "read_rtlil design.il\nhierarchy -top {}\n{}{}\ndffunmap\nopt_clean\nwrite_btor "
        "design.btor2\n",
        result.top, renaming(netlist, result.top),
        netlist.one_clock ? "async2sync" : "clk2fflogic");
  };
  while (!elaboration.write_model(ending())) {
    elaboration.run(before);
    netlist = read_netlist(elaboration.read("design.json"), result.top, file);
  }

  Btor2Model raw = read_btor2({file, elaboration.read("design.btor2")});
  DesignModel made =
      model_of_design(std::move(static_cast<WordModel&>(raw)), elaboration.design(), netlist, file,
                      {netlist.one_clock, options.reset, options.covers, result.top});
  result.unsupported = std::move(made.unsupported);
  for (const UnsupportedStatement& each : result.unsupported)
    log.warning("{}: not supported{}: {}", place_of(each.reason),
                each.is_assumption ? ", so that runs which violate this assumption count" : "",
                each.reason.message());
  // Registers of monitors are nothing that the user wrote.
  const auto is_of_user = [](std::string_view name) {
    return name.find(kMark) == std::string_view::npos && name != kFirstStep;
  };
  std::erase_if(made.model.wires, [&](const NamedTerm& wire) { return !is_of_user(wire.name); });
  // As text and back, so that numbers of lines are those of the text.
  result.btor2 = {file, write_btor2(made.model, is_of_user)};
  result.model =
      std::move(static_cast<WordModel&>(*std::make_unique<Btor2Model>(read_btor2(result.btor2))));
  result.model.properties = std::move(made.model.properties);
  result.model.top = result.top;
  if (result.model.system.bad.size() != result.model.properties.size())
    throw InputError({file, 0, 0}, "the model does not have the properties of the design");
  if (std::ranges::any_of(result.model.system.states, [&](const WordState& state) {
        return result.model.system.terms->name(state.term).starts_with(kLoopStart);
      }))
    result.beside = {"loop_starts", "in_loop", "recurred", kLoopStart};
  result.witnesses = std::move(made.witnesses);
  if (result.witnesses.empty()) return result;
  made.model.system.bad.clear();
  made.model.bad_names.clear();
  for (const VacuityWitness& each : result.witnesses) {
    made.model.system.bad.push_back(each.term);
    made.model.bad_names.emplace_back();
  }
  result.witness_btor2 = {file, write_btor2(made.model, is_of_user)};
  return result;
}

}  // namespace cairn
