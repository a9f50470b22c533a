// SPDX-License-Identifier: MIT
#include "format/verilog/verilog_expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "base/error.h"

namespace cairn {
namespace {

constexpr std::size_t kMostSubterms = 400;  // of one expression: more is no help to a reader
constexpr unsigned kDeepest = 100;

// How tight operators bind (IEEE 1800, table 11-2), loosest first.
enum Strength : unsigned {
  kConditional = 1,
  kLogicalOr,
  kLogicalAnd,
  kBitOr,
  kBitXor,
  kBitAnd,
  kEquality,
  kRelation,
  kShift,
  kSum,
  kProduct,
  kUnary,
  kPrimary,
};

struct Refused {
  std::string reason;
};

bool is_identifier(std::string_view text) {
  const auto is_letter = [](char c) {
    return std::isalpha(static_cast<unsigned char>(c)) || c == '_';
  };
  if (text.empty() || !is_letter(text[0])) return false;
  return std::all_of(text.begin(), text.end(),
                     [&](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '$'; });
}

/// Words that IEEE 1800 takes; those that designs are tempted to use as names, and more.
bool is_keyword(std::string_view text) {
  static constexpr std::array kWords = {
      "alias",       "always",   "always_comb", "always_ff", "always_latch", "and",
      "assert",      "assign",   "assume",      "automatic", "before",       "begin",
      "bind",        "bins",     "bit",         "break",     "buf",          "byte",
      "case",        "casex",    "casez",       "cell",      "chandle",      "checker",
      "class",       "clocking", "cmos",        "config",    "const",        "context",
      "continue",    "cover",    "cross",       "deassign",  "default",      "defparam",
      "design",      "disable",  "dist",        "do",        "edge",         "else",
      "end",         "endcase",  "endfunction", "endmodule", "endtask",      "enum",
      "event",       "expect",   "export",      "extends",   "extern",       "final",
      "first_match", "for",      "force",       "foreach",   "forever",      "fork",
      "function",    "generate", "genvar",      "global",    "if",           "iff",
      "ifnone",      "import",   "include",     "initial",   "inout",        "input",
      "inside",      "instance", "int",         "integer",   "interface",    "join",
      "large",       "let",      "liblist",     "library",   "local",        "localparam",
      "logic",       "longint",  "macromodule", "matches",   "medium",       "modport",
      "module",      "nand",     "negedge",     "new",       "nmos",         "nor",
      "not",         "notif0",   "notif1",      "null",      "or",           "output",
      "package",     "packed",   "parameter",   "pmos",      "posedge",      "primitive",
      "priority",    "program",  "property",    "protected", "pull0",        "pull1",
      "pulldown",    "pullup",   "pure",        "rand",      "randc",        "real",
      "ref",         "reg",      "release",     "repeat",    "restrict",     "return",
      "scalared",    "sequence", "shortint",    "shortreal", "signed",       "small",
      "solve",       "specify",  "static",      "string",    "strong",       "strong0",
      "strong1",     "struct",   "super",       "supply0",   "supply1",      "table",
      "tagged",      "task",     "this",        "time",      "timeunit",     "tran",
      "tri",         "tri0",     "tri1",        "type",      "typedef",      "union",
      "unique",      "unsigned", "until",       "untyped",   "use",          "uwire",
      "var",         "vectored", "virtual",     "void",      "wait",         "wand",
      "weak",        "weak0",    "weak1",       "while",     "wildcard",     "wire",
      "with",        "within",   "wor",         "xnor",      "xor"};
  return std::find(kWords.begin(), kWords.end(), text) != kWords.end();
}

/// A level of hierarchy, or the instance of an array of them: "gen[3]".
std::optional<std::string> verilog_level(std::string_view level) {
  std::string_view base = level;
  if (base.ends_with(']')) {
    const std::size_t open = base.find('[');
    const std::string_view digits =
        open == std::string_view::npos ? "" : base.substr(open + 1, base.size() - open - 2);
    if (!digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos)
      base = base.substr(0, open);
  }
  if (is_identifier(base) && !is_keyword(base)) return std::string(level);
  if (level.empty()) return std::nullopt;
  for (const char c : level)
    if (c <= ' ' || c > '~') return std::nullopt;
  return fmt::format("\\{} ", level);
}

}  // namespace

std::optional<std::string> verilog_path(std::string_view name) {
  std::string path;
  for (;;) {
    const std::string_view level = name.substr(0, name.find('.'));
    const auto spelt = verilog_level(level);
    if (!spelt) return std::nullopt;
    path += *spelt;
    if (level.size() == name.size()) return path;
    path += ".";
    name.remove_prefix(level.size() + 1);
  }
}

std::string verilog_constant(const BitVector& value) {
  if (value.width() == 1) return fmt::format("1'b{}", value.to_binary());
  if (value.width() <= 16) return fmt::format("{}'d{}", value.width(), value.to_decimal());
  return fmt::format("{}'h{}", value.width(), value.to_hex());
}

VerilogExpressions::VerilogExpressions(const WordModel& model) : terms_(*model.system.terms) {
  const auto add = [&](Term term, std::string_view name) {
    if (const auto path = verilog_path(name)) names_.emplace(term, *path);
  };
  for (const Term input : model.system.inputs) add(input, terms_.name(input));
  for (std::size_t i = 0; i < model.system.states.size(); ++i)
    if (!is_nameless_state(model, i))
      add(model.system.states[i].term, terms_.name(model.system.states[i].term));
  // Of several names the one with the fewest levels: it is the nearest to the top.
  std::vector<const NamedTerm*> others;
  for (const auto* list : {&model.outputs, &model.wires})
    for (const NamedTerm& named : *list)
      if (!named.name.empty() && !terms_.is_value(named.term)) others.push_back(&named);
  std::stable_sort(others.begin(), others.end(), [](const NamedTerm* a, const NamedTerm* b) {
    return std::count(a->name.begin(), a->name.end(), '.') <
           std::count(b->name.begin(), b->name.end(), '.');
  });
  for (const NamedTerm* named : others) add(named->term, named->name);
}

std::optional<std::string> VerilogExpressions::write(Term term) {
  left_ = kMostSubterms;
  reason_.clear();
  try {
    return text_of(term, 0).text;
  } catch (const Refused& refused) {
    reason_ = refused.reason;
    return std::nullopt;
  }
}

VerilogExpressions::Text VerilogExpressions::text_of(Term term, unsigned depth) {
  if (depth > kDeepest || left_-- == 0) throw Refused{"it is too large to be read"};
  if (terms_.sort(term).is_array()) throw Refused{"it is about a memory"};
  if (const auto name = names_.find(term); name != names_.end())
    return {name->second, kPrimary, false};
  if (terms_.is_variable(term)) throw Refused{"it is about a register that has no name"};
  if (terms_.is_value(term)) return leaf(term);
  return operation(term, depth + 1);
}

VerilogExpressions::Text VerilogExpressions::leaf(Term term) {
  const Value& value = terms_.value(term);
  if (value.sort().is_bool()) return {value.as_bool() ? "1'b1" : "1'b0", kPrimary, true};
  return {verilog_constant(value.bits()), kPrimary, true};
}

std::string VerilogExpressions::operand(Term term, unsigned strength, unsigned depth) {
  const Text text = text_of(term, depth);
  return text.strength > strength ? text.text : fmt::format("({})", text.text);
}

std::string VerilogExpressions::alone(Term term, unsigned depth) {
  return text_of(term, depth).text;
}

/// An operand that is unsigned even if the design declares its signals as signed.
std::string VerilogExpressions::without_sign(Term term, unsigned depth) {
  const Text text = text_of(term, depth);
  if (text.is_unsigned && text.strength == kPrimary) return text.text;
  return fmt::format("{{{}}}", text.text);
}

VerilogExpressions::Text VerilogExpressions::binary(Term term, const char* sign, unsigned strength,
                                                    unsigned depth) {
  const auto operands = terms_.operands(term);
  return {fmt::format("{} {} {}", operand(operands[0], strength, depth), sign,
                      operand(operands[1], strength, depth)),
          strength, false};
}

VerilogExpressions::Text VerilogExpressions::list(Term term, const char* sign, unsigned strength,
                                                  unsigned depth) {
  std::string text;
  for (const Term each : terms_.operands(term))
    text += fmt::format("{}{}{}{}", text.empty() ? "" : " ", text.empty() ? "" : sign,
                        text.empty() ? "" : " ", operand(each, strength, depth));
  return {text, strength, strength <= kLogicalAnd};
}

VerilogExpressions::Text VerilogExpressions::negation(Term term, unsigned depth) {
  const Term inner = terms_.operands(term)[0];
  const auto operands = terms_.operands(inner);
  const bool has_name = names_.contains(inner);
  if (const auto bit = one_bit(inner, depth)) {
    if (bit->strength == kUnary && bit->text.starts_with('!'))
      return {bit->text.substr(1), kPrimary, false};  // what is not 0 is 1
    return {fmt::format("!{}", bit->strength > kUnary ? bit->text : "(" + bit->text + ")"), kUnary,
            true};
  }
  if (!has_name && terms_.op(inner) == Op::Equal && !terms_.sort(operands[0]).is_array()) {
    Text text = binary(inner, "!=", kEquality, depth);
    text.is_unsigned = true;
    return text;
  }
  if (!has_name && (terms_.op(inner) == Op::BvUlt || terms_.op(inner) == Op::BvUle))
    return {
        fmt::format("{} {} {}", without_sign(operands[0], depth),
                    terms_.op(inner) == Op::BvUlt ? ">=" : ">", without_sign(operands[1], depth)),
        kRelation, true};
  return {fmt::format("!{}", operand(inner, kUnary, depth)), kUnary, true};
}

/// A comparison that says what one bit is, as that bit: x = 1 of a word of one bit, and x < 0.
std::optional<VerilogExpressions::Text> VerilogExpressions::one_bit(Term term, unsigned depth) {
  const auto operands = terms_.operands(term);
  if (names_.contains(term) || operands.size() != 2) return std::nullopt;
  const auto is_number = [this](Term each) {
    return terms_.is_value(each) && terms_.sort(each).is_bit_vector();
  };
  if (terms_.op(term) == Op::BvSlt && is_number(operands[1]) &&
      terms_.value(operands[1]).bits().is_zero()) {
    const auto name = names_.find(operands[0]);
    if (name == names_.end()) return std::nullopt;
    return Text{fmt::format("{}[{}]", name->second, terms_.sort(operands[0]).width() - 1), kPrimary,
                true};
  }
  if (terms_.op(term) != Op::Equal || !terms_.sort(operands[0]).is_bit_vector() ||
      terms_.sort(operands[0]).width() != 1)
    return std::nullopt;
  const bool is_first = is_number(operands[0]);
  if (!is_first && !is_number(operands[1])) return std::nullopt;
  const bool wanted = !terms_.value(operands[is_first ? 0 : 1]).bits().is_zero();
  const Term word = operands[is_first ? 1 : 0];
  if (wanted) return text_of(word, depth);
  return Text{fmt::format("!{}", operand(word, kUnary, depth)), kUnary, true};
}

VerilogExpressions::Text VerilogExpressions::extract(Term term, unsigned depth) {
  const Term inner = terms_.operands(term)[0];
  const std::uint32_t high = terms_.parameter(term, 0), low = terms_.parameter(term, 1);
  if (const auto name = names_.find(inner); name != names_.end())
    return {high == low ? fmt::format("{}[{}]", name->second, high)
                        : fmt::format("{}[{}:{}]", name->second, high, low),
            kPrimary, true};
  // Parts of expressions: shifted and cast to the width.
  const std::string shifted =
      low == 0 ? alone(inner, depth) : fmt::format("{} >> {}", operand(inner, kShift, depth), low);
  return {fmt::format("{{{}'({})}}", high - low + 1, shifted), kPrimary, true};
}

/// With what SMT-LIB says of zero: all ones and the dividend, or with signs 1, -1 and the dividend.
VerilogExpressions::Text VerilogExpressions::division(Term term, unsigned depth) {
  const auto operands = terms_.operands(term);
  const std::uint32_t width = terms_.sort(term).width();
  const Op op = terms_.op(term);
  const bool has_sign = op == Op::BvSdiv || op == Op::BvSrem;
  const bool is_quotient = op == Op::BvUdiv || op == Op::BvSdiv;
  const std::string a = alone(operands[0], depth), b = alone(operands[1], depth);
  const std::string quotient =
      has_sign ? fmt::format("{{$signed({}) {} $signed({})}}", a, is_quotient ? "/" : "%", b)
               : fmt::format("{{{{{}}} {} {{{}}}}}", a, is_quotient ? "/" : "%", b);
  if (terms_.is_value(operands[1]) && !terms_.value(operands[1]).bits().is_zero())
    return {quotient, kPrimary, true};
  const std::string zero = verilog_constant(BitVector(width, 0));
  const std::string ones = verilog_constant(BitVector::ones(width));
  std::string by_zero = fmt::format("{{{}}}", a);
  if (op == Op::BvUdiv) by_zero = ones;
  if (op == Op::BvSdiv)
    by_zero =
        fmt::format("($signed({}) < 0 ? {} : {})", a, verilog_constant(BitVector(width, 1)), ones);
  return {fmt::format("({{{}}} == {} ? {} : {})", b, zero, by_zero, quotient), kPrimary, true};
}

VerilogExpressions::Text VerilogExpressions::operation(Term term, unsigned depth) {
  const auto operands = terms_.operands(term);
  const auto relation = [&](const char* sign) {
    return Text{fmt::format("{} {} {}", without_sign(operands[0], depth), sign,
                            without_sign(operands[1], depth)),
                kRelation, true};
  };
  const auto signed_relation = [&](const char* sign) {
    return Text{fmt::format("$signed({}) {} $signed({})", alone(operands[0], depth), sign,
                            alone(operands[1], depth)),
                kRelation, true};
  };
  const auto shift = [&](const char* sign) {
    return Text{fmt::format("{} {} {}", operand(operands[0], kShift, depth), sign,
                            operand(operands[1], kShift, depth)),
                kShift, false};
  };
  switch (terms_.op(term)) {
    case Op::Equal: {
      if (auto bit = one_bit(term, depth)) return std::move(*bit);
      Text text = binary(term, "==", kEquality, depth);
      text.is_unsigned = true;
      return text;
    }
    case Op::Ite:
      return {fmt::format("{} ? {} : {}", operand(operands[0], kConditional, depth),
                          operand(operands[1], kConditional, depth),
                          operand(operands[2], kConditional, depth)),
              kConditional, false};
    case Op::Not:
      return negation(term, depth);
    case Op::And:
      return list(term, "&&", kLogicalAnd, depth);
    case Op::Or:
      return list(term, "||", kLogicalOr, depth);
    case Op::Xor:
      return list(term, "^", kBitXor, depth);
    case Op::BvNot:
      return {fmt::format("~{}", operand(operands[0], kUnary, depth)), kUnary, false};
    case Op::BvNeg:
      return {fmt::format("-{}", operand(operands[0], kUnary, depth)), kUnary, false};
    case Op::BvAnd:
      return list(term, "&", kBitAnd, depth);
    case Op::BvOr:
      return list(term, "|", kBitOr, depth);
    case Op::BvXor:
      return list(term, "^", kBitXor, depth);
    case Op::BvAdd:
      return list(term, "+", kSum, depth);
    case Op::BvMul:
      return list(term, "*", kProduct, depth);
    case Op::BvUdiv:
    case Op::BvUrem:
    case Op::BvSdiv:
    case Op::BvSrem:
      return division(term, depth);
    case Op::BvShl:
      return shift("<<");
    case Op::BvLshr:
      return shift(">>");
    case Op::BvAshr:
      return {fmt::format("{{$signed({}) >>> {}}}", alone(operands[0], depth),
                          operand(operands[1], kShift, depth)),
              kPrimary, true};
    case Op::BvUlt:
      return relation("<");
    case Op::BvUle:
      return relation("<=");
    case Op::BvSlt:
      if (auto bit = one_bit(term, depth)) return std::move(*bit);
      return signed_relation("<");
    case Op::BvSle:
      return signed_relation("<=");
    case Op::Concat: {
      std::string text;
      for (const Term each : operands) {
        if (!text.empty()) text += ", ";
        text += alone(each, depth);
      }
      return {fmt::format("{{{}}}", text), kPrimary, true};
    }
    case Op::Extract:
      return extract(term, depth);
    case Op::ZeroExtend: {
      const std::uint32_t more = terms_.sort(term).width() - terms_.sort(operands[0]).width();
      return {fmt::format("{{{}'b0, {}}}", more, alone(operands[0], depth)), kPrimary, true};
    }
    case Op::SignExtend:
      // The sum has the width of the longer one, and signs if both have.
      return {fmt::format("{{$signed({}) + {}'sd0}}", alone(operands[0], depth),
                          terms_.sort(term).width()),
              kPrimary, true};
    case Op::Select:
    case Op::Store:
    case Op::ConstArray:
      throw Refused{"it is about a memory"};
    default:
      throw Refused{"an operator that Verilog does not have"};
  }
}

VerilogLemmas write_verilog_lemmas(const WordModel& model, const std::vector<Term>& lemmas) {
  VerilogLemmas result;
  VerilogExpressions expressions(model);
  std::string body, refused;
  for (const Term lemma : lemmas) {
    if (const auto text = expressions.write(lemma)) {
      body += fmt::format("  cairn_lemma_{}: `CAIRN_LEMMA ({});\n", result.written++, *text);
    } else {
      ++result.left_out;
      refused += fmt::format("// Lemma left out: {}.\n", expressions.reason());
    }
  }
  const std::string top = model.top.empty() ? "the top module" : printable(model.top, 200);
  result.text = fmt::format(
      "// Lemmas of a proof by Cairn: they hold in every reachable state of {}.\n"
      "// Include this file in that module. Its statements are assertions, which a prover can "
      "show\n"
      "// to be inductive; define CAIRN_LEMMA as assume to use them as facts instead. Bits are\n"
      "// counted from 0: x[2] is meant for vectors that are declared as x[N:0].\n",
      top);
  result.text += result.left_out == 0
                     ? "// Together with the assertions of the design they are inductive.\n"
                     : fmt::format(
                           "// {} of the proof's {} lemmas are left out, so these alone need "
                           "not be inductive.\n",
                           result.left_out, lemmas.size());
  result.text += refused;
  result.text += "`ifndef CAIRN_LEMMA\n`define CAIRN_LEMMA assert\n`endif\n";
  if (!body.empty()) result.text += "always @* begin\n" + body + "end\n";
  return result;
}

}  // namespace cairn
