// SPDX-License-Identifier: MIT
#include "format/aiger/aiger_symbols.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <string_view>

namespace cairn {
namespace {

constexpr std::uint32_t kAnyNumber = std::numeric_limits<std::uint32_t>::max();

/// What symbols of one letter name.
struct Kind {
  char letter;
  const char* plural;
  std::size_t count;
  Names& names;
};

class SymbolReader {
 public:
  SymbolReader(const Source& source, Scanner& in, BitSystem& system)
      : source_(source),
        in_(in),
        system_(system),
        start_(in.offset()),
        kinds_{{{'i', "inputs", system.inputs.size(), system.names.inputs},
                {'l', "latches", system.latches.size(), system.names.latches},
                {'o', "outputs", system.outputs.size(), system.names.outputs},
                {'b', "bad states", system.bad.size(), system.names.bad},
                {'c', "constraints", system.constraints.size(), system.names.constraints},
                {'j', "justice sets", system.justice.size(), system.names.justice},
                {'f', "fairness constraints", system.fairness.size(), system.names.fairness}}} {}

  void read() {
    while (!in_.at_end()) {
      if (in_.peek() == 'c' && starts_comments()) {
        in_.skip();
        in_.line_end(Item{"'c'"});
        read_comments();
        return;
      }
      read_symbol();
    }
  }

 private:
  /// 'c' alone on a line starts the comments, before a number it names a constraint.
  bool starts_comments() const {
    Scanner ahead = in_;
    ahead.skip();
    if (ahead.at_line_end()) return true;
    if (!ahead.at_digit())
      ahead.fail(
          fmt::format("expected a number or end of line after 'c' (comments follow a line "
                      "that is 'c' alone), got {}",
                      ahead.found()));
    return false;
  }

  void read_symbol() {
    const std::size_t at = in_.offset();
    const auto kind = std::find_if(kinds_.begin(), kinds_.end(),
                                   [&](const Kind& k) { return k.letter == in_.peek(); });
    if (kind == kinds_.end()) fail_unknown_symbol();
    in_.skip();
    const Item item{"position of symbol"};
    const std::uint32_t index = in_.number(item, kAnyNumber);
    if (index >= kind->count)
      in_.fail_at(at, fmt::format("symbol {}{} names nothing, there are {} {}", kind->letter, index,
                                  kind->count, kind->plural));
    in_.space(item);
    const std::string_view name = in_.rest_of_line();
    if (!kind->names.get(index).empty())
      in_.fail_at(at, fmt::format("symbol {}{} already defined ({})", kind->letter, index,
                                  in_.place_of(find_symbol(kind->letter, index))));
    kind->names.set(index, std::string(name));
  }

  [[noreturn]] void fail_unknown_symbol() const {
    Scanner ahead = in_;
    ahead.skip();
    if (ahead.at_digit() && !in_.at_digit())
      in_.fail(fmt::format("unknown symbol type in {}, expected one of i, l, o, b, c, j and f",
                           in_.found()));
    in_.fail(fmt::format("expected a symbol, a line 'c' or end of file, got {}", in_.found()));
  }

  /// Where the first symbol for an object is; there is one.
  std::size_t find_symbol(char letter, std::uint32_t index) const {
    Scanner scan = in_;
    scan.go_to(start_);
    while (true) {
      const std::size_t at = scan.offset();
      const int found = scan.peek();
      scan.skip();
      if (scan.number(Item{"position"}, kAnyNumber) == index && found == letter) return at;
      scan.rest_of_line();
    }
  }

  void read_comments() {
    system_.comments.reserve(source_.bytes.size() - in_.offset() + 1);
    while (!in_.at_end()) system_.comments.push_back(in_.rest_of_line());
  }

  const Source& source_;
  Scanner& in_;
  BitSystem& system_;
  std::size_t start_;
  std::array<Kind, 7> kinds_;
};

}  // namespace

void read_aiger_symbols(const Source& source, Scanner& in, BitSystem& system) {
  SymbolReader(source, in, system).read();
}

}  // namespace cairn
