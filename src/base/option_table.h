// SPDX-License-Identifier: MIT
//
// The options of a component as a table of rows, kept beside its configuration. A row knows the
// option's name, its type, what values it takes, what it means, and the member that it sets.
// Everything else reads the table: the command line binds it, the documentation is printed from it,
// plans and jobs set rows by name, reports list the rows that differ from the defaults, and the
// differential tests draw random configurations from it. So an option lives in its row and its use.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "base/rng.h"

namespace cairn {

using OptionValue = std::variant<bool, std::uint64_t, double, std::string>;

/// As a command line has it: on, 17, 0.5, ternary.
std::string describe(const OptionValue& value);

struct OptionRow {
  /// Text names a file or a program; nobody else may set it (remote/job.h).
  enum class Kind { Switch, Count, Real, Choice, Text };

  Kind kind = Kind::Switch;
  std::string name;                ///< without the dashes: "ic3-lift"
  std::string help;                ///< a sentence
  std::string type;                ///< as the help shows it: "N", "SECONDS"; of a choice all words
  std::vector<std::string> words;  ///< of a choice
  /// Of these, those that only the user of this machine may choose.
  std::vector<std::string> local_words;
  double low = 0, high = 0;       ///< of numbers
  std::uint64_t most_random = 0;  ///< of counts: tests draw up to this; 0: they leave it alone

  std::function<OptionValue(const void* config)> get;
  std::function<void(void* config, const OptionValue& value)> set;  ///< only what problem() allows

  /// What is wrong with a value, or an empty string.
  std::string problem(const OptionValue& value) const;
};

/// The rows of one configuration, under a heading of the help.
struct OptionGroup {
  std::string name;         ///< "ic3"
  std::string description;  ///< "IC3 on circuits"
  std::vector<OptionRow> rows;
};

/// Makes a group for a configuration.
template <class Config>
class OptionTable {
 public:
  OptionTable(std::string name, std::string description)
      : group_{std::move(name), std::move(description), {}} {}

  OptionTable& add_switch(std::string name, bool Config::*member, std::string help) {
    return add_member<OptionRow::Kind::Switch>(std::move(name), member, "", std::move(help));
  }
  /// Tests draw numbers from 0 (or `low`) up to `most_random`, if that is not 0.
  template <class Number>
  OptionTable& add_count(std::string name, Number Config::*member, std::string help,
                         std::uint64_t most_random = 0, std::string type = "N",
                         std::uint64_t low = 0,
                         std::uint64_t high = std::numeric_limits<Number>::max()) {
    add_member<OptionRow::Kind::Count>(std::move(name), member, std::move(type), std::move(help));
    OptionRow& row = group_.rows.back();
    row.low = static_cast<double>(low);
    row.high = static_cast<double>(high);
    row.most_random = most_random;
    return *this;
  }
  OptionTable& add_seconds(std::string name, double Config::*member, std::string help) {
    return add_real(std::move(name), member, std::move(help), 0, 1e9, "SECONDS");
  }
  OptionTable& add_real(std::string name, double Config::*member, std::string help, double low,
                        double high, std::string type = "N") {
    add_member<OptionRow::Kind::Real>(std::move(name), member, std::move(type), std::move(help));
    group_.rows.back().low = low;
    group_.rows.back().high = high;
    return *this;
  }
  template <class Enum>
  OptionTable& add_choice(std::string name, Enum Config::*member,
                          std::vector<std::pair<std::string, Enum>> words, std::string help) {
    OptionRow row;
    row.kind = OptionRow::Kind::Choice;
    row.name = std::move(name);
    row.help = std::move(help);
    for (const auto& [word, value] : words) {
      row.type += (row.type.empty() ? "" : "|") + word;
      row.words.push_back(word);
    }
    row.get = [member, words](const void* config) -> OptionValue {
      for (const auto& [word, value] : words)
        if (static_cast<const Config*>(config)->*member == value) return word;
      return std::string();
    };
    row.set = [member, words](void* config, const OptionValue& value) {
      for (const auto& [word, meaning] : words)
        if (word == std::get<std::string>(value)) static_cast<Config*>(config)->*member = meaning;
    };
    group_.rows.push_back(std::move(row));
    return *this;
  }
  /// A choice whose values are the words themselves; `local` ones run programs.
  OptionTable& add_word(std::string name, std::string Config::*member,
                        const std::vector<std::string>& words, std::vector<std::string> local,
                        std::string help) {
    std::vector<std::pair<std::string, std::string>> pairs;
    for (const std::string& word : words) pairs.emplace_back(word, word);
    for (const std::string& word : local) pairs.emplace_back(word, word);
    add_choice(std::move(name), member, std::move(pairs), std::move(help));
    group_.rows.back().local_words = std::move(local);
    return *this;
  }
  OptionTable& add_text(std::string name, std::string Config::*member, std::string type,
                        std::string help) {
    return add_member<OptionRow::Kind::Text>(std::move(name), member, std::move(type),
                                             std::move(help));
  }

  operator OptionGroup() const { return group_; }  // NOLINT: the builder's purpose

 private:
  template <OptionRow::Kind kind, class Member>
  OptionTable& add_member(std::string name, Member Config::*member, std::string type,
                          std::string help) {
    OptionRow row;
    row.kind = kind;
    row.name = std::move(name);
    row.help = std::move(help);
    row.type = std::move(type);
    using Held = std::conditional_t<kind == OptionRow::Kind::Count, std::uint64_t, Member>;
    row.get = [member](const void* config) -> OptionValue {
      return static_cast<Held>(static_cast<const Config*>(config)->*member);
    };
    row.set = [member](void* config, const OptionValue& value) {
      static_cast<Config*>(config)->*member = static_cast<Member>(std::get<Held>(value));
    };
    group_.rows.push_back(std::move(row));
    return *this;
  }

  OptionGroup group_;
};

/// Groups, each bound to a configuration that must outlive this.
class OptionSet {
 public:
  /// What a group has an effect on: every input, words and programs, or programs alone.
  enum class For { All, Words, Programs };
  struct Bound {
    const OptionGroup* group;
    void* config;
    For inputs = For::All;
  };
  /// A row that differs from another set's.
  using Values = std::vector<std::pair<std::string, OptionValue>>;

  template <class Config>
  void add(const OptionGroup& group, Config& config, For inputs = For::All) {
    groups_.push_back({&group, &config, inputs});
  }

  const std::vector<Bound>& groups() const { return groups_; }
  /// The row of that name and what it is bound to; nulls if there is none.
  std::pair<const OptionRow*, void*> find(std::string_view name) const;

  /// Sets a row for somebody on another machine; what is wrong, or an empty string. Nothing that
  /// names a file or a program can be set: such rows and words are refused.
  std::string set_for_stranger(const std::string& name, const OptionValue& value) const;
  /// The same from text, as on a command line: on and off, numbers, words.
  std::string parse(const std::string& name, const std::string& text) const;

  /// The rows whose values differ from those of `other`, a set of the same groups.
  Values differences(const OptionSet& other) const;
  /// Draws some rows anew; most keep their values.
  void randomize(Rng& rng) const;

 private:
  std::vector<Bound> groups_;
};

/// The whole number that a text means: digits, "+3", or "0x10"; nothing if it means none.
std::optional<std::uint64_t> parse_count(std::string_view text);

/// "expected a whole number from 1 to 64"; without what every number of the type obeys.
std::string expected_count(std::uint64_t low, std::uint64_t high);

/// The value that a text means for a row, or what is wrong with it.
std::pair<OptionValue, std::string> parse_value(const OptionRow& row, const std::string& text);

}  // namespace cairn
