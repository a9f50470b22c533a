// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "input/smv/syntax.h"

namespace cairn::smv {
namespace {

constexpr std::size_t kMostText = 200;

const char* symbol_of(Op op) {
  switch (op) {
    case Op::And:
      return " & ";
    case Op::Or:
      return " | ";
    case Op::Xor:
      return " xor ";
    case Op::Xnor:
      return " xnor ";
    case Op::Implies:
      return " -> ";
    case Op::Iff:
      return " <-> ";
    case Op::Equal:
      return " = ";
    case Op::NotEqual:
      return " != ";
    case Op::Less:
      return " < ";
    case Op::LessEqual:
      return " <= ";
    case Op::Greater:
      return " > ";
    case Op::GreaterEqual:
      return " >= ";
    case Op::Add:
      return " + ";
    case Op::Subtract:
      return " - ";
    case Op::Multiply:
      return " * ";
    case Op::Divide:
      return " / ";
    case Op::Modulo:
      return " mod ";
    case Op::ShiftLeft:
      return " << ";
    case Op::ShiftRight:
      return " >> ";
    case Op::Concat:
      return " :: ";
    case Op::Union:
      return " union ";
    case Op::In:
      return " in ";
    case Op::Range:
      return "..";
    default:
      return nullptr;
  }
}

void append(const Expression& e, std::string& text) {
  if (text.size() > kMostText) return;
  const auto joined = [&](const char* between) {
    for (std::size_t i = 0; i < e.operands.size(); ++i) {
      if (i > 0) text += between;
      append(*e.operands[i], text);
    }
  };
  if (const char* symbol = symbol_of(e.op)) {
    text += '(';
    joined(symbol);
    text += ')';
    return;
  }
  switch (e.op) {
    case Op::Name:
    case Op::Number:
    case Op::Word:
      text += e.text;
      return;
    case Op::True:
      text += "TRUE";
      return;
    case Op::False:
      text += "FALSE";
      return;
    case Op::Self:
      text += "self";
      return;
    case Op::Member:
      append(*e.operands[0], text);
      text += '.';
      text += e.text;
      return;
    case Op::Index:
    case Op::BitRange:
      append(*e.operands[0], text);
      text += '[';
      for (std::size_t i = 1; i < e.operands.size(); ++i) {
        if (i > 1) text += ':';
        append(*e.operands[i], text);
      }
      text += ']';
      return;
    case Op::Not:
    case Op::Negate:
      text += e.op == Op::Not ? '!' : '-';
      append(*e.operands[0], text);
      return;
    case Op::Set:
      text += '{';
      joined(", ");
      text += '}';
      return;
    case Op::Next:
    case Op::Call:
      text += e.op == Op::Next ? "next" : e.text;
      text += '(';
      joined(", ");
      text += ')';
      return;
    case Op::Case:
      text += "case ... esac";
      return;
    case Op::IfThenElse:
      text += '(';
      append(*e.operands[0], text);
      text += " ? ";
      append(*e.operands[1], text);
      text += " : ";
      append(*e.operands[2], text);
      text += ')';
      return;
    default:
      text += "...";
      return;
  }
}

}  // namespace

std::string text_of_expression(const Expression& e) {
  std::string text;
  append(e, text);
  if (text.size() > kMostText) text.replace(kMostText, std::string::npos, "...");
  if (text.size() > 2 && text.front() == '(' && text.back() == ')' && symbol_of(e.op) != nullptr)
    text = text.substr(1, text.size() - 2);
  return text;
}

}  // namespace cairn::smv
