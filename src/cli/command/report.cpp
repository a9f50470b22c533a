// SPDX-License-Identifier: MIT
//
// `cairn report`: the page of a run that was kept as JSON.
#include "run/report.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/output.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/report/page.h"
#include "engine/ic3/journal.h"
#include "format/source.h"

namespace cairn {
namespace {

struct ReportArguments {
  std::string file;
  std::string page;
};

/// A run as 'cairn check --json' writes it, of this form.
void require_run(const Source& source) {
  using Json = nlohmann::json;
  const Json run = Json::parse(source.bytes, nullptr, false);
  if (run.is_discarded()) throw InputError({source.name}, "no JSON: expected what --json writes");
  if (!run.is_object() || !run.contains("verdict") || !run["verdict"].is_string() ||
      !run.contains("schema") || !run["schema"].is_number_integer())
    throw InputError({source.name}, "no report of a run: expected what --json writes");
  if (run["schema"] != kReportSchema)
    throw InputError({source.name}, "a report of another version of Cairn: expected schema " +
                                        std::to_string(kReportSchema) + ", got " +
                                        run["schema"].dump());
}

/// Lines of JSON that begin with what --log-ic3 begins with.
bool is_log_of_ic3(const Source& source) {
  return source.bytes.starts_with(R"({"event":"start",)");
}

/// The events of a log as one array; a last line that is cut off is left out.
std::string events_of(const Source& source) {
  using Json = nlohmann::ordered_json;
  std::string events;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < source.bytes.size();) {
    const std::size_t end = source.bytes.find('\n', begin);
    if (end == std::string::npos) break;
    ++number;
    const std::string_view line = std::string_view(source.bytes).substr(begin, end - begin);
    begin = end + 1;
    const Json event = Json::parse(line, nullptr, false);
    if (!event.is_object() || !event.contains("event") || !event["event"].is_string())
      throw InputError({source.name, number}, "no event of IC3: expected what --log-ic3 writes");
    if (event["event"] == "start" && event.value("version", Json()) != ic3::kJournalVersion)
      throw InputError({source.name, number}, "a log of another version of Cairn");
    if (!events.empty()) events += ",\n";
    events += line;
  }
  return fmt::format("[{}]", events);
}

std::string page_of(const Source& source) {
  if (is_log_of_ic3(source)) return ic3_page(events_of(source));
  require_run(source);
  return report_page(source.bytes);
}

int report(const ReportArguments& arguments) {
  const Source source = read_source(arguments.file);
  const std::string page = page_of(source);
  if (arguments.page == "-") {
    put(stdout, page);
    return kExitDone;
  }
  require_distinct(arguments.file, {&arguments.page});
  write_file_atomically(arguments.page, page);
  return kExitDone;
}

}  // namespace

void add_report_command(CLI::App& app, Action& chosen) {
  auto* command = app.add_subcommand(
      "report", "Make a page (HTML) of a run that was kept as JSON, or of what IC3 did");
  auto arguments = std::make_shared<ReportArguments>();
  set_examples(*command,
               {{"cairn check design.aig --json run.json --json-details", "keeps a run"},
                {"cairn report run.json -o run.html", "makes the page of it"},
                {"cairn check design.aig --engine ic3 --log-ic3 ic3.jsonl", "keeps what IC3 did"},
                {"cairn report ic3.jsonl -o ic3.html", "plays it"}});
  command
      ->add_option("FILE", arguments->file,
                   "A run, as 'cairn check --json' writes it, or what --log-ic3 writes")
      ->required()
      ->type_name("");
  command->add_option("-o,--output", arguments->page, "Where the page goes; - is standard output")
      ->required()
      ->type_name("FILE");
  command->callback([arguments, &chosen] { chosen = [arguments] { return report(*arguments); }; });
}

}  // namespace cairn
