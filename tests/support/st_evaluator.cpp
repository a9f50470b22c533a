// SPDX-License-Identifier: MIT
//
// Evaluates test programs in Structured Text on their tree.
#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

#include "support/st_program.h"

namespace cairn::support {
namespace {

using Slots = std::vector<std::uint64_t>;
constexpr unsigned kLoopLimit = 10000;

std::uint64_t masked(std::uint64_t value, unsigned width) {
  return width >= 64 ? value : value & ((std::uint64_t{1} << width) - 1);
}
std::int64_t extended(std::uint64_t value, unsigned width) {
  return static_cast<std::int64_t>(value << (64 - width)) >> (64 - width);
}

/// A value of an elementary type as the number that it is.
__int128 number_of(StElem elem, std::uint64_t value) {
  return is_signed(elem) ? static_cast<__int128>(extended(value, width_of(elem)))
                         : static_cast<__int128>(value);
}
std::uint64_t wrapped(StElem elem, __int128 number) {
  // How far a TIME goes is left to implementations; all go to 24 days.
  if (elem == StElem::Time && (number >= (std::int64_t{1} << 31) || number < 0))
    throw StEvaluator::Undefined{};
  return masked(static_cast<std::uint64_t>(number), width_of(elem));
}

double float_of(StElem elem, std::uint64_t value) {
  return elem == StElem::Real ? std::bit_cast<float>(static_cast<std::uint32_t>(value))
                              : std::bit_cast<double>(value);
}
std::uint64_t bits_of(StElem elem, double value) {
  if (!std::isfinite(value)) throw StEvaluator::Undefined{};
  if (elem == StElem::Lreal) return std::bit_cast<std::uint64_t>(value);
  const auto narrow = static_cast<float>(value);
  if (!std::isfinite(narrow)) throw StEvaluator::Undefined{};
  return std::bit_cast<std::uint32_t>(narrow);
}

class StMachine {
 public:
  StMachine(Slots& slots, std::uint64_t now, bool stops)
      : slots_(slots), now_(now), stops_(stops) {}

  void run(const StBlock& block, std::size_t base) {
    if (!block.standard.empty()) return standard(block, base);
    const StBlock* caller = block_;
    const std::size_t caller_base = base_;
    block_ = &block;
    base_ = base;
    std::size_t slot = base;
    for (const StVariable& variable : block.variables) {
      const std::size_t count = slots_of(*variable.type);
      if (variable.section == StVariable::Section::Temp || block.result)
        if (variable.section != StVariable::Section::Input) start(variable, slot);
      slot += count;
    }
    execute(block.body);
    block_ = caller;
    base_ = caller_base;
  }

  void start(const StVariable& variable, std::size_t slot) {
    const std::size_t count = slots_of(*variable.type);
    for (std::size_t i = 0; i < count; ++i)
      slots_[slot + i] = variable.initial.empty() ? 0 : variable.initial[i];
  }

 private:
  enum class Flow : std::uint8_t { Next, Exit, Return };

  std::size_t slot_of(const StPlace& place) {
    std::size_t slot = base_;
    for (std::size_t i = 0; i < place.variable; ++i) slot += slots_of(*block_->variables[i].type);
    const StType* type = block_->variables[place.variable].type.get();
    for (const StSelector& selector : place.path) {
      if (type->kind == StType::Kind::Array) {
        std::size_t index = 0;
        for (std::size_t d = 0; d < type->low.size(); ++d) {
          const StExpr& at = selector.index[d];
          const auto i = static_cast<std::int64_t>(number_of(at.type->elem, value(at)));
          if (i < type->low[d] || i > type->high[d]) throw StEvaluator::Undefined{};
          index = index * static_cast<std::size_t>(type->high[d] - type->low[d] + 1) +
                  static_cast<std::size_t>(i - type->low[d]);
        }
        type = type->element.get();
        slot += index * slots_of(*type);
      } else if (type->kind == StType::Kind::Struct) {
        for (std::size_t f = 0; f < selector.field; ++f) slot += slots_of(*type->fields[f].type);
        type = type->fields[selector.field].type.get();
      } else {
        const StBlock& block = *type->block;
        for (std::size_t f = 0; f < selector.field; ++f) slot += slots_of(*block.variables[f].type);
        type = block.variables[selector.field].type.get();
      }
    }
    return slot;
  }

  std::uint64_t value(const StExpr& e) {
    switch (e.kind) {
      case StExpr::Kind::Literal:
        return e.value;
      case StExpr::Kind::Read:
        return slots_[slot_of(e.place)];
      case StExpr::Kind::Unary:
        return unary(e);
      case StExpr::Kind::Binary:
        return operation(e.op, e.args[0].type->elem, value(e.args[0]), value(e.args[1]));
      case StExpr::Kind::Call:
        return call(e);
      case StExpr::Kind::UserCall:
        return user_call(e);
    }
    return 0;
  }

  std::uint64_t unary(const StExpr& e) {
    const StElem elem = e.type->elem;
    const std::uint64_t x = value(e.args[0]);
    if (e.op == "NOT") return masked(~x, width_of(elem));
    return is_float(elem) ? bits_of(elem, -float_of(elem, x)) : wrapped(elem, -number_of(elem, x));
  }

  /// Of two operands of the same type.
  static std::uint64_t operation(const std::string& op, StElem elem, std::uint64_t x,
                                 std::uint64_t y) {
    if (op == "AND" || op == "&") return x & y;
    if (op == "OR") return x | y;
    if (op == "XOR") return x ^ y;
    if (is_float(elem)) return float_operation(op, elem, float_of(elem, x), float_of(elem, y));
    const __int128 a = number_of(elem, x), b = number_of(elem, y);
    if (op == "=") return a == b;
    if (op == "<>") return a != b;
    if (op == "<") return a < b;
    if (op == "<=") return a <= b;
    if (op == ">") return a > b;
    if (op == ">=") return a >= b;
    if (op == "+" || op == "ADD") return wrapped(elem, a + b);
    if (op == "-" || op == "SUB") return wrapped(elem, a - b);
    if (op == "*" || op == "MUL")
      return wrapped(elem, static_cast<__int128>(static_cast<unsigned __int128>(a) *
                                                 static_cast<unsigned __int128>(b)));
    if (op == "MIN") return wrapped(elem, std::min(a, b));
    if (op == "MAX") return wrapped(elem, std::max(a, b));
    if (b == 0) throw StEvaluator::Undefined{};
    return wrapped(elem, op == "MOD" ? a % b : a / b);
  }

  static std::uint64_t float_operation(const std::string& op, StElem elem, double a, double b) {
    if (op == "=") return a == b;
    if (op == "<>") return a != b;
    if (op == "<") return a < b;
    if (op == "<=") return a <= b;
    if (op == ">") return a > b;
    if (op == ">=") return a >= b;
    // Doubles are exact enough for one operation on REAL: rounding twice is rounding once.
    if (op == "+") return bits_of(elem, a + b);
    if (op == "-") return bits_of(elem, a - b);
    if (op == "*") return bits_of(elem, a * b);
    if (op == "MIN") return bits_of(elem, std::min(a, b));
    if (op == "MAX") return bits_of(elem, std::max(a, b));
    if (b == 0) throw StEvaluator::Undefined{};
    return bits_of(elem, a / b);
  }

  std::uint64_t call(const StExpr& e) {
    std::vector<std::uint64_t> x;
    for (const StExpr& arg : e.args) x.push_back(value(arg));
    const StElem elem = e.type->elem;
    if (e.op == "SEL") return x[0] ? x[2] : x[1];
    if (e.op == "MUX") {
      const __int128 k = number_of(e.args[0].type->elem, x[0]);
      if (k < 0 || k >= static_cast<__int128>(x.size() - 1)) throw StEvaluator::Undefined{};
      return x[static_cast<std::size_t>(k) + 1];
    }
    if (e.op == "LIMIT") return operation("MIN", elem, operation("MAX", elem, x[0], x[1]), x[2]);
    if (e.op == "ABS")
      return is_float(elem)              ? bits_of(elem, std::fabs(float_of(elem, x[0])))
             : number_of(elem, x[0]) < 0 ? wrapped(elem, -number_of(elem, x[0]))
                                         : x[0];
    if (e.op == "SHL" || e.op == "SHR" || e.op == "ROL" || e.op == "ROR")
      return shifted(e.op, width_of(elem), x[0], number_of(e.args[1].type->elem, x[1]));
    if (e.op.find("_TO_") != std::string::npos) return converted(e.args[0].type->elem, elem, x[0]);
    return operation(e.op, elem, x[0], x[1]);
  }

  static std::uint64_t shifted(const std::string& op, unsigned width, std::uint64_t x,
                               __int128 count) {
    if (count < 0) throw StEvaluator::Undefined{};
    if (op == "SHL" || op == "SHR") {
      if (count >= width) return 0;
      const auto n = static_cast<unsigned>(count);
      return op == "SHL" ? masked(x << n, width) : x >> n;
    }
    const auto n = static_cast<unsigned>(count % width);
    if (n == 0) return x;
    const unsigned left = op == "ROL" ? n : width - n;
    return masked(x << left, width) | (x >> (width - left));
  }

  static std::uint64_t converted(StElem from, StElem to, std::uint64_t x) {
    if (is_float(from)) {
      if (is_float(to)) return bits_of(to, float_of(from, x));
      const double rounded = std::nearbyint(float_of(from, x));  // half goes to even
      const double top = std::ldexp(1.0, static_cast<int>(width_of(to)) - (is_signed(to) ? 1 : 0));
      if (rounded >= top || rounded < (is_signed(to) ? -top : 0)) throw StEvaluator::Undefined{};
      return wrapped(to, static_cast<__int128>(rounded));
    }
    const __int128 n = number_of(from, x);
    if (to == StElem::Bool) return n != 0;
    if (to == StElem::Real) return std::bit_cast<std::uint32_t>(static_cast<float>(n));
    if (to == StElem::Lreal) return std::bit_cast<std::uint64_t>(static_cast<double>(n));
    return wrapped(to, n);
  }

  std::uint64_t user_call(const StExpr& e) {
    Slots frame;
    for (const StExpr& arg : e.args) frame.push_back(value(arg));
    std::size_t size = 0;
    for (const StVariable& variable : e.callee->variables) size += slots_of(*variable.type);
    const std::size_t base = slots_.size();
    slots_.resize(base + size, 0);
    std::copy(frame.begin(), frame.end(), slots_.begin() + static_cast<std::ptrdiff_t>(base));
    run(*e.callee, base);
    const std::uint64_t result = slots_[base + size - 1];
    slots_.resize(base);
    return result;
  }

  Flow execute(const std::vector<StStatement>& body) {
    for (const StStatement& s : body)
      if (const Flow flow = one(s); flow != Flow::Next) return flow;
    return Flow::Next;
  }

  Flow one(const StStatement& s) {
    switch (s.kind) {
      case StStatement::Kind::Assign: {
        const std::uint64_t x = value(s.exprs[0]);
        slots_[slot_of(s.place)] = x;
        return Flow::Next;
      }
      case StStatement::Kind::If:
        for (std::size_t i = 0; i < s.blocks.size(); ++i)
          if (i >= s.exprs.size() || value(s.exprs[i])) return execute(s.blocks[i]);
        return Flow::Next;
      case StStatement::Kind::Case:
        return choose(s);
      case StStatement::Kind::For:
        return count(s);
      case StStatement::Kind::While:
      case StStatement::Kind::Repeat:
        return loop(s);
      case StStatement::Kind::Exit:
        return Flow::Exit;
      case StStatement::Kind::Return:
        return Flow::Return;
      case StStatement::Kind::Call:
        invoke(s);
        return Flow::Next;
    }
    return Flow::Next;
  }

  Flow choose(const StStatement& s) {
    const StType& type = *s.exprs[0].type;
    const std::uint64_t x = value(s.exprs[0]);
    const __int128 n = type.kind == StType::Kind::Enum ? x : number_of(type.elem, x);
    for (std::size_t i = 0; i < s.labels.size(); ++i)
      for (const StStatement::Label& label : s.labels[i])
        if (n >= label.low && n <= label.high) return execute(s.blocks[i]);
    return s.blocks.size() > s.labels.size() ? execute(s.blocks.back()) : Flow::Next;
  }

  Flow count(const StStatement& s) {
    const StElem elem = s.exprs[0].type->elem;
    __int128 i = number_of(elem, value(s.exprs[0]));
    const __int128 end = number_of(elem, value(s.exprs[1]));
    const __int128 step = s.exprs.size() > 2 ? number_of(elem, value(s.exprs[2])) : 1;
    const std::size_t slot = slot_of(s.place);
    for (; step > 0 ? i <= end : i >= end; i += step) {
      slots_[slot] = wrapped(elem, i);
      const Flow flow = execute(s.blocks[0]);
      if (flow == Flow::Return) return flow;
      if (flow == Flow::Exit) break;
    }
    return Flow::Next;
  }

  Flow loop(const StStatement& s) {
    const bool until = s.kind == StStatement::Kind::Repeat;
    for (unsigned turn = 0;; ++turn) {
      if (turn >= kLoopLimit) throw StEvaluator::Undefined{};
      if (!until && !value(s.exprs[0])) return Flow::Next;
      const Flow flow = execute(s.blocks[0]);
      if (flow == Flow::Return) return flow;
      if (flow == Flow::Exit || (until && value(s.exprs[0]))) return Flow::Next;
    }
  }

  void invoke(const StStatement& s) {
    const StBlock& block = *block_->variables[s.place.variable].type->block;
    const std::size_t base = slot_of(s.place);
    const auto formal_slot = [&](std::size_t formal) {
      std::size_t slot = base;
      for (std::size_t i = 0; i < formal; ++i) slot += slots_of(*block.variables[i].type);
      return slot;
    };
    std::vector<std::pair<std::size_t, std::uint64_t>> inputs;
    for (const StStatement::Argument& argument : s.arguments)
      if (!argument.output)
        inputs.emplace_back(formal_slot(argument.formal), value(argument.value));
    for (const auto& [slot, x] : inputs) slots_[slot] = x;
    run(block, base);
    for (const StStatement::Argument& argument : s.arguments) {
      if (argument.output) slots_[slot_of(argument.target)] = slots_[formal_slot(argument.formal)];
      if (!argument.output &&
          block.variables[argument.formal].section == StVariable::Section::InOut)
        slots_[slot_of(argument.value.place)] = slots_[formal_slot(argument.formal)];
    }
  }

  void standard(const StBlock& block, std::size_t base) {
    std::uint64_t* v = slots_.data() + base;
    const std::string& name = block.standard;
    if (name == "R_TRIG" || name == "F_TRIG") {  // CLK, Q, _M: as clause 2.5.2.3.2 has them
      const std::uint64_t clk = name == "R_TRIG" ? v[0] : !v[0];
      v[1] = clk && !v[2];
      v[2] = clk;
    } else if (name == "SR") {  // S1, R, Q1
      v[2] = v[0] || (!v[1] && v[2]);
    } else if (name == "RS") {  // S, R1, Q1
      v[2] = !v[1] && (v[0] || v[2]);
    } else if (name == "CTU") {  // CU, R, PV, Q, CV, _M
      counter_up(v);
    } else if (name == "CTD") {  // CD, LD, PV, Q, CV, _M
      const bool edge = v[0] && !v[5];
      v[5] = v[0];
      if (v[1])
        v[4] = v[2];
      else if (edge && extended(v[4], 16) > lowest(0))
        v[4] = masked(v[4] - 1, 16);
      v[3] = extended(v[4], 16) <= 0;
    } else if (name == "CTUD") {
      counter_both(v);
    } else {
      timer(name, v);
    }
  }

  // The standard's counters go on to the ends of their type; MatIEC's stop at 0 and at the preset.
  std::int64_t lowest(std::int64_t stop) const { return stops_ ? stop : -32768; }
  std::int64_t highest(std::int64_t stop) const { return stops_ ? stop : 32767; }

  void counter_up(std::uint64_t* v) const {
    const bool edge = v[0] && !v[5];
    v[5] = v[0];
    if (v[1])
      v[4] = 0;
    else if (edge && extended(v[4], 16) < highest(extended(v[2], 16)))
      v[4] = masked(v[4] + 1, 16);
    v[3] = extended(v[4], 16) >= extended(v[2], 16);
  }

  // CU, CD, R, LD, PV, QU, QD, CV, _MU, _MD
  void counter_both(std::uint64_t* v) const {
    const bool up = v[0] && !v[8], down = v[1] && !v[9];
    v[8] = v[0];
    v[9] = v[1];
    const std::int64_t pv = extended(v[4], 16), cv = extended(v[7], 16);
    if (v[2])
      v[7] = 0;
    else if (v[3])
      v[7] = v[4];
    else if (up && !down && cv < highest(pv))
      v[7] = masked(v[7] + 1, 16);
    else if (down && !up && cv > lowest(0))
      v[7] = masked(v[7] - 1, 16);
    v[5] = extended(v[7], 16) >= pv;
    v[6] = extended(v[7], 16) <= 0;
  }

  // IN, PT, Q, ET, _running, _start, _IN (the input of the call before): the diagrams of table 38.
  void timer(const std::string& name, std::uint64_t* v) {
    const bool in = v[0], before = v[6];
    v[6] = in;
    if (name == "TON") {
      if (in && !before) v[4] = 1, v[5] = now_;
      if (!in) v[4] = 0;
      const std::uint64_t passed = in ? std::min(now_ - v[5], v[1]) : 0;
      v[3] = passed;
      v[2] = in && passed >= v[1];
    } else if (name == "TOF") {
      if (!in && before) v[4] = 1, v[5] = now_;
      if (in) v[4] = 0, v[3] = 0;
      if (v[4]) v[3] = std::min(now_ - v[5], v[1]);
      if (v[4] && now_ - v[5] >= v[1]) v[4] = 2;  // passed; ET stays
      v[2] = in || v[4] == 1;
      if (v[4] == 2) v[4] = 0;
    } else {  // TP
      if (v[4] == 0 && in && !before) v[4] = 1, v[5] = now_;
      if (v[4] == 1) {
        v[3] = std::min(now_ - v[5], v[1]);
        if (v[3] >= v[1]) v[4] = 2;
      }
      v[2] = v[4] == 1;
      if (v[4] == 2 && !in) v[4] = 0, v[3] = 0;
    }
  }

  Slots& slots_;
  std::uint64_t now_;
  bool stops_;
  const StBlock* block_ = nullptr;
  std::size_t base_ = 0;
};

void initialise(const StBlock& block, Slots& slots, std::size_t base) {
  for (const StVariable& variable : block.variables) {
    const std::size_t count = slots_of(*variable.type);
    if (variable.type->kind == StType::Kind::Block)
      initialise(*variable.type->block, slots, base);
    else
      for (std::size_t i = 0; i < variable.initial.size(); ++i)
        slots[base + i] = variable.initial[i];
    base += count;
  }
}

}  // namespace

StEvaluator::StEvaluator(const StProgram& program, bool counters_stop)
    : program_(program), counters_stop_(counters_stop) {
  std::size_t size = 0;
  for (const StVariable& variable : program.main().variables) size += slots_of(*variable.type);
  slots_.resize(size, 0);
  initialise(program.main(), slots_, 0);
}

void StEvaluator::scan(std::uint64_t now) {
  // A function's frame grows the slots: pointers into them are not kept over a call.
  StMachine(slots_, now, counters_stop_).run(program_.main(), 0);
}

}  // namespace cairn::support
