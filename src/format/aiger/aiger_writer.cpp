// SPDX-License-Identifier: MIT
#include "format/aiger/aiger_writer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "base/error.h"

namespace cairn {
namespace {

class AigerWriter {
 public:
  AigerWriter(const BitSystem& system, AigerFormat format)
      : system_(system), binary_(format == AigerFormat::Binary) {}

  std::string write() {
    constexpr std::size_t kBytesOfBinaryGate = 6, kBytesOfAsciiGate = 28, kBytesOfOther = 16;
    out_.reserve(system_.aig.num_ands() * (binary_ ? kBytesOfBinaryGate : kBytesOfAsciiGate) +
                 (system_.aig.size() - system_.aig.num_ands()) * kBytesOfOther);
    number_variables();
    header();
    leaves();
    literals(system_.outputs);
    literals(system_.bad);
    literals(system_.constraints);
    for (const auto& set : system_.justice) number(set.size(), '\n');
    for (const auto& set : system_.justice) literals(set);
    literals(system_.fairness);
    gates();
    symbols();
    comments();
    return std::move(out_);
  }

 private:
  void number_variables() {
    variable_.resize(system_.aig.size());
    std::uint32_t next = 1;
    for (const Var var : system_.inputs) variable_[var.index] = next++;
    for (const Latch& latch : system_.latches) variable_[latch.var.index] = next++;
    for (std::uint32_t v = 1; v < system_.aig.size(); ++v)
      if (system_.aig.is_and(Var{v})) variable_[v] = next++;
    CAIRN_CHECK(next == system_.aig.size());
  }

  std::uint32_t code(Lit lit) const {
    return 2 * variable_[lit.var().index] + (lit.negated() ? 1 : 0);
  }

  void number(std::uint64_t value, char separator) {
    std::array<char, 24> digits;
    char* end = std::to_chars(digits.data(), digits.data() + digits.size() - 1, value).ptr;
    *end++ = separator;
    out_.append(digits.data(), static_cast<std::size_t>(end - digits.data()));
  }

  void literals(const std::vector<Lit>& list) {
    for (const Lit lit : list) number(code(lit), '\n');
  }

  void header() {
    const std::array<std::size_t, 9> counts = {system_.aig.size() - std::size_t{1},
                                               system_.inputs.size(),
                                               system_.latches.size(),
                                               system_.outputs.size(),
                                               system_.aig.num_ands(),
                                               system_.bad.size(),
                                               system_.constraints.size(),
                                               system_.justice.size(),
                                               system_.fairness.size()};
    std::size_t shown = counts.size();
    while (shown > 5 && counts[shown - 1] == 0) --shown;
    out_ += binary_ ? "aig " : "aag ";
    for (std::size_t i = 0; i < shown; ++i) number(counts[i], i + 1 == shown ? '\n' : ' ');
  }

  void leaves() {
    for (std::size_t i = 0; !binary_ && i < system_.inputs.size(); ++i)
      number(code(Lit(system_.inputs[i])), '\n');
    for (const Latch& latch : system_.latches) {
      if (!binary_) number(code(Lit(latch.var)), ' ');
      const bool reset_shown = latch.reset != kFalse;
      number(code(latch.next), reset_shown ? ' ' : '\n');
      if (reset_shown) number(code(latch.reset), '\n');
    }
  }

  static char* put_number(char* at, std::uint32_t value, char separator) {
    constexpr int kMaxDigits = 10;
    at = std::to_chars(at, at + kMaxDigits, value).ptr;
    *at = separator;
    return at + 1;
  }

  static char* put_delta(char* at, std::uint32_t value) {
    for (; value >= 0x80; value >>= 7) *at++ = static_cast<char>(value | 0x80);
    *at = static_cast<char>(value);
    return at + 1;
  }

  void gates() {
    std::array<char, 33> line;  // three numbers of ten digits and what separates them
    for (std::uint32_t v = 1; v < system_.aig.size(); ++v) {
      if (!system_.aig.is_and(Var{v})) continue;
      std::uint32_t left = code(system_.aig.left(Var{v}));
      std::uint32_t right = code(system_.aig.right(Var{v}));
      const std::uint32_t gate = 2 * variable_[v];
      char* at = line.data();
      if (binary_) {
        if (left < right) std::swap(left, right);
        at = put_delta(at, gate - left);
        at = put_delta(at, left - right);
      } else {
        at = put_number(at, gate, ' ');
        at = put_number(at, left, ' ');
        at = put_number(at, right, '\n');
      }
      out_.append(line.data(), static_cast<std::size_t>(at - line.data()));
    }
  }

  // A name is the rest of its line, so that a line end in one (no AIGER file has such a name, but
  // other sources may) becomes a space.
  void symbols() {
    const auto& names = system_.names;
    const std::array<std::pair<char, const Names*>, 7> kinds = {{{'i', &names.inputs},
                                                                 {'l', &names.latches},
                                                                 {'o', &names.outputs},
                                                                 {'b', &names.bad},
                                                                 {'c', &names.constraints},
                                                                 {'j', &names.justice},
                                                                 {'f', &names.fairness}}};
    for (const auto& [letter, list] : kinds)
      for (const auto& [index, name] : *list) {
        out_ += letter;
        number(index, ' ');
        const std::size_t start = out_.size();
        out_ += name;
        std::replace(out_.begin() + static_cast<std::ptrdiff_t>(start), out_.end(), '\n', ' ');
        out_ += '\n';
      }
  }

  void comments() {
    if (system_.comments.empty()) return;
    out_ += "c\n";
    out_ += system_.comments.text();
  }

  const BitSystem& system_;
  bool binary_;
  std::vector<std::uint32_t> variable_;  // in the file, by variable of the system
  std::string out_;
};

}  // namespace

std::string write_aiger(const BitSystem& system, AigerFormat format) {
  return AigerWriter(system, format).write();
}

}  // namespace cairn
