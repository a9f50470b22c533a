// SPDX-License-Identifier: MIT
#include "cli/help.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>

namespace cairn {
namespace {

/// Groups that are for everybody; the others are for who tunes or measures.
bool is_for_everybody(const CLI::App& group) {
  constexpr std::array<std::string_view, 2> kNames{"c", "evidence"};
  return std::find(kNames.begin(), kNames.end(), group.get_group()) != kNames.end();
}

std::size_t count_options(const CLI::App& group) {
  return group
      .get_options([&group](const CLI::Option* option) {
        return option != group.get_help_ptr() && option != group.get_help_all_ptr();
      })
      .size();
}

class BriefFormatter : public CLI::Formatter {
 public:
  std::string make_subcommands(const CLI::App* app, CLI::AppFormatMode mode) const override {
    const auto groups =
        app->get_subcommands([](const CLI::App* sub) { return sub->get_name().empty(); });
    if (mode != CLI::AppFormatMode::Normal || groups.empty())
      return CLI::Formatter::make_subcommands(app, mode);
    std::string shown, named;
    for (const CLI::App* group : groups) {
      if (is_for_everybody(*group)) {
        shown += make_expanded(group);
      } else {
        named += fmt::format("  {:<28}{} ({} options)\n", group->get_group(),
                             group->get_description(), count_options(*group));
      }
    }
    if (named.empty()) return shown;
    return shown + "\nSettings of engines and passes (--help-all shows them):\n" + named;
  }
};

}  // namespace

void set_up_help(CLI::App& app) {
  app.formatter(std::make_shared<BriefFormatter>());
  app.set_help_all_flag("--help-all", "Show the settings of all engines and passes too");
}

}  // namespace cairn
