// SPDX-License-Identifier: MIT
//
// AIGER 1.9 (Biere, Heljanko, Wieringa: AIGER 1.9 and Beyond, 2011), with the reset functions of
// AIGER 1.9.23: a latch may be reset to any literal as long as no reset depends on itself.
//
// The file is not trusted. Counts of the header are compared with the bytes that follow before
// anything is allocated for them; what takes no bytes (the inputs of a binary file) has a limit of
// its own. Text must be laid out as the format says, one space and one line end where it has them,
// except that lines may end in "\r\n" in ASCII files, that the last line needs no end, and that
// numbers may start with zeros.
//
// Every item of an ASCII file has a line of its own, so that the line of an item that turns out
// wrong later (undefined, defined twice, on a cycle) follows from its number and need not be kept.
#include "format/aiger/aiger_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "base/error.h"
#include "format/aiger/aiger_symbols.h"
#include "format/ivl/ascii_graph.h"
#include "format/ivl/scanner.h"

namespace cairn {
namespace {

constexpr std::uint32_t kMaxCount = 0x7FFFFFFFu;
/// Inputs of a binary file: this many, and two more for each of its bytes.
constexpr std::uint64_t kFreeInputs = 250'000;
constexpr std::size_t kMaxCycleShown = 20;

/// The numbers of the header, in its order.
enum Count { kM, kI, kL, kO, kA, kB, kC, kJ, kF, kNumCounts };

struct CountWords {
  const char* letter;
  const char* plural;
};
constexpr std::array<CountWords, kNumCounts> kWords = {{{"M", "largest variable"},
                                                        {"I", "inputs"},
                                                        {"L", "latches"},
                                                        {"O", "outputs"},
                                                        {"A", "AND gates"},
                                                        {"B", "bad states"},
                                                        {"C", "constraints"},
                                                        {"J", "justice sets"},
                                                        {"F", "fairness constraints"}}};

/// "6 -> 8 -> 6", cut if it is long.
std::string cycle_text(const std::vector<std::uint32_t>& literals) {
  std::string text;
  const std::size_t shown = std::min(literals.size(), kMaxCycleShown);
  for (std::size_t i = 0; i < shown; ++i) text += fmt::format("{} -> ", literals[i]);
  if (literals.size() > shown) text += fmt::format("({} more) -> ", literals.size() - shown);
  return text + fmt::format("{}", literals.front());
}

class AigerReader {
 public:
  explicit AigerReader(const Source& source) : source_(source), in_(source) {}

  AigerModel read() {
    read_magic();
    read_header();
    check_counts();
    read_inputs();
    read_latches();
    read_literals(system().outputs, "output", kO);
    read_literals(system().bad, "bad state", kB);
    read_literals(system().constraints, "constraint", kC);
    read_justice();
    read_literals(system().fairness, "fairness constraint", kF);
    if (model_.binary)
      read_binary_gates();
    else
      read_ascii_gates();
    check_resets();
    read_aiger_symbols(source_, in_, system());
    if (in_.saw_carriage_return())
      model_.warnings.emplace_back("lines end in carriage return and newline, expected newline");
    return std::move(model_);
  }

 private:
  BitSystem& system() { return model_.system; }
  std::uint32_t max_literal() const { return 2 * counts_[kM] + 1; }
  /// As many items as the header says, but no more than the bytes that follow can hold.
  std::size_t plausible(std::uint64_t count, std::size_t bytes_each) const {
    return std::min<std::uint64_t>(count, in_.remaining() / bytes_each + 1);
  }

  void read_magic();
  void read_header();
  void check_counts();
  void read_inputs();
  void read_latches();
  void read_literals(std::vector<Lit>& list, const char* noun, Count count);
  void read_justice();
  std::uint32_t read_literal(const Item& item);
  std::uint32_t read_definition(const Item& item);
  void read_binary_gates();
  std::uint32_t read_delta(const Item& gate);
  void read_ascii_gates();
  void check_definitions(const DefinitionTable& table) const;
  void resolve_gates(const DefinitionTable& table);
  void order_gates();
  void resolve_uses(const DefinitionTable& table);
  void fill_renumbered();
  Lit resolve(const DefinitionTable& table, std::uint32_t literal, std::uint64_t line,
              int field) const;
  std::uint64_t line_of_definition(std::uint32_t definition) const;
  [[noreturn]] void fail_cycle(const std::vector<std::uint32_t>& cycle) const;
  void check_resets() const;

  const Source& source_;
  Scanner in_;
  AigerModel model_;
  std::array<std::uint32_t, kNumCounts> counts_{};
  std::array<std::uint64_t, kNumCounts> first_line_{};  // of each section
  std::uint64_t line_ = 2;                              // of the next section

  // ASCII files alone.
  std::vector<std::uint32_t> variables_;       // what each definition defines
  std::vector<AsciiGate> gates_;               // operands; of the file, then of definitions
  std::vector<std::uint32_t> gate_variables_;  // in the system, by gate
};

void AigerReader::read_magic() {
  const std::string_view bytes = source_.bytes;
  if (bytes.empty()) in_.fail("empty file, expected 'aag' or 'aig' header");
  const bool ascii = bytes.starts_with("aag");
  model_.binary = bytes.starts_with("aig");
  if (!ascii && !model_.binary)
    in_.fail(fmt::format("not an AIGER file: expected 'aag' or 'aig', starts with '{}'",
                         printable(bytes.substr(0, std::min(bytes.find('\n'), std::size_t{16})))));
  for (int i = 0; i < 3; ++i) in_.skip();
  // A transfer as text that changed line ends changed the gates too.
  if (model_.binary) in_.refuse_carriage_returns();
}

void AigerReader::read_header() {
  for (int i = 0; i < kNumCounts; ++i) {
    const std::string what = fmt::format("number for {} ({})", kWords[i].letter, kWords[i].plural);
    if (in_.at_line_end()) {
      if (i > kA) break;
      in_.fail(fmt::format("expected {}, got {}: the header has {} numbers instead of 5 to 9", what,
                           in_.found(), i));
    }
    if (in_.peek() != ' ')
      in_.fail(fmt::format("expected a space{} after {}, got {}", i > kA ? " or end of line" : "",
                           i == kM ? "the format" : kWords[i - 1].letter, in_.found()));
    in_.skip();
    counts_[i] = in_.number(Item{in_.at_digit() ? kWords[i].letter : what.c_str()}, kMaxCount);
  }
  in_.line_end(Item{"F, the last of at most 9 numbers in the header"});
}

void AigerReader::check_counts() {
  const auto fail = [&](int count, const std::string& message) {
    in_.fail_at(in_.offset_of(1, count + 1), message);
  };
  const std::uint64_t defined = std::uint64_t{counts_[kI]} + counts_[kL] + counts_[kA];
  if (counts_[kM] < defined || (model_.binary && counts_[kM] != defined))
    fail(kM, fmt::format("M={} but I+L+A={}{}", counts_[kM], defined,
                         model_.binary ? ", expected them to be equal" : ""));
  const std::uint64_t input_limit = kFreeInputs + 2 * std::uint64_t{source_.bytes.size()};
  for (int i = kI; i < kNumCounts; ++i) {
    if (model_.binary && i == kI) {
      if (counts_[i] > input_limit)
        fail(i, fmt::format("header declares {} inputs, but a binary file of {} bytes may have at "
                            "most {}",
                            counts_[i], source_.bytes.size(), input_limit));
    } else if (counts_[i] > in_.remaining()) {
      fail(i, fmt::format("header declares {} {} but only {} bytes follow", counts_[i],
                          kWords[i].plural, in_.remaining()));
    }
  }
  if (defined >= Aig::kMaxSize) fail(kM, fmt::format("more than {} variables", Aig::kMaxSize - 1));
}

std::uint32_t AigerReader::read_literal(const Item& item) {
  const std::size_t at = in_.offset();
  const std::uint32_t literal = in_.number(item, std::numeric_limits<std::uint32_t>::max());
  if (literal > max_literal())
    in_.fail_at(at, fmt::format("{}: literal {} exceeds the largest literal 2M+1 = {}", item.text(),
                                literal, max_literal()));
  return literal;
}

std::uint32_t AigerReader::read_definition(const Item& item) {
  const std::size_t at = in_.offset();
  const std::uint32_t literal = read_literal(item);
  if (literal <= 1)
    in_.fail_at(at, fmt::format("{} defines the constant {}", item.text(), literal));
  if (literal % 2 != 0)
    in_.fail_at(at, fmt::format("{} defines the odd literal {}, expected an even one", item.text(),
                                literal));
  return literal / 2;
}

void AigerReader::read_inputs() {
  first_line_[kI] = line_;
  const std::uint32_t count = counts_[kI];
  if (!model_.binary) variables_.reserve(plausible(count, 2));
  for (std::uint32_t i = 0; !model_.binary && i < count; ++i) {
    const Item item{"input", i + 1, count};
    variables_.push_back(read_definition(item));
    in_.line_end(item);
    ++line_;
  }
  system().aig.reserve(static_cast<std::uint32_t>(1 + count + plausible(counts_[kL], 2) +
                                                  plausible(counts_[kA], 2)));
  system().inputs.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i)
    system().inputs.push_back(system().aig.add_leaf().var());
}

void AigerReader::read_latches() {
  first_line_[kL] = line_;
  const std::uint32_t count = counts_[kL];
  system().latches.reserve(plausible(count, 2));
  if (!model_.binary) variables_.reserve(variables_.size() + plausible(count, 4));
  for (std::uint32_t i = 0; i < count; ++i, ++line_) {
    if (!model_.binary) {
      const Item item{"latch", i + 1, count};
      variables_.push_back(read_definition(item));
      in_.space(item);
    }
    const Item next{"next state of latch", i + 1, count};
    Latch latch{system().aig.add_leaf().var(), Lit::from_code(read_literal(next)), kFalse};
    if (in_.peek() == ' ') {
      in_.skip();
      const Item reset{"reset of latch", i + 1, count};
      latch.reset = Lit::from_code(read_literal(reset));
      in_.line_end(reset);
    } else {
      in_.line_end(next);
    }
    system().latches.push_back(latch);
  }
}

void AigerReader::read_literals(std::vector<Lit>& list, const char* noun, Count count) {
  first_line_[count] = line_;
  list.reserve(plausible(counts_[count], 2));
  for (std::uint32_t i = 0; i < counts_[count]; ++i, ++line_) {
    const Item item{noun, i + 1, counts_[count]};
    list.push_back(Lit::from_code(read_literal(item)));
    in_.line_end(item);
  }
}

void AigerReader::read_justice() {
  first_line_[kJ] = line_;
  const std::uint32_t count = counts_[kJ];
  std::vector<std::uint32_t> sizes;
  sizes.reserve(plausible(count, 2));
  for (std::uint32_t i = 0; i < count; ++i, ++line_) {
    const Item item{"size of justice set", i + 1, count};
    sizes.push_back(in_.number(item, kMaxCount));
    in_.line_end(item);
  }
  std::uint64_t total = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    total += sizes[i];
    if (total > in_.remaining())
      in_.fail_at(in_.offset_of(first_line_[kJ] + i, 0),
                  fmt::format("justice sets 1 to {} have {} literals but only {} bytes follow",
                              i + 1, total, in_.remaining()));
  }
  system().justice.reserve(sizes.size());
  for (const std::uint32_t size : sizes) {
    std::vector<Lit>& set = system().justice.emplace_back();
    set.reserve(plausible(size, 2));
    for (std::uint32_t i = 0; i < size; ++i, ++line_) {
      const Item item{"justice literal", i + 1, size};
      set.push_back(Lit::from_code(read_literal(item)));
      in_.line_end(item);
    }
  }
}

// A number in groups of seven bits, the low ones first; all bytes but the last have their top bit
// set.
std::uint32_t AigerReader::read_delta(const Item& gate) {
  const std::size_t at = in_.offset();
  std::uint64_t value = 0;
  for (int shift = 0; shift < 35; shift += 7) {
    const int byte = in_.peek();
    if (byte < 0) in_.fail(fmt::format("expected {}, got end of file", gate.text()));
    in_.skip();
    value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
    if ((byte & 0x80) != 0) continue;
    if (value > std::numeric_limits<std::uint32_t>::max())
      in_.fail_at(at, fmt::format("{}: encoded number {} exceeds 32 bits", gate.text(), value));
    return static_cast<std::uint32_t>(value);
  }
  in_.fail_at(at, fmt::format("{}: encoded number longer than 5 bytes", gate.text()));
}

void AigerReader::read_binary_gates() {
  in_.enter_binary();
  const std::uint32_t count = counts_[kA];
  for (std::uint32_t i = 0; i < count; ++i) {
    const Item item{"AND gate", i + 1, count};
    const std::uint32_t gate = 2 * system().aig.size();
    const std::size_t at = in_.offset();
    const std::uint32_t delta0 = read_delta(item);
    if (delta0 == 0)
      in_.fail_at(
          at, fmt::format("{}: first delta is 0, so that gate {} reads itself", item.text(), gate));
    if (delta0 > gate)
      in_.fail_at(at, fmt::format("{}: first delta {} is larger than the gate's literal {}",
                                  item.text(), delta0, gate));
    const std::size_t at1 = in_.offset();
    const std::uint32_t delta1 = read_delta(item);
    const std::uint32_t left = gate - delta0;
    if (delta1 > left)
      in_.fail_at(at1, fmt::format("{}: second delta {} is larger than the first operand {}",
                                   item.text(), delta1, left));
    system().aig.append_and(Lit::from_code(left), Lit::from_code(left - delta1));
  }
}

void AigerReader::read_ascii_gates() {
  first_line_[kA] = line_;
  const std::uint32_t count = counts_[kA];
  gates_.reserve(plausible(count, 6));
  variables_.reserve(variables_.size() + plausible(count, 6));
  for (std::uint32_t i = 0; i < count; ++i) {
    const Item item{"AND gate", i + 1, count};
    variables_.push_back(read_definition(item));
    in_.space(item);
    const Item left{"first operand of AND gate", i + 1, count};
    const Item right{"second operand of AND gate", i + 1, count};
    AsciiGate gate;
    gate.left = read_literal(left);
    in_.space(left);
    gate.right = read_literal(right);
    in_.line_end(right);
    gates_.push_back(gate);
  }
  const DefinitionTable table(counts_[kM], variables_);
  check_definitions(table);
  resolve_gates(table);
  order_gates();
  resolve_uses(table);
  fill_renumbered();
}

std::uint64_t AigerReader::line_of_definition(std::uint32_t definition) const {
  std::uint32_t index = definition - 1;
  if (index < counts_[kI]) return first_line_[kI] + index;
  index -= counts_[kI];
  if (index < counts_[kL]) return first_line_[kL] + index;
  return first_line_[kA] + (index - counts_[kL]);
}

void AigerReader::check_definitions(const DefinitionTable& table) const {
  const auto clash = table.clash();
  if (!clash) return;
  const auto [first, second] = *clash;
  const char* kind = first <= counts_[kI]                 ? "input"
                     : first <= counts_[kI] + counts_[kL] ? "latch"
                                                          : "AND gate";
  in_.fail_at(in_.offset_of(line_of_definition(second), 0),
              fmt::format("literal {} already defined as {} (line {})", 2 * variables_[second - 1],
                          kind, line_of_definition(first)));
}

/// A literal of the file as a literal of definitions.
Lit AigerReader::resolve(const DefinitionTable& table, std::uint32_t literal, std::uint64_t line,
                         int field) const {
  if (literal <= 1) return Lit::from_code(literal);
  const std::uint32_t definition = table.find(literal / 2);
  if (definition == 0)
    in_.fail_at(in_.offset_of(line, field),
                fmt::format("literal {} is used but never defined", literal));
  return Lit(Var{definition}, literal % 2 != 0);
}

void AigerReader::resolve_gates(const DefinitionTable& table) {
  const std::uint32_t first = 1 + counts_[kI] + counts_[kL];
  for (std::uint32_t i = 0; i < gates_.size(); ++i) {
    int field = 1;
    for (std::uint32_t* operand : {&gates_[i].left, &gates_[i].right}) {
      const std::uint64_t line = first_line_[kA] + i;
      const Lit lit = resolve(table, *operand, line, field);
      if (lit.var().index == first + i)
        in_.fail_at(in_.offset_of(line, field),
                    fmt::format("AND gate {} reads itself", 2 * variables_[first + i - 1]));
      *operand = lit.code();
      ++field;
    }
  }
}

void AigerReader::fail_cycle(const std::vector<std::uint32_t>& cycle) const {
  const std::uint32_t leaves = counts_[kI] + counts_[kL];
  std::vector<std::uint32_t> literals;
  for (const std::uint32_t gate : cycle) literals.push_back(2 * variables_[leaves + gate]);
  in_.fail_at(in_.offset_of(first_line_[kA] + cycle.front(), 0),
              fmt::format("AND gates form a cycle: {}", cycle_text(literals)));
}

void AigerReader::order_gates() {
  const std::uint32_t first = 1 + counts_[kI] + counts_[kL];
  std::vector<std::uint32_t> cycle;
  auto order = topological_order(gates_, first, cycle);
  if (!order) fail_cycle(cycle);
  gate_variables_.resize(gates_.size());
  const auto final_lit = [&](std::uint32_t literal) {
    const Lit lit = Lit::from_code(literal);
    if (lit.var().index < first) return lit;
    return Lit(Var{gate_variables_[lit.var().index - first]}, lit.negated());
  };
  for (const std::uint32_t gate : *order) {
    const Lit lit =
        system().aig.append_and(final_lit(gates_[gate].left), final_lit(gates_[gate].right));
    gate_variables_[gate] = lit.var().index;
  }
}

void AigerReader::resolve_uses(const DefinitionTable& table) {
  const std::uint32_t first = 1 + counts_[kI] + counts_[kL];
  const auto fix = [&](Lit& literal, std::uint64_t line, int field) {
    const Lit lit = resolve(table, literal.code(), line, field);
    literal = lit.var().index < first
                  ? lit
                  : Lit(Var{gate_variables_[lit.var().index - first]}, lit.negated());
  };
  std::uint64_t line = first_line_[kL];
  for (Latch& latch : system().latches) {
    fix(latch.next, line, 1);
    fix(latch.reset, line, 2);
    ++line;
  }
  const auto fix_list = [&](std::vector<Lit>& list, std::uint64_t at) {
    for (Lit& lit : list) fix(lit, at++, 0);
  };
  fix_list(system().outputs, first_line_[kO]);
  fix_list(system().bad, first_line_[kB]);
  fix_list(system().constraints, first_line_[kC]);
  line = first_line_[kJ] + counts_[kJ];
  for (auto& set : system().justice) {
    fix_list(set, line);
    line += set.size();
  }
  fix_list(system().fairness, first_line_[kF]);
}

void AigerReader::fill_renumbered() {
  const std::uint32_t leaves = counts_[kI] + counts_[kL];
  const auto system_var = [&](std::uint32_t i) {
    return i < leaves ? i + 1 : gate_variables_[i - leaves];
  };
  bool same = true;
  for (std::uint32_t i = 0; same && i < variables_.size(); ++i)
    same = variables_[i] == system_var(i);
  if (same) return;
  model_.renumbered.reserve(variables_.size());
  for (std::uint32_t i = 0; i < variables_.size(); ++i)
    model_.renumbered.emplace_back(Var{variables_[i]}, Lit(Var{system_var(i)}));
  std::sort(model_.renumbered.begin(), model_.renumbered.end());
}

// Only if there is a cycle is the graph built whose edges lead from a latch to its reset and from a
// gate to its operands.
void AigerReader::check_resets() const {
  const BitSystem& system = model_.system;
  if (system.latches.empty() || !reset_order(system).empty()) return;
  const auto node = [](Var var) { return var.index - 1; };  // the constant is none
  std::vector<AsciiGate> graph(system.aig.size() - 1);
  for (std::uint32_t v = 1; v < system.aig.size(); ++v)
    if (system.aig.is_and(Var{v}))
      graph[node(Var{v})] = {system.aig.left(Var{v}).code(), system.aig.right(Var{v}).code()};
  for (const Latch& latch : system.latches)
    if (!latch.is_uninitialised()) graph[node(latch.var)].left = latch.reset.code();
  std::vector<std::uint32_t> cycle;
  CAIRN_CHECK(!topological_order(graph, 1, cycle));

  std::erase_if(cycle, [&](std::uint32_t n) { return system.aig.is_and(Var{n + 1}); });
  std::vector<std::uint32_t> literals;
  for (const std::uint32_t n : cycle)
    literals.push_back(2 * (model_.binary ? n + 1 : variables_[n]));
  const std::uint64_t line = first_line_[kL] + (cycle.front() - counts_[kI]);
  in_.fail_at(in_.offset_of(line, model_.binary ? 1 : 2),
              fmt::format("reset functions form a cycle of latches: {}", cycle_text(literals)));
}

}  // namespace

std::optional<Lit> AigerModel::resolve(std::uint32_t file_literal) const {
  const Var var{file_literal / 2};
  const bool negated = file_literal % 2 != 0;
  if (var.index == 0) return Lit(var, negated);
  if (renumbered.empty())
    return var.index < system.aig.size() ? std::optional(Lit(var, negated)) : std::nullopt;
  const auto found = std::lower_bound(renumbered.begin(), renumbered.end(), std::pair{var, Lit()});
  if (found == renumbered.end() || found->first != var) return std::nullopt;
  return found->second ^ negated;
}

AigerModel read_aiger(const Source& source) {
  return AigerReader(source).read();
}

}  // namespace cairn
