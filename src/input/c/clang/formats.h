// SPDX-License-Identifier: MIT
//
// printf, scanf and their kind with formats that are string literals: a call of a function of
// library/stdio.c for each conversion. What is printed to a stream counts only in the result and in
// %n. Other formats, conversions of floats and pointers and whatever else is rare: the text is not
// known, and reading it is a limit.
#pragma once

#include "format/c/c_harness_input.h"
#include "input/c/clang/translator.h"

namespace cairn {
namespace {

/// A conversion of a format, or text between two.
struct Frontend::Conversion {
  enum class Kind : std::uint8_t { Text, Signed, Unsigned, Char, String, Float, Count, Other };
  enum : int { Left = 1, Plus = 2, Space = 4, OtherForm = 8, Zeros = 16, Capitals = 32 };
  Kind kind = Kind::Text;
  std::size_t begin = 0;  ///< of text: its place in the format
  std::size_t length = 0;
  char letter = 0;
  unsigned base = 10;
  int flags = 0;
  bool suppressed = false;   ///< scanf's *
  std::optional<int> width;  ///< none: no width, or an argument
  std::optional<int> precision;
  int width_argument = -1;
  int precision_argument = -1;
  int argument = -1;  ///< counted from the first behind the format
  std::string size;   ///< hh, h, l, ll, z, t, j, L
};

/// The format up to its end, if it is a literal.
std::optional<std::string> Frontend::format_text(const Expr* format) const {
  const auto* text = dyn_cast<clang::StringLiteral>(format->IgnoreParenImpCasts());
  if (text == nullptr || text->getCharByteWidth() != 1) return std::nullopt;
  std::string value = text->getString().str();
  return value.substr(0, value.find('\0'));
}

/// Nothing if the format is not one that C describes, or has numbered arguments.
std::optional<std::vector<Frontend::Conversion>> Frontend::parse_format(const std::string& text,
                                                                        bool scan) const {
  std::vector<Conversion> found;
  int next = 0;
  const auto number = [&](std::size_t& at) {
    int value = 0;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9' && value < 10'000)
      value = 10 * value + (text[at++] - '0');
    return value;
  };
  for (std::size_t at = 0; at < text.size();) {
    Conversion one;
    if (text[at] != '%') {
      one.begin = at;
      while (at < text.size() && text[at] != '%') ++at;
      one.length = at - one.begin;
      found.push_back(one);
      continue;
    }
    const std::size_t start = at++;
    const std::string_view flags = "-+ #0";
    while (!scan && at < text.size() && flags.find(text[at]) != std::string_view::npos)
      one.flags |= 1 << flags.find(text[at++]);
    if (at < text.size() && text[at] == '*') {
      ++at;
      if (scan)
        one.suppressed = true;
      else
        one.width_argument = next++;
    }
    if (at < text.size() && text[at] >= '0' && text[at] <= '9') one.width = number(at);
    if (!scan && at < text.size() && text[at] == '.') {
      ++at;
      if (at < text.size() && text[at] == '*') {
        ++at;
        one.precision_argument = next++;
      } else {
        one.precision = number(at);
      }
    }
    while (at < text.size() && std::string_view("hlLqjzt").find(text[at]) != std::string_view::npos)
      one.size += text[at++];
    if (at == text.size()) return std::nullopt;
    one.letter = text[at++];
    switch (one.letter) {
      case '%':
        if (at - start != 2) return std::nullopt;
        one.begin = at - 1;
        one.length = 1;
        found.push_back(one);
        continue;
      case 'd':
      case 'i':
        one.kind = Conversion::Kind::Signed;
        one.base = one.letter == 'i' && scan ? 0 : 10;
        break;
      case 'u':
      case 'x':
      case 'X':
      case 'o':
        one.kind = Conversion::Kind::Unsigned;
        one.base = one.letter == 'u' ? 10 : one.letter == 'o' ? 8 : 16;
        if (one.letter == 'X') one.flags |= Conversion::Capitals;
        break;
      case 'c':
        one.kind = one.size.empty() ? Conversion::Kind::Char : Conversion::Kind::Other;
        break;
      case 's':
        one.kind = one.size.empty() ? Conversion::Kind::String : Conversion::Kind::Other;
        break;
      case 'n':
        one.kind = Conversion::Kind::Count;
        break;
      case 'a':
      case 'A':
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
        one.kind = Conversion::Kind::Float;
        break;
      case 'p':
        one.kind = Conversion::Kind::Other;
        break;
      default:
        return std::nullopt;
    }
    if (one.size == "q") one.size = "ll";
    if (one.size == "L" && one.kind != Conversion::Kind::Float) one.size = "ll";
    if (one.size.size() > 1 && one.size != "hh" && one.size != "ll") return std::nullopt;
    if (!one.suppressed) one.argument = next++;
    found.push_back(one);
  }
  return found;
}

/// Why an argument does not have the type that its conversion says, if so.
std::optional<std::string> Frontend::misfit(const Conversion& conversion,
                                            const clang::CallExpr* expression) const {
  using Kind = Conversion::Kind;
  const auto print = print_function(expression->getDirectCallee()->getNameAsString());
  const unsigned first = print->format + 1;
  const auto type_of = [&](int argument) {
    const unsigned at = first + static_cast<unsigned>(argument);
    return at < expression->getNumArgs() ? expression->getArg(at)->getType() : QualType();
  };
  const auto is_int = [&](QualType type) {
    return !type.isNull() && type->isIntegerType() && size_of(type) == 32;
  };
  if (conversion.kind == Kind::Text) return std::nullopt;
  const std::string name = fmt::format("conversion '%{}{}'", conversion.size, conversion.letter);
  for (const int star : {conversion.width_argument, conversion.precision_argument})
    if (star >= 0 && !is_int(type_of(star))) return name + " without a width of type int";
  const QualType type = type_of(conversion.argument);
  if (type.isNull()) return name + " without an argument";
  const std::string& size = conversion.size;
  const CBits bits = size == "ll" || size == "j"                 ? 64
                     : size == "l" || size == "z" || size == "t" ? unit_.pointer_bits
                                                                 : 32;
  bool fits = false;
  switch (conversion.kind) {
    case Kind::Signed:
    case Kind::Unsigned:
      fits = type->isIntegralOrEnumerationType() && size_of(type) == bits;
      break;
    case Kind::Char:
      fits = is_int(type);
      break;
    case Kind::String:
      fits = type->isPointerType() && size_of(type->getPointeeType()) == 8;
      break;
    case Kind::Float:
      fits = type->isRealFloatingType();
      break;
    default:
      fits = type->isPointerType();
  }
  return fits ? std::nullopt : std::optional(name + " of an argument of another type");
}

void Frontend::store_number(Term pointer, const Conversion& conversion, Term value) {
  const std::string& size = conversion.size;
  const std::uint32_t width = size == "hh"                                ? 8
                              : size == "h"                               ? 16
                              : size == "ll" || size == "j"               ? 64
                              : size == "l" || size == "z" || size == "t" ? unit_.pointer_bits
                                                                          : 32;
  CPlace place;
  place.pointer = pointer;
  store(place, Sort::bit_vector(width), width, terms_.resize_unsigned(value, width));
}

/// The position behind what the conversion prints.
Term Frontend::put_conversion(const Conversion& conversion, std::span<const Term> arguments,
                              Term to, Term room, Term at) {
  using Kind = Conversion::Kind;
  const auto value_of = [&](int argument) { return arguments[static_cast<std::size_t>(argument)]; };
  const auto number = [&](std::optional<int> value, int argument, int otherwise) {
    if (argument >= 0) return value_of(argument);
    return terms_.bv(32, static_cast<std::uint32_t>(value.value_or(otherwise)));
  };
  const Term flags = terms_.bv(32, static_cast<std::uint32_t>(conversion.flags));
  const Term width = number(conversion.width, conversion.width_argument, 0);
  const Term precision = number(conversion.precision, conversion.precision_argument, -1);
  const Term value = value_of(conversion.argument);
  const bool plain = conversion.flags == 0 && !conversion.width && !conversion.precision &&
                     conversion.width_argument < 0 && conversion.precision_argument < 0;
  const auto cut = [&] {  // %hhd prints what a char holds
    const std::uint32_t bits = conversion.size == "hh"  ? 8
                               : conversion.size == "h" ? 16
                                                        : terms_.sort(value).width();
    return terms_.extract(value, bits - 1, 0);
  };
  switch (conversion.kind) {
    case Kind::Signed:
      if (plain && terms_.sort(value).width() == 32)
        return call_helper("__cairn_put_int", {to, room, at, terms_.resize_signed(cut(), 32)});
      return call_helper("__cairn_put_decimal",
                         {to, room, at, terms_.resize_signed(cut(), 64), flags, width, precision});
    case Kind::Unsigned: {
      const Term none = terms_.bv(
          32,
          static_cast<std::uint32_t>(conversion.flags & ~Conversion::Plus & ~Conversion::Space));
      return call_helper("__cairn_put_number",
                         {to, room, at, terms_.resize_unsigned(cut(), 64), terms_.bv(32, 0),
                          terms_.bv(32, conversion.base), none, width, precision});
    }
    case Kind::Char:
      if (plain) return put_character(to, room, at, terms_.extract(value, 7, 0));
      return call_helper("__cairn_put_char", {to, room, at, value, flags, width});
    default:
      if (plain) return call_helper("__cairn_put_whole", {to, room, at, value});
      return call_helper("__cairn_put_string", {to, room, at, value, flags, width, precision});
  }
}

/// One character; the position behind it.
Term Frontend::put_character(Term to, Term room, Term at, Term character) {
  CPlace place;
  place.pointer = terms_.make(Op::BvAdd, {to, at});
  Block then = collect_block([&] { store(place, Sort::bit_vector(8), 8, character); });
  const Term fits = terms_.make(Op::BvUlt, {at, room});
  if (terms_.is_true(fits))
    std::ranges::move(then, std::back_inserter(*block_));
  else if (fits != terms_.false_term())
    branch(fits, std::move(then), {});
  return terms_.make(Op::BvAdd, {at, terms_.bv(unit_.pointer_bits, 1)});
}

/// A call whose text is not known: what it writes to is not either.
Frontend::Result Frontend::print_unknown(const clang::CallExpr* expression, const std::string& name,
                                         const std::string& reason) {
  const auto call = print_function(name);
  const bool unused = unused_result_ == expression;
  if (call && !call->buffer) {
    // A stream: the result and what %n writes to are all there is.
    evaluate_arguments(expression);
    if (unused) return no_result(expression->getType());
    approximate(name);
    // Any length that an int can hold.
    const CScalar type = result_scalar(expression);
    return {terms_.zero_extend(havoc(Sort::bit_vector(type.width() - 1), name), type.width()), {}};
  }
  if (const auto result = scribble(expression, name)) return *result;
  evaluate_arguments(expression);
  limit(fmt::format("call of '{}': {}", name, reason));
  return no_result(expression->getType());
}

Frontend::Result Frontend::print(const clang::CallExpr* expression, const std::string& name) {
  using Kind = Conversion::Kind;
  constexpr std::size_t kLongestText = 64;  // that is stored character by character
  const CPrint call = *print_function(name);
  if (expression->getNumArgs() <= call.format) {
    evaluate_arguments(expression);
    limit(fmt::format("call of '{}' without a format", name));
    return no_result(expression->getType());
  }
  const unsigned first = call.format + 1;
  const auto text = format_text(expression->getArg(call.format));
  const auto conversions = text ? parse_format(*text, false) : std::nullopt;
  bool writes = !conversions;  // through an argument, perhaps
  bool known = conversions.has_value();
  std::string reason = text ? "a format that is not modelled" : "a format that is no literal";
  if (conversions)
    for (const Conversion& one : *conversions) {
      writes = writes || one.kind == Kind::Count;
      if (one.kind == Kind::Float || one.kind == Kind::Other) {
        reason = fmt::format("conversion '%{}{}'", one.size, one.letter);
        known = false;
      }
      if (const auto why = misfit(one, expression)) {
        reason = *why;
        known = false;
        // An argument of another type moves those behind it on some machines.
        writes = writes || one.kind == Kind::Count;
      }
    }
  if (call.list) writes = has_count_conversion_;
  if (!known && writes) {
    bool pointers = call.list;
    for (unsigned i = first; i < expression->getNumArgs(); ++i) {
      const QualType type = expression->getArg(i)->getType();
      if (!type->isPointerType() || type->getPointeeType().isConstQualified()) continue;
      // Text is rarely meant to be written to.
      pointers = pointers || has_count_conversion_ || !type->getPointeeType()->isCharType();
    }
    if (pointers) {
      evaluate_arguments(expression);
      limit(fmt::format("call of '{}': {}, which may write through a pointer", name, reason));
      return no_result(expression->getType());
    }
  }
  if (!known) return print_unknown(expression, name, reason);
  const bool reads_text = checks("bounds") && conversions &&
                          std::ranges::any_of(*conversions, [](const Conversion& one) {
                            return one.kind == Kind::String;
                          });
  if (!call.buffer && unused_result_ == expression && !writes && !reads_text) {
    evaluate_arguments(expression);
    return no_result(expression->getType());
  }
  std::vector<Term> arguments = evaluate_arguments(expression);
  for (Term& argument : arguments)
    if (argument.valid()) argument = snapshot(argument);
  const std::uint32_t width = unit_.pointer_bits;
  const auto constant = [&](std::uint64_t value) { return terms_.bv(width, value); };
  // A program's own declaration may have another type for the size.
  for (const auto& which : {call.buffer, call.size, std::optional(call.format)}) {
    if (!which) continue;
    Term& argument = arguments[*which];
    if (!argument.valid() || !terms_.sort(argument).is_bit_vector())
      return {limit(fmt::format("call of '{}' with an argument of another type", name),
                    Sort::bit_vector(32)),
              {}};
    argument = terms_.resize_unsigned(argument, width);
  }
  const Term to = call.buffer ? arguments[*call.buffer] : constant(0);
  // Characters for which there is room, without the end of the text.
  Term room = constant(0);
  if (call.size)
    room = terms_.ite(terms_.equal(arguments[*call.size], constant(0)), constant(0),
                      terms_.bv_sub(arguments[*call.size], constant(1)));
  else if (call.buffer)
    room = terms_.constant(Value(BitVector::ones(width)));
  const Term format = arguments[call.format];
  Term at = constant(0);
  for (const Conversion& one : *conversions) {
    if (one.kind == Kind::Text && call.buffer && one.length <= kLongestText) {
      for (std::size_t i = 0; i < one.length; ++i)
        at = put_character(to, room, at,
                           terms_.bv(8, static_cast<unsigned char>((*text)[one.begin + i])));
    } else if (one.kind == Kind::Text) {
      const Term start = terms_.make(Op::BvAdd, {format, constant(one.begin)});
      at = call.buffer ? call_helper("__cairn_put_text", {to, room, at, start, constant(one.length),
                                                          terms_.bv(32, 0), terms_.bv(32, 0)})
                       : terms_.make(Op::BvAdd, {at, constant(one.length)});
    } else if (one.kind == Kind::Count) {
      store_number(arguments[first + static_cast<unsigned>(one.argument)], one, at);
    } else {
      at = put_conversion(one, std::span(arguments).subspan(first), to, room, at);
    }
  }
  if (call.size) {
    call_helper("__cairn_put_end", {to, arguments[*call.size], at});
  } else if (call.buffer) {
    put_character(to, room, at, terms_.bv(8, 0));
  }
  const QualType type = expression->getType();
  if (!is_scalar(type)) return no_result(type);
  return {terms_.resize_unsigned(at, scalar(type).width()), {}};
}

/// scanf and fscanf: any input, so that any number of conversions succeeds. sscanf: what its text
/// says.
Frontend::Result Frontend::scan(const clang::CallExpr* expression, const std::string& name) {
  using Kind = Conversion::Kind;
  const CScan call = *scan_function(name);
  const unsigned first = call.format + 1;
  const unsigned count = expression->getNumArgs();
  const auto text =
      count > call.format ? format_text(expression->getArg(call.format)) : std::nullopt;
  const auto conversions = text ? parse_format(*text, true) : std::nullopt;
  bool known = conversions.has_value();
  if (conversions)
    for (const Conversion& one : *conversions) {
      if (one.kind == Kind::Text) continue;
      if (one.kind == Kind::Other || (one.kind == Kind::Float && call.text) ||
          (one.kind == Kind::Count && !call.text) || (one.width && *one.width == 0))
        known = false;
      if (one.argument < 0) continue;
      const unsigned at = first + static_cast<unsigned>(one.argument);
      known = known && at < count && expression->getArg(at)->getType()->isPointerType();
    }
  if (!known) {
    if (const auto result = scribble(expression, name)) return *result;
    evaluate_arguments(expression);
    limit(fmt::format("call of '{}' with this format", name));
    return no_result(expression->getType());
  }
  std::vector<Term> arguments = evaluate_arguments(expression);
  for (Term& argument : arguments)
    if (argument.valid()) argument = snapshot(argument);
  const std::uint32_t width = unit_.pointer_bits;
  const auto flag = [&](bool value) { return terms_.bv(32, value ? 1 : 0); };
  const auto target_of = [&](const Conversion& one) {
    return one.argument < 0 ? terms_.bv(width, 0)
                            : arguments[first + static_cast<unsigned>(one.argument)];
  };
  const auto most = [&](const Conversion& one, bool character) {
    if (one.width) return terms_.bv(width, static_cast<std::uint64_t>(*one.width));
    return character ? terms_.bv(width, 1) : terms_.constant(Value(BitVector::ones(width)));
  };
  const auto is_true = [&](Term value) { return terms_.distinct(value, terms_.bv(32, 0)); };
  if (call.text) {
    call_helper("__cairn_scan_start", {arguments[0]});
    for (const Conversion& one : *conversions) {
      const Term assigns = flag(one.argument >= 0);
      switch (one.kind) {
        case Kind::Text:
          for (std::size_t i = one.begin; i < one.begin + one.length; ++i) {
            if (std::isspace(static_cast<unsigned char>((*text)[i])) != 0 || one.letter == '%')
              call_helper("__cairn_scan_space", {});
            if (std::isspace(static_cast<unsigned char>((*text)[i])) == 0)
              call_helper("__cairn_scan_literal",
                          {terms_.bv(8, static_cast<unsigned char>((*text)[i]))});
          }
          break;
        case Kind::Signed:
        case Kind::Unsigned: {
          const bool wide = one.size == "ll" || one.size == "j";
          const Term matched = call_helper("__cairn_scan_integer",
                                           {terms_.bv(32, one.base), most(one, false),
                                            flag(one.kind == Kind::Signed), flag(wide), assigns});
          if (one.argument < 0) break;
          Block then = collect_block(
              [&] { store_number(target_of(one), one, call_helper("__cairn_scan_value", {})); });
          branch(is_true(matched), std::move(then), {});
          break;
        }
        case Kind::Count: {
          Block then = collect_block(
              [&] { store_number(target_of(one), one, call_helper("__cairn_scan_length", {})); });
          branch(is_true(call_helper("__cairn_scan_going", {})), std::move(then), {});
          break;
        }
        case Kind::Char:
          call_helper("__cairn_scan_chars", {target_of(one), most(one, true), assigns});
          break;
        default:
          call_helper("__cairn_scan_string", {target_of(one), most(one, false), assigns});
      }
    }
    return {call_helper("__cairn_scan_result", {}), {}};
  }
  const Term any = havoc(Sort::bit_vector(32), name + std::string(kScanCount));
  unsigned assigned = 0;
  for (const Conversion& one : *conversions)
    if (one.argument >= 0) ++assigned;
  const Term end_of_file = terms_.constant(Value(BitVector::from_signed(32, -1)));
  const Term done = snapshot(
      terms_.ite(terms_.make(Op::BvUle, {any, terms_.bv(32, assigned)}), any, end_of_file));
  unsigned position = 0;
  for (const Conversion& one : *conversions) {
    if (one.argument < 0) continue;
    const Term reached = terms_.make(Op::BvSlt, {terms_.bv(32, position++), done});
    Block then = collect_block([&] {
      const Term target = target_of(one);
      if (one.kind == Kind::Char) {
        call_helper("__cairn_any_chars", {target, most(one, true)});
      } else if (one.kind == Kind::String) {
        call_helper("__cairn_any_word", {target, most(one, false)});
      } else if (one.kind == Kind::Float) {
        const CScalar type = scalar(one.size == "L"   ? context_->LongDoubleTy
                                    : one.size == "l" ? context_->DoubleTy
                                                      : context_->FloatTy);
        CPlace place;
        place.pointer = target;
        store(place, type.sort, type.storage, havoc(type.sort, name + std::string(kScanValue)));
      } else {
        store_number(target, one, havoc(Sort::bit_vector(64), name + std::string(kScanValue)));
      }
    });
    branch(reached, std::move(then), {});
  }
  return {done, {}};
}

}  // namespace
}  // namespace cairn
