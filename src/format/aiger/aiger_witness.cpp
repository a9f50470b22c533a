// SPDX-License-Identifier: MIT
//
// The witness format of AIGER 1.9 and the hardware model checking competitions:
//
//   1        status: 0 = holds, 1 = fails and a trace follows, 2 = unknown
//   b0j1     properties: bad state 0 and justice set 1
//   01x      values of the latches in the first step
//   10       values of the inputs, one line for each step
//   .
//
// Lines that start with 'c' (comment) or 'u' (bound reached so far) may stand before any of these.
#include "format/aiger/aiger_witness.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "format/ivl/scanner.h"

namespace cairn {
namespace {

class WitnessReader {
 public:
  WitnessReader(const Source& source, const BitSystem& system)
      : source_(source), system_(system), in_(source) {}

  AigerWitness read() {
    skip_comments();
    read_status();
    const bool has_trace = witness_.status == AigerWitness::Status::Unsafe;
    skip_comments();
    if (has_trace || in_.peek() == 'b' || in_.peek() == 'j') read_properties();
    if (has_trace) read_trace();
    skip_comments();
    if (has_trace || !in_.at_end()) read_end();
    return std::move(witness_);
  }

 private:
  void skip_comments() {
    while (in_.peek() == 'c' || in_.peek() == 'u') in_.rest_of_line();
  }

  void read_status() {
    switch (in_.peek()) {
      case '0':
        witness_.status = AigerWitness::Status::Safe;
        break;
      case '1':
        witness_.status = AigerWitness::Status::Unsafe;
        break;
      case '2':
        witness_.status = AigerWitness::Status::Unknown;
        break;
      default:
        in_.fail(fmt::format("expected a witness that starts with '0', '1' or '2', got {}",
                             in_.found()));
    }
    in_.skip();
    in_.line_end(Item{"the status"});
  }

  void read_properties() {
    do {
      const std::size_t at = in_.offset();
      const int letter = in_.peek();
      if (letter != 'b' && letter != 'j')
        in_.fail(fmt::format("expected a property ('b' or 'j' and a number), got {}", in_.found()));
      in_.skip();
      const bool is_bad = letter == 'b';
      const std::uint32_t index = in_.number(Item{"number of property"}, ~std::uint32_t{0});
      const std::size_t count = is_bad ? system_.bad.size() : system_.justice.size();
      if (index >= count)
        in_.fail_at(at, fmt::format("property {}{} does not exist, the model has {} {}",
                                    static_cast<char>(letter), index, count,
                                    is_bad ? "bad states" : "justice sets"));
      (is_bad ? witness_.trace.bad : witness_.trace.justice).push_back(index);
    } while (!in_.at_line_end());
    in_.line_end(Item{"the properties"});
  }

  void read_trace() {
    BitTrace& trace = witness_.trace;
    skip_comments();
    trace.initial = read_values(system_.latches.size(), "latch");
    // Lines that are left: one vector each, and no growing that would need it twice.
    const auto from = source_.bytes.begin() + static_cast<std::ptrdiff_t>(in_.offset());
    trace.inputs.reserve(static_cast<std::size_t>(std::count(from, source_.bytes.end(), '\n')) + 1);
    while (true) {
      skip_comments();
      if (in_.peek() == '.' && !trace.inputs.empty()) return;
      if (in_.at_end())
        in_.fail(fmt::format("expected input values of step {}{}, got end of file",
                             trace.inputs.size(), trace.inputs.empty() ? "" : " or '.'"));
      trace.inputs.push_back(read_values(system_.inputs.size(), "input"));
    }
  }

  std::vector<Lbool> read_values(std::size_t count, const char* noun) {
    std::vector<Lbool> values;
    values.reserve(std::min(count, in_.remaining()));
    while (!in_.at_line_end()) {
      const int byte = in_.peek();
      if (byte != '0' && byte != '1' && byte != 'x')
        in_.fail(fmt::format("expected '0', '1' or 'x' as {} value, got '{}'", noun,
                             printable(std::string(1, static_cast<char>(byte)))));
      if (values.size() == count) fail_length(count, noun);
      values.push_back(byte == 'x' ? Lbool::Undef : to_lbool(byte == '1'));
      in_.skip();
    }
    if (values.size() != count) fail_length(count, noun);
    in_.line_end(Item{"the values"});
    return values;
  }

  [[noreturn]] void fail_length(std::size_t expected, const char* noun) const {
    Scanner line = in_;
    const std::size_t start = source_.bytes.rfind('\n', in_.offset() - 1) + 1;
    while (!line.at_line_end()) line.skip();
    in_.fail(fmt::format("expected {} {} values, got {}", expected, noun, line.offset() - start));
  }

  void read_end() {
    if (in_.peek() != '.') in_.fail(fmt::format("expected '.', got {}", in_.found()));
    in_.skip();
    in_.line_end(Item{"'.'"});
    skip_comments();
    if (!in_.at_end())
      in_.fail(fmt::format("expected end of file after the witness, got {}", in_.found()));
  }

  const Source& source_;
  const BitSystem& system_;
  Scanner in_;
  AigerWitness witness_;
};

void append_values(std::string& out, const std::vector<Lbool>& values) {
  for (const Lbool value : values) out += "01x"[static_cast<int>(value)];
  out += '\n';
}

}  // namespace

AigerWitness read_aiger_witness(const Source& source, const BitSystem& system) {
  return WitnessReader(source, system).read();
}

std::string write_aiger_witness(const AigerWitness& witness) {
  const BitTrace& trace = witness.trace;
  const bool has_trace = witness.status == AigerWitness::Status::Unsafe;
  const bool has_properties = !trace.bad.empty() || !trace.justice.empty();
  CAIRN_CHECK(has_properties || !has_trace);
  std::string out = has_trace                                      ? "1\n"
                    : witness.status == AigerWitness::Status::Safe ? "0\n"
                                                                   : "2\n";
  for (const std::uint32_t index : trace.bad) out += fmt::format("b{}", index);
  for (const std::uint32_t index : trace.justice) out += fmt::format("j{}", index);
  if (has_properties) out += '\n';
  if (has_trace) {
    append_values(out, trace.initial);
    for (const auto& step : trace.inputs) append_values(out, step);
  }
  return out + ".\n";
}

}  // namespace cairn
