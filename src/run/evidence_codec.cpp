// SPDX-License-Identifier: MIT
//
// Numbers are little-endian and of fixed width. A message begins and ends with a mark: one that was
// cut off, or to which something was added, is none.
#include "run/evidence_codec.h"

#include <bit>
#include <cstring>

#include "base/error.h"

namespace cairn {
namespace {

/// Of a trace of a system without inputs.
constexpr std::uint32_t kMostEmptySteps = 10'000'000;
constexpr std::uint32_t kBegin = 0x31454143, kEnd = 0x45414344;  // "CAE1", "DCAE"
enum class Kind : std::uint8_t { Safe, Unsafe, Unknown };

class Writer {
 public:
  void byte(std::uint8_t value) { bytes_.push_back(static_cast<char>(value)); }
  void number(std::uint32_t value) {
    for (int i = 0; i < 4; ++i) byte(static_cast<std::uint8_t>(value >> 8 * i));
  }
  void large(std::uint64_t value) {
    number(static_cast<std::uint32_t>(value));
    number(static_cast<std::uint32_t>(value >> 32));
  }
  void count(std::size_t value) {
    CAIRN_CHECK(value <= 0xFFFFFFFFu);
    number(static_cast<std::uint32_t>(value));
  }
  void text(std::string_view value) {
    count(value.size());
    bytes_ += value;
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// Once something is missing or wrong, everything that is read is 0.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  std::uint8_t byte() {
    if (rest_.empty()) fail();
    if (failed_) return 0;
    const auto value = static_cast<std::uint8_t>(rest_.front());
    rest_.remove_prefix(1);
    return value;
  }
  std::uint32_t number() {
    std::uint32_t value = 0;
    for (int i = 0; i < 4; ++i) value |= std::uint32_t{byte()} << 8 * i;
    return failed_ ? 0 : value;
  }
  std::uint64_t large() {
    const std::uint64_t low = number();
    return low | std::uint64_t{number()} << 32;
  }
  /// Of things that take at least so many bytes each.
  std::size_t count(std::size_t bytes_each) {
    const std::size_t value = number();
    require(value <= rest_.size() / bytes_each);
    return failed_ ? 0 : value;
  }
  std::string text() {
    const std::size_t size = count(1);
    std::string value(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return value;
  }
  /// A literal of one of the variables below `limit`.
  Lit literal(std::uint32_t limit) {
    const std::uint32_t code = number();
    require(code / 2 < limit);
    return failed_ ? kFalse : Lit::from_code(code);
  }

  void require(bool condition) {
    if (!condition) fail();
  }
  bool failed() const { return failed_; }
  bool at_end() const { return rest_.empty(); }

 private:
  void fail() {
    failed_ = true;
    rest_ = {};
  }

  std::string_view rest_;
  bool failed_ = false;
};

void write(Writer& to, const BitInvariant& invariant) {
  const Aig& aig = invariant.aig;
  const std::uint32_t leaves = invariant.num_inputs + invariant.num_latches +
                               static_cast<std::uint32_t>(invariant.auxiliary.size());
  to.count(invariant.num_inputs);
  to.count(invariant.num_latches);
  to.count(invariant.auxiliary.size());
  to.count(aig.num_ands());
  for (std::uint32_t v = 1 + leaves; v < aig.size(); ++v) {
    CAIRN_CHECK(aig.is_and(Var{v}));
    to.number(aig.left(Var{v}).code());
    to.number(aig.right(Var{v}).code());
  }
  for (const auto& [next, reset] : invariant.auxiliary) {
    to.number(next.code());
    to.number(reset.code());
  }
  to.count(invariant.conjuncts.size());
  for (const Lit conjunct : invariant.conjuncts) to.number(conjunct.code());
}

/// Whether the auxiliary latches can be set one after the other in the first step.
bool has_first_step(const BitInvariant& invariant) {
  if (invariant.auxiliary.empty()) return true;
  BitSystem history;
  history.aig = invariant.aig;
  for (std::size_t i = 0; i < invariant.num_inputs; ++i)
    history.inputs.push_back(invariant.input(i).var());
  for (std::size_t i = 0; i < invariant.num_latches; ++i)
    history.inputs.push_back(invariant.latch(i).var());
  for (std::size_t i = 0; i < invariant.auxiliary.size(); ++i)
    history.latches.push_back({invariant.auxiliary_latch(i).var(), invariant.auxiliary[i].next,
                               invariant.auxiliary[i].reset});
  return !reset_order(history).empty();
}

BitInvariant read_invariant(Reader& from, const BitSystem& system) {
  const std::uint32_t inputs = from.number(), latches = from.number();
  from.require(inputs == system.inputs.size() && latches == system.latches.size());
  const std::size_t auxiliary = from.count(8), ands = from.count(8);
  if (from.failed()) return {};
  BitInvariant invariant(inputs, latches, auxiliary);
  for (std::size_t i = 0; i < ands && !from.failed(); ++i) {
    const Lit left = from.literal(invariant.aig.size());
    const Lit right = from.literal(invariant.aig.size());
    invariant.aig.append_and(left, right);
  }
  for (auto& [next, reset] : invariant.auxiliary) {
    next = from.literal(invariant.aig.size());
    reset = from.literal(invariant.aig.size());
  }
  const std::size_t conjuncts = from.count(4);
  for (std::size_t i = 0; i < conjuncts; ++i)
    invariant.conjuncts.push_back(from.literal(invariant.aig.size()));
  if (!from.failed()) from.require(has_first_step(invariant));
  return invariant;
}

void write(Writer& to, const std::vector<Lbool>& values) {
  for (const Lbool value : values)
    to.byte(value == Lbool::False ? 0 : value == Lbool::True ? 1 : 2);
}

std::vector<Lbool> read_values(Reader& from, std::size_t count) {
  std::vector<Lbool> values;
  for (std::size_t i = 0; i < count && !from.failed(); ++i) {
    const std::uint8_t value = from.byte();
    from.require(value <= 2);
    values.push_back(value == 2 ? Lbool::Undef : to_lbool(value == 1));
  }
  return values;
}

void write(Writer& to, const BitTrace& trace) {
  to.count(trace.initial.size());
  to.count(trace.inputs.empty() ? 0 : trace.inputs.front().size());
  to.count(trace.inputs.size());
  write(to, trace.initial);
  for (const auto& step : trace.inputs) write(to, step);
  to.count(trace.bad.size());
  for (const std::uint32_t bad : trace.bad) to.number(bad);
}

BitTrace read_trace(Reader& from, const BitSystem& system) {
  BitTrace trace;
  const std::uint32_t latches = from.number(), inputs = from.number(), steps = from.number();
  from.require(inputs == system.inputs.size() && latches == system.latches.size() && steps > 0);
  trace.initial = read_values(from, latches);
  for (std::uint32_t i = 0; i < steps && !from.failed(); ++i) {
    // Steps of a system without inputs take no bytes; that is no reason to make room for any
    // number.
    from.require(inputs > 0 || steps <= kMostEmptySteps);
    trace.inputs.push_back(read_values(from, inputs));
  }
  const std::size_t bad = from.count(4);
  for (std::size_t i = 0; i < bad; ++i) {
    trace.bad.push_back(from.number());
    from.require(trace.bad.back() < system.bad.size());
  }
  return trace;
}

void write(Writer& to, const Unknown& unknown) {
  to.byte(static_cast<std::uint8_t>(unknown.reason));
  to.large(static_cast<std::uint64_t>(unknown.bound));
  to.text(unknown.explanation);
}

Unknown read_unknown(Reader& from) {
  const std::uint8_t reason = from.byte();
  from.require(reason <= static_cast<std::uint8_t>(Unknown::Reason::Unsupported));
  const auto bound = static_cast<std::int64_t>(from.large());
  from.require(bound >= -1);
  std::string explanation = from.text();
  return {static_cast<Unknown::Reason>(reason), std::move(explanation), bound};
}

void write(Writer& to, const Figures& figures) {
  to.count(figures.counters.size());
  for (const auto& [name, value] : figures.counters) {
    to.text(name);
    to.large(value);
  }
  to.count(figures.seconds.size());
  for (const auto& [name, value] : figures.seconds) {
    to.text(name);
    to.large(std::bit_cast<std::uint64_t>(value));
  }
}

Figures read_figures(Reader& from) {
  Figures figures;
  const std::size_t counters = from.count(12);
  for (std::size_t i = 0; i < counters && !from.failed(); ++i) {
    std::string name = from.text();
    figures.counters.emplace_back(std::move(name), from.large());
  }
  const std::size_t times = from.count(12);
  for (std::size_t i = 0; i < times && !from.failed(); ++i) {
    std::string name = from.text();
    figures.seconds.emplace_back(std::move(name), std::bit_cast<double>(from.large()));
  }
  return figures;
}

}  // namespace

std::string encode_message(const WorkerMessage& message) {
  Writer to;
  to.number(kBegin);
  if (const auto* safe = std::get_if<Safe<BitSystem>>(&message.answer)) {
    to.byte(static_cast<std::uint8_t>(Kind::Safe));
    write(to, safe->invariant);
  } else if (const auto* unsafe = std::get_if<Unsafe<BitSystem>>(&message.answer)) {
    to.byte(static_cast<std::uint8_t>(Kind::Unsafe));
    write(to, unsafe->trace);
  } else {
    to.byte(static_cast<std::uint8_t>(Kind::Unknown));
    write(to, std::get<Unknown>(message.answer));
  }
  to.text(message.decided_by);
  write(to, message.figures);
  to.number(kEnd);
  return to.take();
}

std::optional<WorkerMessage> decode_message(std::string_view bytes, const BitSystem& system) {
  Reader from(bytes);
  WorkerMessage message;
  from.require(from.number() == kBegin);
  switch (from.byte()) {
    case static_cast<std::uint8_t>(Kind::Safe):
      message.answer = Safe<BitSystem>{read_invariant(from, system)};
      break;
    case static_cast<std::uint8_t>(Kind::Unsafe):
      message.answer = Unsafe<BitSystem>{read_trace(from, system)};
      break;
    case static_cast<std::uint8_t>(Kind::Unknown):
      message.answer = read_unknown(from);
      break;
    default:
      from.require(false);
  }
  message.decided_by = from.text();
  message.figures = read_figures(from);
  from.require(from.number() == kEnd && from.at_end());
  if (from.failed()) return std::nullopt;
  return message;
}

}  // namespace cairn
