// SPDX-License-Identifier: MIT
#include "format/blif/blif_writer.h"

#include <fmt/format.h>

#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/error.h"

namespace cairn {
namespace {

class BlifWriter {
 public:
  explicit BlifWriter(const BitSystem& system) : system_(system), names_(system.aig.size()) {}

  std::string write() {
    name_all();
    out_ += ".model circuit\n";
    list(".inputs", inputs_);
    list(".outputs", outputs_);
    for (std::size_t i = 0; i < system_.latches.size(); ++i) latch(i);
    if (constants_[0]) line(".names {}\n", constant_names_[0]);
    if (constants_[1]) line(".names {}\n1\n", constant_names_[1]);
    for (std::uint32_t v = 1; v < system_.aig.size(); ++v)
      if (system_.aig.is_and(Var{v})) gate(Var{v});
    std::size_t output = 0;
    for (const auto* lits : {&system_.bad, &system_.outputs})
      for (const Lit lit : *lits) copy(lit, outputs_[output++]);
    for (std::size_t i = 0; i < system_.latches.size(); ++i)
      if (!next_[i].empty()) copy(system_.latches[i].next, next_[i]);
    return std::move(out_) + body_ + ".end\n";
  }

 private:
  /// A name that nothing else has: the wished one, if BLIF can have it.
  std::string unique(std::string_view wished, const std::string& otherwise) {
    constexpr std::size_t kLongest = 1000;
    bool is_fine =
        !wished.empty() && wished.size() <= kLongest && wished[0] != '.' && wished.back() != '\\';
    for (const char c : wished)
      is_fine = is_fine && c > ' ' && c < '\x7f' && c != '#' && c != '=' && c != '\\';
    std::string name = is_fine ? std::string(wished) : otherwise;
    for (int i = 1; !taken_.insert(name).second; ++i)
      name = fmt::format("{}_{}", is_fine ? std::string(wished) : otherwise, i);
    return name;
  }

  void name_all() {
    for (std::size_t i = 0; i < system_.inputs.size(); ++i)
      inputs_.push_back(names_[system_.inputs[i].index] =
                            unique(system_.names.inputs.get(i), fmt::format("i{}", i)));
    for (std::size_t i = 0; i < system_.latches.size(); ++i)
      names_[system_.latches[i].var.index] =
          unique(system_.names.latches.get(i), fmt::format("l{}", i));
    for (std::size_t i = 0; i < system_.bad.size(); ++i)
      outputs_.push_back(unique(system_.names.bad.get(i), fmt::format("b{}", i)));
    for (std::size_t i = 0; i < system_.outputs.size(); ++i)
      outputs_.push_back(unique(system_.names.outputs.get(i), fmt::format("o{}", i)));
    for (std::uint32_t v = 1; v < system_.aig.size(); ++v)
      if (system_.aig.is_and(Var{v})) names_[v] = unique("", fmt::format("g{}", v));
    constant_names_[0] = unique("", "zero");
    constant_names_[1] = unique("", "one");
    next_.resize(system_.latches.size());
    for (std::size_t i = 0; i < system_.latches.size(); ++i) {
      const Lit next = system_.latches[i].next;
      if (next.negated() && !next.is_constant()) next_[i] = unique("", fmt::format("n{}", i));
      if (next.is_constant()) constants_[next == kTrue ? 1 : 0] = true;
    }
  }

  template <class... Args>
  void line(fmt::format_string<Args...> text, Args&&... args) {
    fmt::format_to(std::back_inserter(body_), text, std::forward<Args>(args)...);
  }

  void list(std::string_view word, const std::vector<std::string>& names) {
    out_ += word;
    std::size_t column = word.size();
    for (const std::string& name : names) {
      if (column + name.size() > 100) {
        out_ += " \\\n";
        column = 0;
      }
      out_ += ' ';
      out_ += name;
      column += name.size() + 1;
    }
    out_ += '\n';
  }

  void latch(std::size_t i) {
    const Latch& latch = system_.latches[i];
    const std::string& next = latch.next.is_constant()
                                  ? constant_names_[latch.next == kTrue ? 1 : 0]
                              : next_[i].empty() ? names_[latch.next.var().index]
                                                 : next_[i];
    const char initial = latch.is_uninitialised() ? '3' : latch.reset == kTrue ? '1' : '0';
    line(".latch {} {} {}\n", next, names_[latch.var.index], initial);
  }

  void gate(Var var) {
    const Lit left = system_.aig.left(var), right = system_.aig.right(var);
    if (left.is_constant() || right.is_constant()) {
      const Lit other = left.is_constant() ? right : left;
      const Lit constant = left.is_constant() ? left : right;
      return copy(constant == kTrue ? other : kFalse, names_[var.index]);
    }
    line(".names {} {} {}\n{}{} 1\n", names_[left.var().index], names_[right.var().index],
         names_[var.index], left.negated() ? 0 : 1, right.negated() ? 0 : 1);
  }

  void copy(Lit lit, const std::string& to) {
    if (lit.is_constant())
      line(".names {}\n{}", to, lit == kTrue ? "1\n" : "");
    else
      line(".names {} {}\n{} 1\n", names_[lit.var().index], to, lit.negated() ? 0 : 1);
  }

  const BitSystem& system_;
  std::string out_, body_;
  std::vector<std::string> names_;  // by node
  std::vector<std::string> inputs_, outputs_, next_;
  std::string constant_names_[2];
  bool constants_[2] = {false, false};
  std::unordered_set<std::string> taken_;
};

}  // namespace

std::optional<std::string> cannot_write_blif(const BitSystem& system) {
  if (!system.constraints.empty()) return "it has constraints, and BLIF has outputs only";
  if (!system.justice.empty() || !system.fairness.empty())
    return "it has justice properties or fairness, and BLIF has outputs only";
  for (const Latch& latch : system.latches)
    if (!latch.has_constant_reset() && !latch.is_uninitialised())
      return "a latch has a reset function, and BLIF has constants as initial values";
  return std::nullopt;
}

std::string write_blif(const BitSystem& system) {
  CAIRN_CHECK(!cannot_write_blif(system));
  return BlifWriter(system).write();
}

}  // namespace cairn
