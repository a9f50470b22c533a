// SPDX-License-Identifier: MIT
#include "input/verilog/design_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <unordered_map>

#include "input/verilog/liveness.h"
#include "input/verilog/statement.h"

namespace cairn::verilog {
namespace {

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

  DesignModel build(const DesignOptions& options) {
    options_ = options;
    if (options.synchronous) initial_pasts();
    sort_checks(options.synchronous);
    if (!options.reset.empty()) apply_reset(options.reset);
    add_liveness(options.synchronous);
    finish_resets();
    system_.bad.clear();
    model_.bad_names.clear();
    model_.properties.clear();
    for (const Check& check : checks_) {
      const Statement& statement = design_.statements[check.statement];
      if (statement.kind == Statement::Kind::Cover && !options.covers) continue;
      const WordProperty about = property(check);
      if (const std::optional<InputError> refusal = refusal_of(check)) {
        result_.unsupported.push_back({about, *refusal, false});
        continue;
      }
      if (statement.kind == Statement::Kind::Assert)
        positions_[{check.statement, check.prefix}].push_back(
            static_cast<std::uint32_t>(system_.bad.size()));
      add_property(about, check.bad);
    }
    add_witnesses();
    if (can_be_fair_ && options.covers) {
      WordProperty about = property(*can_be_fair_);
      about.kind = WordProperty::Kind::Cover;
      add_property(about, can_be_fair_->bad);
    }
    model_.bad_ids.clear();
    result_.model = std::move(model_);
    return std::move(result_);
  }

 private:
  struct Check {
    std::uint32_t statement = 0;
    std::string prefix;  ///< its instance
    std::string name;
    Term bad;
    std::optional<InputError> refusal;
  };
  WordProperty property(const Check& check) {
    const Statement& statement = design_.statements[check.statement];
    std::string name = check.name;
    if (const unsigned times = ++used_[name]; times > 1) name += fmt::format("_{}", times);
    return {statement.kind == Statement::Kind::Cover ? WordProperty::Kind::Cover
                                                     : WordProperty::Kind::Assert,
            name, statement.at.file, static_cast<std::uint32_t>(statement.at.line)};
  }
  void add_property(const WordProperty& about, Term bad) {
    system_.bad.push_back(bad);
    model_.bad_names.push_back(about.name);
    model_.properties.push_back(about);
  }
  std::optional<InputError> refusal_of(const Check& check) const {
    return check.refusal ? check.refusal : design_.statements[check.statement].refusal;
  }

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
      const bool when = symbol.find(mark + "when") != std::string::npos;
      std::string prefix;
      for (const std::string& end : {mark + "live", mark + "when", mark})
        if (symbol.ends_with(end)) {
          prefix = symbol.substr(0, symbol.size() - end.size());
          break;
        }
      const Check check{number, prefix, prefix + label_of(statement), bad, {}};
      if (statement.kind == Statement::Kind::Reset)
        resets_[number].push_back(bad);
      else if (when)
        conditions_[{number, prefix}].push_back(bad);
      else
        sort_check(check, live);
    }
    std::ranges::stable_sort(checks_, [](const Check& a, const Check& b) {
      // Copies of a loop in their order: u[2] comes before u[10].
      const auto key = [](const Check& check) {
        return std::tuple(check.statement, check.prefix.size(), std::string_view(check.prefix));
      };
      return key(a) < key(b);
    });
  }

  void sort_check(const Check& check, bool live) {
    const Statement& statement = design_.statements[check.statement];
    const bool assumed = statement.kind == Statement::Kind::Assume;
    if (assumed && statement.refusal) {
      result_.unsupported.push_back({property(check), *statement.refusal, true});
    } else if (assumed && live) {
      fairness_.push_back(check);
    } else if (assumed) {
      system_.constraints.push_back(terms_.not_(check.bad));
      model_.constraint_names.push_back(check.name);
    } else if (live) {
      live_.push_back(check);
    } else {
      checks_.push_back(check);
    }
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
    const Term first = first_step();
    const Term active = value == "1" ? input : terms_.not_(input);
    system_.constraints.push_back(terms_.equal(active, first));
    model_.constraint_names.push_back("reset");
  }

  Term first_step() {
    if (!first_step_) {
      first_step_ = terms_.variable(kFirstStep, Sort::boolean());
      system_.states.push_back({*first_step_, terms_.true_term(), terms_.false_term()});
    }
    return *first_step_;
  }

  /// A reset has to be over in some step after the first, in some instance.
  void finish_resets() {
    for (auto& [number, terms] : resets_) {
      Term some = terms_.false_term();
      for (const Term each : terms) some = terms_.or_(some, each);
      terms = {terms_.and_(some, terms_.not_(first_step()))};
    }
  }

  /// What must happen if proofs are to say something. Copies of an assertion in a loop are one.
  void add_witnesses() {
    for (const auto& [key, terms] : conditions_) {
      const auto properties = positions_.find(key);
      if (properties == positions_.end()) continue;
      Term some = terms_.false_term();
      for (const Term each : terms) some = terms_.or_(some, each);
      // What parameters rule out is ruled out on purpose.
      if (some == terms_.false_term() && !design_.statements[key.first].is_concurrent) continue;
      result_.witnesses.push_back({some, properties->second, "its antecedent never happens"});
    }
    for (const auto& [number, terms] : resets_) {
      std::vector<std::uint32_t> concerned;
      const std::string& module = design_.homes[number];
      for (const auto& [key, properties] : positions_)
        if (module == options_.top || design_.homes[key.first] == module)
          concerned.insert(concerned.end(), properties.begin(), properties.end());
      if (concerned.empty()) continue;
      result_.witnesses.push_back(
          {terms.front(), std::move(concerned),
           fmt::format("the design never leaves its reset: '{}' is true in every step but perhaps "
                       "the first",
                       design_.statements[number].label)});
    }
  }

  /// The assertion that a liveness part belongs to. In loops of generate blocks it may not be
  /// known which copy.
  Check& safety_part(const Check& live) {
    const auto belongs = [&](const Check& check) {
      return check.statement == live.statement && check.prefix == live.prefix;
    };
    const auto found = std::ranges::find_if(checks_, belongs);
    if (found == checks_.end()) surprised("a property without its assertion");
    if (std::ranges::count_if(live_, belongs) > 1)
      for (Check& check : checks_)
        if (belongs(check))
          check.refusal = InputError(design_.statements[live.statement].at,
                                     "a property in a loop that needs liveness is not supported");
    return *found;
  }

  /// The liveness part of a property is one more way to its bad state.
  void add_liveness(bool synchronous) {
    std::vector<Check*> whole;
    std::vector<Term> recurring, fair;
    for (const Check& each : fairness_) fair.push_back(each.bad);
    for (const Check& live : live_) {
      Check& check = safety_part(live);
      const auto refuse = [&](const char* message) {
        check.refusal = InputError(design_.statements[live.statement].at, message);
      };
      std::vector<Term> roots = fair;
      roots.push_back(live.bad);
      if (!synchronous)
        refuse("this property needs liveness, which is not supported with several clocks");
      else if (reads_memory(model_, roots))
        refuse(
            "this property needs liveness, which is not supported for designs with "
            "memories");
      if (check.refusal) continue;
      whole.push_back(&check);
      recurring.push_back(live.bad);
    }
    if (whole.empty()) return;
    // That assumptions can be met at all is a claim of its own.
    if (!fair.empty()) recurring.push_back(terms_.true_term());
    const std::vector<Term> bad = recurrence_as_bad(model_, recurring, fair);
    for (std::size_t i = 0; i < whole.size(); ++i)
      whole[i]->bad = terms_.or_(whole[i]->bad, bad[i]);
    if (fair.empty()) return;
    can_be_fair_ = fairness_.front();
    can_be_fair_->name += "_can_be_met";
    can_be_fair_->bad = bad.back();
  }

  WordModel model_;
  WordSystem& system_;
  Terms& terms_;
  const Rewritten& design_;
  const Netlist& netlist_;
  const std::string file_;
  DesignOptions options_;
  std::unordered_map<std::uint32_t, std::size_t> states_;
  std::vector<Check> checks_, live_, fairness_;
  std::optional<Check> can_be_fair_;                  ///< a cover
  using Key = std::pair<std::uint32_t, std::string>;  ///< statement and instance
  std::map<Key, std::vector<std::uint32_t>> positions_;
  std::map<Key, std::vector<Term>> conditions_;
  std::map<std::uint32_t, std::vector<Term>> resets_;
  std::optional<Term> first_step_;
  std::map<std::string, unsigned> used_;  ///< names
  DesignModel result_;
};

}  // namespace

DesignModel model_of_design(WordModel model, const Rewritten& design, const Netlist& netlist,
                            const std::string& file, const DesignOptions& options) {
  return ModelOfDesign(std::move(model), design, netlist, file).build(options);
}

std::pair<std::string, std::string> split_at_equals(const std::string& text,
                                                    const std::string& otherwise) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) return {text, otherwise};
  return {text.substr(0, equals), text.substr(equals + 1)};
}

std::string list_of(const std::vector<std::string>& names) {
  std::string all;
  for (std::size_t i = 0; i < names.size() && i < 20; ++i)
    all += (i == 0 ? "" : ", ") + printable(names[i]);
  return names.size() > 20 ? all + ", ..." : all;
}

}  // namespace cairn::verilog
