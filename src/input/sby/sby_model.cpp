// SPDX-License-Identifier: MIT
#include "input/sby/sby_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "base/error.h"
#include "base/run_program.h"
#include "input/verilog/yosys.h"
#include "input/word_reader.h"

namespace cairn {
namespace {

namespace fs = std::filesystem;

void write_text(const fs::path& path, std::string_view text) {
  std::error_code ignored;
  fs::create_directories(path.parent_path(), ignored);
  std::ofstream file(path, std::ios::binary);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  if (!file) throw InputError({path.string(), 0}, "cannot be written");
}

fs::path find_file(const std::string& name, const std::string& task_file) {
  std::error_code ignored;
  if (fs::exists(name, ignored)) return name;
  const fs::path beside = fs::path(task_file).parent_path() / name;
  if (!fs::path(name).is_absolute() && fs::exists(beside, ignored)) return beside;
  throw InputError({name, 0}, "no such file");
}

void copy_sources(const SbyTask& task, const std::string& task_file, const fs::path& to) {
  for (const auto& [name, text] : task.texts) write_text(to / name, text);
  for (const auto& [name, from] : task.files) {
    const fs::path source = find_file(from, task_file);
    std::error_code error;
    fs::create_directories((to / name).parent_path(), error);
    fs::copy(source, to / name, fs::copy_options::recursive | fs::copy_options::overwrite_existing,
             error);
    if (error) throw InputError({from, 0}, "cannot be copied: " + error.message());
  }
}

/// The last line that says what is wrong, or the last one.
std::string last_error(std::string_view output) {
  std::string found, last;
  while (!output.empty()) {
    const std::string_view line = output.substr(0, output.find('\n'));
    output.remove_prefix(std::min(line.size() + 1, output.size()));
    if (line.empty()) continue;
    last = line;
    if (line.find("ERROR") != std::string_view::npos ||
        line.find("rror:") != std::string_view::npos)
      found = line;
  }
  return found.empty() ? last : found;
}

/// What Yosys says of the model beside it: its module, and lines that are clocks.
void read_info(const std::string& path, std::string_view btor2, SbyDesign& design) {
  std::ifstream file(path);
  std::string word;
  std::vector<std::string> ids;
  std::size_t rising = 0, falling = 0;
  while (file >> word) {
    std::string value;
    if (!(file >> value)) break;
    if (word == "name") design.top = value;
    rising += word == "posedge";
    falling += word == "negedge";
    if (word == "posedge" || word == "negedge" || word == "event") ids.push_back(value);
  }
  design.falling = falling > 0 && rising == 0;
  for (const std::string& id : ids) {
    const std::string begin = "\n" + id + " input ";
    const std::size_t at = btor2.find(begin);
    if (at == std::string_view::npos) continue;
    std::string_view line = btor2.substr(at + begin.size());
    line = line.substr(0, line.find('\n'));
    line.remove_prefix(std::min(line.find(' ') + 1, line.size()));  // the sort
    const std::string name(line.substr(0, line.find(' ')));
    if (std::ranges::find(design.clocks, name) == design.clocks.end())
      design.clocks.push_back(name);
  }
}

/// Files that a simulator reads.
std::vector<Source> read_sources(const fs::path& folder) {
  constexpr std::uintmax_t kMostBytes = 64u << 20;
  std::vector<Source> sources;
  std::uintmax_t bytes = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    const std::string ending = entry.path().extension().string();
    const bool is_verilog =
        ending == ".v" || ending == ".sv" || ending == ".vh" || ending == ".svh" || ending == ".h";
    if (!is_verilog || !entry.is_regular_file() || (bytes += entry.file_size()) > kMostBytes)
      continue;
    Source source = read_source(entry.path().string());
    source.name = fs::relative(entry.path(), folder).string();
    sources.push_back(std::move(source));
  }
  std::ranges::sort(sources, {}, &Source::name);
  return sources;
}

/// "b3 name ; file.sv:27.5-27.30": what Yosys writes behind a bad state, position by position.
void find_places(std::string_view text, WordModel& model) {
  model.properties.clear();
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::size_t space = line.find(' ');
    if (space == std::string_view::npos || !line.substr(space).starts_with(" bad ")) continue;
    WordProperty& property = model.properties.emplace_back();
    const std::size_t comment = line.find(" ; ");
    if (comment == std::string_view::npos) continue;
    std::string_view place = line.substr(comment + 3);
    place = place.substr(place.rfind('|') + 1);  // the innermost of several
    const std::size_t colon = place.rfind(':');
    if (colon == std::string_view::npos) continue;
    property.file = place.substr(0, colon);
    std::from_chars(place.data() + colon + 1, place.data() + place.size(), property.line);
  }
  if (model.properties.size() != model.system.bad.size()) model.properties.clear();
}

}  // namespace

WordModel read_sby_model(const SbyDesign& design, const SbyTask& task, const Log& log) {
  WordModel model = read_word_model(*design.btor2, log);
  find_places(design.btor2->bytes, model);
  for (std::size_t i = 0; i < model.properties.size(); ++i) {
    model.properties[i].name = model.bad_names[i];
    if (task.mode == SbyTask::Mode::Cover) model.properties[i].kind = WordProperty::Kind::Cover;
  }
  model.top = design.top;
  return model;
}

YosysResult run_yosys_script(const std::string& script, const std::string& directory,
                             const YosysLimits& limits) {
  YosysResult result;
  const std::optional<verilog::Yosys> yosys = verilog::find_yosys("", result.message);
  if (!yosys) return result;
  const fs::path file = fs::path(directory) / "cairn_script.ys";
  write_text(file, script);
  const auto begin = std::chrono::steady_clock::now();
  const auto stop = [&] {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    return (limits.seconds && passed.count() > *limits.seconds) || (limits.stop && limits.stop());
  };
  const verilog::YosysRun run =
      verilog::run_yosys(*yosys, {"-q", "-s", file.string()}, directory, stop);
  result.succeeded = run.succeeded;
  result.was_stopped = run.stopped;
  result.message = run.succeeded ? "" : last_error(run.output);
  if (run.stopped || (!run.succeeded && result.message.empty()))
    result.message = "Yosys " + run.how;
  return result;
}

std::vector<std::string> ending_of_script(const SbyTask& task) {
  const bool covers = task.mode == SbyTask::Mode::Cover;
  std::vector<std::string> script{"hierarchy -simcheck", "flatten",
                                  "scc -select; simplemap; select -clear", "memory_nordff",
                                  task.multiclock ? "clk2fflogic" : "async2sync"};
  if (!task.multiclock && task.assume_early) script.emplace_back("chformal -assume -early");
  script.emplace_back("opt_clean");
  script.emplace_back(covers ? "chformal -live -fair -assert -remove"
                             : "chformal -live -fair -cover -remove");
  script.emplace_back("opt_clean");
  // What is undefined may have any value in each step: anything less would be a guess.
  // And no "opt" after that: it takes two registers without an initial value for one.
  script.emplace_back("setundef -undriven -anyseq");
  script.emplace_back("dffunmap");
  script.emplace_back("delete */t:$print");
  script.emplace_back(
      fmt::format("write_btor {}-i ../model.info ../model.btor2", covers ? "-c " : ""));
  return script;
}

SbyDesign elaborate(const SbyTask& task, const std::string& task_file, const YosysLimits& limits,
                    Netlist netlist) {
  const PrivateDirectory directory;
  const fs::path root = directory.path();
  fs::create_directories(root / "src");
  copy_sources(task, task_file, root / "src");
  std::string script;
  for (const std::string& line : task.script) script += line + "\n";
  if (netlist == Netlist::Yes)
    script +=
        "design -save cairn\nchformal -remove\nwrite_verilog -noattr ../netlist.v\n"
        "design -load cairn\n";
  for (const std::string& line : ending_of_script(task)) script += line + "\n";
  SbyDesign design;
  design.yosys = run_yosys_script(script, (root / "src").string(), limits);
  if (!design.yosys.succeeded) return design;
  Source model = read_source((root / "model.btor2").string());
  model.name = task_file;
  read_info((root / "model.info").string(), model.bytes, design);
  design.btor2 = std::move(model);
  design.sources = read_sources(root / "src");
  if (netlist == Netlist::Yes) design.netlist = read_source((root / "netlist.v").string()).bytes;
  return design;
}

}  // namespace cairn
