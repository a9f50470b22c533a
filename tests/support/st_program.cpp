// SPDX-License-Identifier: MIT
//
// Types and names of test programs in Structured Text, and their text.
#include "support/st_program.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cctype>

#include "base/rng.h"

namespace cairn::support {
namespace {

struct ElemRow {
  const char* name;
  unsigned width;
  bool is_signed;
};
constexpr std::array<ElemRow, 16> kElems = {{{"BOOL", 1, false},
                                             {"SINT", 8, true},
                                             {"INT", 16, true},
                                             {"DINT", 32, true},
                                             {"LINT", 64, true},
                                             {"USINT", 8, false},
                                             {"UINT", 16, false},
                                             {"UDINT", 32, false},
                                             {"ULINT", 64, false},
                                             {"BYTE", 8, false},
                                             {"WORD", 16, false},
                                             {"DWORD", 32, false},
                                             {"LWORD", 64, false},
                                             {"REAL", 32, true},
                                             {"LREAL", 64, true},
                                             {"TIME", 64, true}}};
const ElemRow& row(StElem elem) {
  return kElems[static_cast<std::size_t>(elem)];
}

/// How tightly an operator binds (edition 2).
int level_of(const std::string& op) {
  if (op == "OR") return 1;
  if (op == "XOR") return 2;
  if (op == "AND" || op == "&") return 3;
  if (op == "=" || op == "<>") return 4;
  if (op == "<" || op == ">" || op == "<=" || op == ">=") return 5;
  if (op == "+" || op == "-") return 6;
  return 7;  // * / MOD
}
constexpr int kUnaryLevel = 8;

class TextWriter {
 public:
  TextWriter(const StProgram& program, const StSpelling& spelling)
      : program_(program), plain_(spelling.plain), rng_(spelling.seed) {}

  std::string all() {
    for (const StTypeRef& type : program_.types) type_declaration(*type);
    for (const auto& block : program_.blocks) block_text(*block);
    return std::move(out_);
  }

 private:
  /// The word in some mixture of capitals: names and keywords are the same in either.
  std::string word(const std::string& text) {
    if (!rng_.chance(15)) return text;
    std::string mixed = text;
    for (char& c : mixed)
      if (rng_.chance(50))
        c = static_cast<char>(std::isupper(c) ? std::tolower(c) : std::toupper(c));
    return mixed;
  }

  void line(const std::string& text) {
    out_ += std::string(2 * indent_, ' ') + text;
    if (rng_.chance(4)) out_ += " (* a := b; *)";
    if (!plain_ && rng_.chance(4)) out_ += " // END_IF";
    out_ += '\n';
  }

  std::string type_name(const StType& type) {
    if (type.kind == StType::Kind::Elementary) return word(name_of(type.elem));
    if (!type.name.empty()) return word(type.name);
    std::string ranges;
    for (std::size_t d = 0; d < type.low.size(); ++d)
      ranges += fmt::format("{}{}..{}", d ? ", " : "", type.low[d], type.high[d]);
    return fmt::format("ARRAY [{}] OF {}", ranges, type_name(*type.element));
  }

  void type_declaration(const StType& type) {
    line("TYPE");
    ++indent_;
    if (type.kind == StType::Kind::Enum) {
      std::string names;
      for (const std::string& name : type.literals) names += (names.empty() ? "" : ", ") + name;
      line(fmt::format("{} : ({});", type.name, names));
    } else if (type.kind == StType::Kind::Struct) {
      line(type.name + " : STRUCT");
      for (const StField& field : type.fields)
        line(fmt::format("  {} : {};", field.name, type_name(*field.type)));
      line("END_STRUCT;");
    }
    --indent_;
    line("END_TYPE");
  }

  static const char* section_name(StVariable::Section section) {
    switch (section) {
      case StVariable::Section::Input:
        return "VAR_INPUT";
      case StVariable::Section::Output:
        return "VAR_OUTPUT";
      case StVariable::Section::InOut:
        return "VAR_IN_OUT";
      case StVariable::Section::Temp:
        return "VAR_TEMP";
      default:
        return "VAR";
    }
  }

  void block_text(const StBlock& block) {
    line(block.result ? fmt::format("FUNCTION {} : {}", block.name, type_name(*block.result))
                      : "FUNCTION_BLOCK " + block.name);
    const std::size_t count = block.variables.size() - (block.result ? 1 : 0);
    for (std::size_t i = 0; i < count;) {
      const auto section = block.variables[i].section;
      line(section_name(section));
      for (; i < count && block.variables[i].section == section; ++i)
        declaration(block.variables[i]);
      line("END_VAR");
    }
    block_ = &block;
    statements(block.body);
    line(block.result ? "END_FUNCTION" : "END_FUNCTION_BLOCK");
    out_ += '\n';
  }

  void declaration(const StVariable& variable) {
    std::string text = fmt::format("  {} : {}", variable.name, type_name(*variable.type));
    if (!variable.initial.empty()) {
      std::size_t at = 0;
      text += " := " + initial_value(*variable.type, variable.initial, at);
    }
    line(text + ";");
  }

  std::string initial_value(const StType& type, const std::vector<std::uint64_t>& values,
                            std::size_t& at) {
    std::string text;
    if (type.scalar()) return literal(type, values[at++], true);
    if (type.kind == StType::Kind::Struct) {
      for (const StField& field : type.fields)
        text += fmt::format("{}{} := {}", text.empty() ? "" : ", ", field.name,
                            initial_value(*field.type, values, at));
      return "(" + text + ")";
    }
    const std::size_t elements = slots_of(type) / slots_of(*type.element);
    for (std::size_t i = 0; i < elements; ++i) {
      std::size_t same = 1;
      const std::size_t first = at;
      const std::string value = initial_value(*type.element, values, at);
      while (type.element->scalar() && i + 1 < elements && values[at] == values[first])
        ++same, ++at, ++i;
      text += text.empty() ? "" : ", ";
      text += same > 1 ? fmt::format("{}({})", same, value) : value;
    }
    return "[" + text + "]";
  }

  std::string literal(const StType& type, std::uint64_t value, bool bare) {
    if (type.kind == StType::Kind::Enum) return type.name + "#" + type.literals[value];
    const StElem elem = type.elem;
    if (elem == StElem::Bool) return word(value ? "TRUE" : "FALSE");
    if (elem == StElem::Time) return time_literal(value);
    std::string text;
    if (elem == StElem::Real)
      text = fmt::format("{:.6f}", std::bit_cast<float>(static_cast<std::uint32_t>(value)));
    else if (elem == StElem::Lreal)
      text = fmt::format("{:.6f}", std::bit_cast<double>(value));
    else
      text = digits(elem, value);
    // An untyped literal beyond 32 bits has 64 bits in C.
    const bool is_wide = plain_ && (is_integer(elem) || is_bits(elem)) && value > 0x7FFFFFFF;
    if (bare && !is_wide && !rng_.chance(10)) return text;
    return fmt::format("{}#{}", name_of(elem), text);
  }

  std::string digits(StElem elem, std::uint64_t value) {
    const unsigned width = width_of(elem);
    const auto extended = static_cast<std::int64_t>(value << (64 - width)) >> (64 - width);
    if (is_signed(elem) && extended < 0) return std::to_string(extended);
    switch (rng_.below(is_bits(elem) ? 3 : 12)) {
      case 0:
        return fmt::format("16#{:X}", value);
      case 1:
        return fmt::format("2#{:b}", value);
      case 2:
        if (value >= 1000 && value < 1000000)
          return fmt::format("{}_{:03}", value / 1000, value % 1000);
        return std::to_string(value);
      default:
        return std::to_string(value);
    }
  }

  std::string time_literal(std::uint64_t ms) {
    const char* prefix = rng_.chance(80) ? "T#" : "TIME#";
    if (ms >= 1000 && rng_.chance(50))
      return ms % 1000 ? fmt::format("{}{}s{}ms", prefix, ms / 1000, ms % 1000)
                       : fmt::format("{}{}s", prefix, ms / 1000);
    return fmt::format("{}{}ms", prefix, ms);
  }

  std::string place(const StPlace& place) {
    const StVariable& variable = block_->variables[place.variable];
    std::string text = word(variable.name);
    const StType* type = variable.type.get();
    for (const StSelector& selector : place.path) {
      if (type->kind == StType::Kind::Array) {
        std::string indices;
        for (const StExpr& index : selector.index)
          indices += (indices.empty() ? "" : ", ") + expr(index, 0, true);
        text += "[" + indices + "]";
        type = type->element.get();
      } else if (type->kind == StType::Kind::Struct) {
        text += "." + word(type->fields[selector.field].name);
        type = type->fields[selector.field].type.get();
      } else {
        const StVariable& part = type->block->variables[selector.field];
        text += "." + word(part.name);
        type = part.type.get();
      }
    }
    return text;
  }

  static bool negative_literal(const std::string& text) { return !text.empty() && text[0] == '-'; }

  /// `level`: what the surroundings bind with; `bare`: the type is clear from them.
  std::string expr(const StExpr& e, int level, bool bare) {
    switch (e.kind) {
      case StExpr::Kind::Literal: {
        std::string text = literal(*e.type, e.value, bare);
        return negative_literal(text) && level > 0 ? "(" + text + ")" : text;
      }
      case StExpr::Kind::Read:
        return place(e.place);
      case StExpr::Kind::Unary: {
        const std::string operand = expr(e.args[0], kUnaryLevel, false);
        const std::string text = e.op == "-" ? "-" + operand : word("NOT") + " " + operand;
        return parenthesized(text, level >= kUnaryLevel || (level > 0 && e.op == "-"));
      }
      case StExpr::Kind::Binary:
        return binary(e, level);
      case StExpr::Kind::Call: {
        std::string text;
        for (const StExpr& arg : e.args) text += (text.empty() ? "" : ", ") + expr(arg, 0, false);
        return word(e.op) + "(" + text + ")";
      }
      case StExpr::Kind::UserCall: {
        std::string text;
        for (std::size_t i = 0; i < e.args.size(); ++i) {
          text += text.empty() ? "" : ", ";
          if (e.formal) text += word(e.callee->variables[i].name) + " := ";
          text += expr(e.args[i], 0, false);
        }
        return word(e.callee->name) + "(" + text + ")";
      }
    }
    return "";
  }

  std::string binary(const StExpr& e, int level) {
    const int own = level_of(e.op);
    const bool two_literals =
        e.args[0].kind == StExpr::Kind::Literal && e.args[1].kind == StExpr::Kind::Literal;
    // To the left of an operator of the same level no parentheses are needed.
    std::string left = expr(e.args[0], own, !two_literals);
    if (e.args[0].kind == StExpr::Kind::Binary && level_of(e.args[0].op) == own)
      left = binary(e.args[0], own - 1);
    const std::string right = expr(e.args[1], own, true);
    return parenthesized(fmt::format("{} {} {}", left, word(e.op), right), own <= level);
  }

  std::string parenthesized(std::string text, bool needed) {
    return needed || rng_.chance(10) ? "(" + text + ")" : text;
  }

  void statements(const std::vector<StStatement>& body) {
    ++indent_;
    for (const StStatement& statement : body) one(statement);
    if (body.empty()) nothing();
    --indent_;
  }

  void nothing() {
    if (!plain_) return line(";");
    for (std::size_t i = block_->variables.size(); i-- > 0;)
      if (const StVariable& v = block_->variables[i];
          v.type->scalar() && v.section == StVariable::Section::Local)
        return line(fmt::format("{0} := {0};", v.name));
  }

  void one(const StStatement& s) {
    switch (s.kind) {
      case StStatement::Kind::Assign:
        return line(place(s.place) + " := " + expr(s.exprs[0], 0, true) + ";");
      case StStatement::Kind::If:
        return if_text(s);
      case StStatement::Kind::Case:
        return case_text(s);
      case StStatement::Kind::For: {
        std::string head = fmt::format("{} {} := {} TO {}", word("FOR"), place(s.place),
                                       expr(s.exprs[0], 0, true), expr(s.exprs[1], 0, true));
        if (s.exprs.size() > 2) head += " BY " + expr(s.exprs[2], 0, true);
        line(head + " DO");
        statements(s.blocks[0]);
        return line(word("END_FOR") + ";");
      }
      case StStatement::Kind::While:
        line("WHILE " + expr(s.exprs[0], 0, true) + " DO");
        statements(s.blocks[0]);
        return line("END_WHILE;");
      case StStatement::Kind::Repeat:
        line("REPEAT");
        statements(s.blocks[0]);
        return line("UNTIL " + expr(s.exprs[0], 0, true) + " END_REPEAT;");
      case StStatement::Kind::Exit:
        return line(word("EXIT") + ";");
      case StStatement::Kind::Return:
        return line(word("RETURN") + ";");
      case StStatement::Kind::Call:
        return call(s);
    }
  }

  void if_text(const StStatement& s) {
    for (std::size_t i = 0; i < s.blocks.size(); ++i) {
      if (i < s.exprs.size())
        line(fmt::format("{} {} {}", word(i == 0 ? "IF" : "ELSIF"), expr(s.exprs[i], 0, true),
                         word("THEN")));
      else
        line("ELSE");
      statements(s.blocks[i]);
    }
    line(word("END_IF") + ";");
  }

  void case_text(const StStatement& s) {
    line("CASE " + expr(s.exprs[0], 0, false) + " OF");
    ++indent_;
    for (std::size_t i = 0; i < s.labels.size(); ++i) {
      std::string labels;
      for (const StStatement::Label& label : s.labels[i]) {
        labels += labels.empty() ? "" : ", ";
        const StType& type = *s.exprs[0].type;
        if (type.kind == StType::Kind::Enum)
          labels += type.name + "#" + type.literals[static_cast<std::size_t>(label.low)];
        else if (label.low == label.high)
          labels += std::to_string(label.low);
        else
          labels += fmt::format("{}..{}", label.low, label.high);
      }
      line(labels + ":");
      statements(s.blocks[i]);
    }
    --indent_;
    if (s.blocks.size() > s.labels.size()) {
      line("ELSE");
      statements(s.blocks.back());
    }
    line("END_CASE;");
  }

  void call(const StStatement& s) {
    const StType* type = block_->variables[s.place.variable].type.get();
    std::string text;
    for (const StStatement::Argument& argument : s.arguments) {
      text += text.empty() ? "" : ", ";
      const std::string name = word(type->block->variables[argument.formal].name);
      text += argument.output ? name + " => " + place(argument.target)
                              : name + " := " + expr(argument.value, 0, false);
    }
    line(place(s.place) + "(" + text + ");");
  }

  const StProgram& program_;
  const bool plain_;
  Rng rng_;
  const StBlock* block_ = nullptr;
  std::size_t indent_ = 0;
  std::string out_;
};

void add_leaves(const StType& type, const std::string& name, std::size_t& slot, bool input,
                bool hidden, std::vector<StLeaf>& leaves) {
  switch (type.kind) {
    case StType::Kind::Elementary:
    case StType::Kind::Enum:
      leaves.push_back({name, std::make_shared<StType>(type), slot++, input, hidden});
      return;
    case StType::Kind::Struct:
      for (const StField& field : type.fields)
        add_leaves(*field.type, name + "." + field.name, slot, input, hidden, leaves);
      return;
    case StType::Kind::Block:
      for (const StVariable& part : type.block->variables)
        add_leaves(*part.type, name + "." + part.name, slot, false,
                   hidden || part.section == StVariable::Section::Temp ||
                       part.section == StVariable::Section::Loop ||
                       part.section == StVariable::Section::InOut ||
                       (!type.block->standard.empty() && part.name[0] == '_'),
                   leaves);
      return;
    case StType::Kind::Array:
      break;
  }
  std::vector<std::int64_t> index = type.low;
  for (;;) {
    std::string text;
    for (const std::int64_t i : index) text += (text.empty() ? "" : ",") + std::to_string(i);
    add_leaves(*type.element, name + "[" + text + "]", slot, input, hidden, leaves);
    std::size_t d = index.size();
    while (d > 0 && index[d - 1] == type.high[d - 1]) index[d - 1] = type.low[d - 1], --d;
    if (d == 0) return;
    ++index[d - 1];
  }
}

}  // namespace

const char* name_of(StElem elem) {
  return row(elem).name;
}
unsigned width_of(StElem elem) {
  return row(elem).width;
}
bool is_signed(StElem elem) {
  return row(elem).is_signed;
}
bool is_integer(StElem elem) {
  return elem >= StElem::Sint && elem <= StElem::Ulint;
}
bool is_bits(StElem elem) {
  return elem >= StElem::Byte && elem <= StElem::Lword;
}
bool is_float(StElem elem) {
  return elem == StElem::Real || elem == StElem::Lreal;
}

std::size_t slots_of(const StType& type) {
  std::size_t slots = 0;
  switch (type.kind) {
    case StType::Kind::Elementary:
    case StType::Kind::Enum:
      return 1;
    case StType::Kind::Struct:
      for (const StField& field : type.fields) slots += slots_of(*field.type);
      return slots;
    case StType::Kind::Block:
      for (const StVariable& part : type.block->variables) slots += slots_of(*part.type);
      return slots;
    case StType::Kind::Array:
      break;
  }
  slots = slots_of(*type.element);
  for (std::size_t d = 0; d < type.low.size(); ++d)
    slots *= static_cast<std::size_t>(type.high[d] - type.low[d] + 1);
  return slots;
}

std::string to_text(const StProgram& program, const StSpelling& spelling) {
  return TextWriter(program, spelling).all();
}

std::vector<StLeaf> leaves_of(const StProgram& program) {
  std::vector<StLeaf> leaves;
  std::size_t slot = 0;
  for (const StVariable& variable : program.main().variables)
    add_leaves(*variable.type, variable.name, slot, variable.section == StVariable::Section::Input,
               variable.section == StVariable::Section::Temp ||
                   variable.section == StVariable::Section::Loop,
               leaves);
  return leaves;
}

}  // namespace cairn::support
