// SPDX-License-Identifier: MIT
//
// Expressions: values, places, conversions, conditions.
#pragma once

#include "input/c/clang/translator.h"

namespace cairn {
namespace {

Term Frontend::literal(const llvm::APInt& bits) {
  llvm::SmallString<40> digits;
  bits.toString(digits, 16, false);
  return terms_.constant(Value(
      BitVector::parse(bits.getBitWidth(), std::string_view(digits.data(), digits.size()), 16)));
}

Term Frontend::literal(const llvm::APFloat& number, const CScalar& type) {
  llvm::APInt bits = number.bitcastToAPInt();
  if (type.is_float_bits()) return literal(bits);
  if (&number.getSemantics() == &llvm::APFloat::x87DoubleExtended()) {
    // The format's leading bit of the significand is implied in ours.
    llvm::APInt without = bits.trunc(63).zext(79);
    without |= bits.lshr(64).trunc(16).zext(79).shl(63);
    bits = without;
  }
  const Term term = literal(bits);
  return terms_.constant(Value::of_float(type.sort, terms_.value(term).bits()));
}

/// What `make` says for the rounding mode in force; there is one unless the program sets it.
template <class Make>
Term Frontend::rounded(Make make) {
  const Term nearest = make(RoundingMode::NearestEven);
  if (!rounding_.valid()) return nearest;
  const auto is = [this](std::uint64_t mode) {
    return terms_.equal(rounding_, terms_.bv(32, mode));
  };
  return terms_.ite(is(kRoundDown), make(RoundingMode::Down),
                    terms_.ite(is(kRoundUp), make(RoundingMode::Up),
                               terms_.ite(is(kRoundToZero), make(RoundingMode::Zero), nearest)));
}

/// What a float means. Floats are their bits in programs that look at these.
Term Frontend::number_of(Term value, const CScalar& type) {
  if (!type.is_float_bits() || !terms_.sort(value).is_bit_vector()) return value;
  return c_from_memory(terms_, value, type.number);
}

/// The bits of a float that an operation yields. C says nothing of the sign and the payload of a
/// NaN (C11 F.2.1), and processors and compilers differ.
Term Frontend::packed(Term number, const CScalar& type) {
  if (!type.is_float_bits()) return number;
  const std::uint32_t width = type.sort.width();
  const Term bits = c_to_memory(terms_, number, width);
  if (terms_.is_value(number) && !terms_.is_true(terms_.make(Op::FpIsNan, {number}))) return bits;
  const std::uint32_t exponent = type.number.element.exponent;
  // Quiet: the highest bit of the fraction is set.
  const std::uint32_t payload = width - 1 - exponent - (width == 80 ? 2 : 1);
  const Term any = havoc(type.sort, "NaN");
  const Term ones = terms_.constant(Value(BitVector::ones(width - 1 - payload)));
  const Term nan = terms_.concat(terms_.concat(terms_.extract(any, width - 1, width - 1), ones),
                                 terms_.extract(any, payload - 1, 0));
  return terms_.ite(terms_.make(Op::FpIsNan, {number}), nan, bits);
}

Term Frontend::truth(Term value, const CScalar& type) {
  return c_truth(terms_, number_of(value, type), type);
}

Term Frontend::convert(Term value, const CScalar& from, const CScalar& to) {
  if (from.is_float_bits() && to.sort == from.sort && to.number == from.number) return value;
  CScalar source = from;
  if (from.is_float_bits()) source.sort = from.number;
  value = number_of(value, from);
  if (to.kind != CScalar::Kind::Float) return c_convert(terms_, value, source, to);
  CScalar target = to;
  if (to.is_float_bits()) target.sort = to.number;
  return packed(
      rounded([&](RoundingMode mode) { return c_convert(terms_, value, source, target, mode); }),
      to);
}

void Frontend::effect(const Expr* expression) {
  expression = strip(expression);
  if (const auto* conversion = dyn_cast<clang::CastExpr>(expression);
      conversion != nullptr && conversion->getCastKind() == clang::CK_ToVoid) {
    // Nothing is read by "(void)x;".
    const Expr* inner = strip(conversion->getSubExpr());
    const auto* value = dyn_cast<clang::CastExpr>(inner);
    if (value != nullptr && value->getCastKind() == clang::CK_LValueToRValue)
      inner = value->getSubExpr();
    if (isa<clang::DeclRefExpr>(strip(inner))) return;
    return effect(conversion->getSubExpr());
  }
  if (const auto* binary = dyn_cast<clang::BinaryOperator>(expression)) {
    if (binary->getOpcode() == clang::BO_Comma) {
      effect(binary->getLHS());
      return effect(binary->getRHS());
    }
    if (binary->isAssignmentOp() && is_scalar(binary->getType())) {
      assignment(binary, nullptr);
      return;
    }
  }
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(expression);
      unary != nullptr && unary->isIncrementDecrementOp()) {
    increment(unary, false);
    return;
  }
  if (const auto* call_expression = dyn_cast<clang::CallExpr>(expression)) {
    unused_result_ = call_expression;
    call(call_expression);
    return;
  }
  if (const auto* operation = dyn_cast<clang::AtomicExpr>(expression)) {
    atomic(operation);
    return;
  }
  if (const auto* statements = dyn_cast<clang::StmtExpr>(expression))
    return statement_expression(statements, [this](const Expr* last) { effect(last); });
  if (const auto* choice = dyn_cast<clang::AbstractConditionalOperator>(expression);
      choice != nullptr && choice->getType()->isVoidType()) {
    const Term test = condition(choice->getCond());
    Block then = collect_block([&] { effect(choice->getTrueExpr()); });
    Block otherwise = collect_block([&] { effect(choice->getFalseExpr()); });
    return branch(test, std::move(then), std::move(otherwise));
  }
  if (expression->getType()->isVoidType()) {
    if (has_effects(expression)) limit(reason_for(expression));
  } else if (is_scalar(expression->getType())) {
    if (expression->isGLValue())
      lvalue(expression);
    else
      rvalue(expression);
  } else if (expression->getType()->isRecordType()) {
    aggregate(expression);
  } else if (has_effects(expression)) {
    limit(reason_for(expression));
  }
}

Term Frontend::rvalue(const Expr* expression) {
  const CScalar type = scalar(expression->getType());
  if (!is_scalar(expression->getType()) && !expression->getType()->isFunctionType()) {
    if (expression->getType()->isAnyComplexType()) return limit(reason_for(expression), type.sort);
  }
  const Term term = rvalue_unchecked(expression);
  if (!term.valid() || terms_.sort(term) != type.sort) return limit("conversion", type.sort);
  return term;
}

Term Frontend::rvalue_unchecked(const Expr* expression) {
  const CScalar type = scalar(expression->getType());
  expression = strip(expression);
  if (const auto* number = dyn_cast<clang::IntegerLiteral>(expression))
    return literal(number->getValue());
  if (const auto* character = dyn_cast<clang::CharacterLiteral>(expression))
    return terms_.bv(type.width(),
                     static_cast<std::uint64_t>(static_cast<std::int32_t>(character->getValue())));
  if (const auto* number = dyn_cast<clang::FloatingLiteral>(expression))
    return literal(number->getValue(), type);
  if (const auto* conversion = dyn_cast<clang::CastExpr>(expression)) return cast(conversion);
  if (const auto* operation = dyn_cast<clang::UnaryOperator>(expression)) return unary(operation);
  if (const auto* operation = dyn_cast<clang::BinaryOperator>(expression)) return binary(operation);
  if (const auto* choice = dyn_cast<clang::AbstractConditionalOperator>(expression))
    return conditional(choice);
  if (const auto* call_expression = dyn_cast<clang::CallExpr>(expression))
    return call(call_expression).value;
  if (const auto* operation = dyn_cast<clang::AtomicExpr>(expression)) return atomic(operation);
  if (const auto* opaque = dyn_cast<clang::OpaqueValueExpr>(expression)) {
    const auto found = opaque_.find(opaque);
    return found != opaque_.end() ? found->second : rvalue(opaque->getSourceExpr());
  }
  if (const auto* reference = dyn_cast<clang::DeclRefExpr>(expression)) {
    if (const auto* constant = dyn_cast<clang::EnumConstantDecl>(reference->getDecl())) {
      const llvm::APSInt& value = constant->getInitVal();
      const Term term = literal(value);
      return value.isSigned() ? terms_.resize_signed(term, type.width())
                              : terms_.resize_unsigned(term, type.width());
    }
    if (const auto* function = dyn_cast<FunctionDecl>(reference->getDecl())) {
      // A weak symbol that nothing defines is null.
      if (function->getMostRecentDecl()->hasAttr<clang::WeakAttr>() &&
          definition_of(function) == nullptr)
        return c_zero(terms_, type.sort);
      return unit_.objects[function_object(function)].address;
    }
  }
  if (const auto* statements = dyn_cast<clang::StmtExpr>(expression)) {
    Term value;
    statement_expression(statements, [&](const Expr* last) { value = snapshot(rvalue(last)); });
    return value;
  }
  if (const auto* choice = dyn_cast<clang::GenericSelectionExpr>(expression))
    return rvalue(choice->getResultExpr());
  if (const auto* choice = dyn_cast<clang::ChooseExpr>(expression))
    return rvalue(choice->getChosenSubExpr());
  if (const auto* field = dyn_cast<clang::MemberExpr>(expression)) return read(member(field));
  if (const auto* further = dyn_cast<clang::VAArgExpr>(expression)) return next_argument(further);
  if (const auto* mark = dyn_cast<clang::AddrLabelExpr>(expression))
    return unit_.objects[label_object(mark->getLabel())].address;
  if (const auto* element = dyn_cast<clang::ArraySubscriptExpr>(expression);
      element != nullptr && element->getBase()->getType()->isVectorType() &&
      !element->getBase()->isGLValue())
    return vector_element(element);
  if (const auto* shuffle = dyn_cast<clang::ShuffleVectorExpr>(expression))
    return vector_shuffle(shuffle);
  if (const auto* conversion = dyn_cast<clang::ConvertVectorExpr>(expression))
    return vector_convert(conversion);
  if (isa<clang::ImplicitValueInitExpr>(expression)) return c_zero(terms_, type.sort);
  if (const auto* list = dyn_cast<clang::InitListExpr>(expression);
      list != nullptr && list->getType()->isVectorType())
    return vector_list(list);
  if (const auto* list = dyn_cast<clang::InitListExpr>(expression))
    return list->getNumInits() == 0 ? c_zero(terms_, type.sort) : rvalue(list->getInit(0));
  Expr::EvalResult result;
  if (expression->EvaluateAsInt(result, *context_)) return literal(result.Val.getInt());
  if (const auto* trait = dyn_cast<clang::UnaryExprOrTypeTraitExpr>(expression);
      trait != nullptr && trait->getKind() == clang::UETT_SizeOf) {
    const Size size = dynamic_size(trait->getTypeOfArgument());
    return times(terms_.bv(type.width(), static_cast<std::uint64_t>(size.bits / 8)), size);
  }
  if (expression->isGLValue() && is_scalar(expression->getType())) return read(lvalue(expression));
  return limit(reason_for(expression), type.sort);
}

/// The statements of ({ ... }); `last` gets the expression that is its value.
template <class Last>
void Frontend::statement_expression(const clang::StmtExpr* expression, Last last) {
  const SiteId here = site_;
  const clang::CompoundStmt* body = expression->getSubStmt();
  const std::size_t outer = enter_scope(body);
  for (const Stmt* each : body->body()) {
    if (each != body->body_back()) {
      visit(each);
      continue;
    }
    const Stmt* final = each;
    while (const auto* mark = dyn_cast<clang::LabelStmt>(final)) {
      if (options_.unwind) {
        assign(rounds_of(mark->getDecl()), terms_.bv(32, 0));
        passed_labels_.insert(mark->getDecl());
      }
      label(label_of(mark->getDecl()));
      final = mark->getSubStmt();
    }
    if (const auto* value = dyn_cast<Expr>(final))
      last(value);
    else
      visit(final);
  }
  leave_scope(outer);
  site_ = here;
}

/// True if executing the block without need changes nothing that counts. Reads are harmless unless
/// they are checked.
bool Frontend::only_reads(const Block& block) const {
  if (checks("bounds") || checks("null") || checks("use-after-free") || checks("uninitialised"))
    return block.empty();
  return std::ranges::all_of(block, [](const Statement& statement) {
    return is_pseudo(statement) && statement.names[0] == kLoad;
  });
}

CBinary comparison_kind(clang::BinaryOperatorKind kind) {
  static const std::map<clang::BinaryOperatorKind, CBinary> kinds = {
      {clang::BO_LT, CBinary::Less},      {clang::BO_GT, CBinary::Greater},
      {clang::BO_LE, CBinary::LessEqual}, {clang::BO_GE, CBinary::GreaterEqual},
      {clang::BO_EQ, CBinary::Equal},     {clang::BO_NE, CBinary::NotEqual}};
  return kinds.at(kind);
}

Term Frontend::condition(const Expr* expression) {
  const Expr* inner = strip(expression);
  if (const auto* operation = dyn_cast<clang::BinaryOperator>(inner)) {
    if (operation->isLogicalOp()) return short_circuit(operation);
    if (operation->isComparisonOp()) {
      if (!is_scalar(operation->getLHS()->getType()))
        return limit(reason_for(operation->getLHS()), Sort::boolean());
      Term left = rvalue(operation->getLHS());
      if (has_effects(operation->getRHS())) left = snapshot(left);
      const Term right = rvalue(operation->getRHS());
      if (terms_.sort(left) != terms_.sort(right)) return limit("comparison", Sort::boolean());
      const CScalar type = scalar(operation->getLHS()->getType());
      if (operation->isRelationalOp() && operation->getLHS()->getType()->isPointerType())
        check_same_object(left, right, operation);
      return c_compare(terms_, comparison_kind(operation->getOpcode()), number_of(left, type),
                       number_of(right, type), type);
    }
  }
  if (const auto* operation = dyn_cast<clang::UnaryOperator>(inner);
      operation != nullptr && operation->getOpcode() == clang::UO_LNot)
    return terms_.not_(condition(operation->getSubExpr()));
  if (const auto* conversion = dyn_cast<clang::CastExpr>(inner)) {
    switch (conversion->getCastKind()) {
      case clang::CK_IntegralToBoolean:
      case clang::CK_PointerToBoolean:
      case clang::CK_FloatingToBoolean:
        return condition(conversion->getSubExpr());
      default:
        break;
    }
  }
  if (!is_scalar(inner->getType()) || inner->getType()->isVectorType())
    return limit("condition", Sort::boolean());
  return truth(rvalue(inner), scalar(inner->getType()));
}

Term Frontend::short_circuit(const clang::BinaryOperator* expression) {
  const bool conjunction = expression->getOpcode() == clang::BO_LAnd;
  const Term left = condition(expression->getLHS());
  Term right;
  Block block = collect_block([&] { right = condition(expression->getRHS()); });
  if (only_reads(block)) {
    std::ranges::move(block, std::back_inserter(*block_));
    return conjunction ? terms_.and_(left, right) : terms_.or_(left, right);
  }
  const Term result = temporary(Sort::boolean());
  Block evaluated = std::move(block);
  Block skipped = collect_block([&] { assign(result, terms_.boolean(!conjunction)); });
  Block last = collect_block([&] { assign(result, right); });
  std::ranges::move(last, std::back_inserter(evaluated));
  if (conjunction)
    branch(left, std::move(evaluated), std::move(skipped));
  else
    branch(left, std::move(skipped), std::move(evaluated));
  return result;
}

Term Frontend::conditional(const clang::AbstractConditionalOperator* expression) {
  Term test;
  if (const auto* binary = dyn_cast<clang::BinaryConditionalOperator>(expression)) {
    const Term value = snapshot(rvalue(binary->getCommon()));
    opaque_[binary->getOpaqueValue()] = value;
  }
  test = condition(expression->getCond());
  Term first;
  Term second;
  Block then = collect_block([&] { first = rvalue(expression->getTrueExpr()); });
  Block otherwise = collect_block([&] { second = rvalue(expression->getFalseExpr()); });
  if (terms_.sort(first) != terms_.sort(second))
    return limit("conditional operator", scalar(expression->getType()).sort);
  if (only_reads(then) && only_reads(otherwise)) {
    std::ranges::move(then, std::back_inserter(*block_));
    std::ranges::move(otherwise, std::back_inserter(*block_));
    return terms_.ite(test, first, second);
  }
  const Term result = temporary(terms_.sort(first));
  Block set_first = collect_block([&] { assign(result, first); });
  Block set_second = collect_block([&] { assign(result, second); });
  std::ranges::move(set_first, std::back_inserter(then));
  std::ranges::move(set_second, std::back_inserter(otherwise));
  branch(test, std::move(then), std::move(otherwise));
  return result;
}

CPlace Frontend::conditional_place(const clang::AbstractConditionalOperator* expression) {
  if (isa<clang::BinaryConditionalOperator>(expression)) limit("conditional operator");
  const CPlace result =
      whole(new_object(CObject::Kind::Local, "conditional", expression->getType()));
  const Term test = condition(expression->getCond());
  Block then = collect_block(
      [&] { copy(result, aggregate(expression->getTrueExpr()), expression->getType()); });
  Block otherwise = collect_block(
      [&] { copy(result, aggregate(expression->getFalseExpr()), expression->getType()); });
  branch(test, std::move(then), std::move(otherwise));
  return result;
}

/// Whether every read finds another value: a volatile variable that the program does not write is
/// written by something else (C11 6.7.3 p7).
bool Frontend::is_input(const Expr* place) const {
  const auto* reference = dyn_cast<clang::DeclRefExpr>(strip(place));
  if (reference == nullptr || !reference->getType().isVolatileQualified()) return false;
  const auto* variable = dyn_cast<VarDecl>(reference->getDecl());
  if (variable == nullptr || !variable->hasGlobalStorage() ||
      variable->getType().isConstQualified())
    return false;
  const std::string key = key_of(variable);
  return variable->getAnyInitializer() == nullptr && !assigned_.contains(key) &&
         !taken_.contains(key);
}

Term Frontend::cast(const clang::CastExpr* expression) {
  const Expr* inner = expression->getSubExpr();
  const CScalar to = scalar(expression->getType());
  const bool reads = expression->getCastKind() == clang::CK_LValueToRValue ||
                     expression->getCastKind() == clang::CK_NoOp;
  if (!reads && (expression->getType()->isVectorType() || inner->getType()->isVectorType()))
    return vector_cast(expression);
  switch (expression->getCastKind()) {
    case clang::CK_LValueToRValue:
      if (is_input(inner)) return arbitrary(to, "volatile " + short_text(inner));
      return read(lvalue(inner));
    case clang::CK_ArrayToPointerDecay:
      return address(inner->isGLValue() ? lvalue(inner).place : aggregate(inner));
    case clang::CK_FunctionToPointerDecay: {
      const Expr* callee = inner->IgnoreParens();
      if (const auto* pointer = dyn_cast<clang::UnaryOperator>(callee);
          pointer != nullptr && pointer->getOpcode() == clang::UO_Deref)
        return rvalue(pointer->getSubExpr());
      return rvalue(callee);
    }
    case clang::CK_NullToPointer:
      return c_zero(terms_, to.sort);
    case clang::CK_NoOp:
    case clang::CK_AtomicToNonAtomic:
    case clang::CK_NonAtomicToAtomic:
      return inner->isGLValue() ? read(lvalue(inner)) : rvalue(inner);
    case clang::CK_BitCast: {
      if (!is_scalar(inner->getType())) return limit("vector type", to.sort);
      const QualType before = heap_hint_;
      if (expression->getType()->isPointerType() && !expression->getType()->isVoidPointerType())
        heap_hint_ = expression->getType()->getPointeeType();
      const Term value = rvalue(inner);
      heap_hint_ = before;
      return value;
    }
    case clang::CK_IntegralCast:
    case clang::CK_IntegralToBoolean:
    case clang::CK_IntegralToFloating:
    case clang::CK_FloatingToIntegral:
    case clang::CK_FloatingToBoolean:
    case clang::CK_FloatingCast:
    case clang::CK_BooleanToSignedIntegral:
    case clang::CK_IntegralToPointer:
    case clang::CK_PointerToIntegral:
    case clang::CK_PointerToBoolean:
      if (!is_scalar(inner->getType())) break;
      return convert(rvalue(inner), scalar(inner->getType()), to);
    default:
      break;
  }
  return limit(fmt::format("conversion ({})", expression->getCastKindName()), to.sort);
}

CPlace Frontend::pointer_place(const Expr* pointer) {
  const Expr* inner = strip(pointer);
  if (const auto* conversion = dyn_cast<clang::CastExpr>(inner)) {
    const Expr* below = conversion->getSubExpr();
    if (conversion->getCastKind() == clang::CK_ArrayToPointerDecay)
      return below->isGLValue() ? lvalue(below).place : aggregate(below);
    const bool same = conversion->getCastKind() == clang::CK_NoOp ||
                      conversion->getCastKind() == clang::CK_BitCast;
    if (same && below->isPRValue() && below->getType()->isPointerType() &&
        !isa<clang::CallExpr>(below->IgnoreParens()))
      return pointer_place(below);
  }
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(inner);
      unary != nullptr && unary->getOpcode() == clang::UO_AddrOf &&
      !unary->getSubExpr()->getType()->isFunctionType()) {
    LValue target = lvalue(unary->getSubExpr());
    if (!target.variable.valid() && target.field_width == 0) return target.place;
  }
  const auto* sum = dyn_cast<clang::BinaryOperator>(inner);
  if (sum != nullptr && sum->isAdditiveOp() && sum->getType()->isPointerType()) {
    const bool swapped = !sum->getLHS()->getType()->isPointerType();
    const Expr* base = swapped ? sum->getRHS() : sum->getLHS();
    const Expr* offset = swapped ? sum->getLHS() : sum->getRHS();
    if (!swapped) {
      CPlace place = pointer_place(base);
      if (has_effects(offset)) snapshot(place);
      const CScalar type = scalar(offset->getType());
      add_index(place, rvalue(offset), type, dynamic_size(base->getType()->getPointeeType()),
                sum->getOpcode() == clang::BO_Sub);
      return place;
    }
  }
  CPlace place;
  place.pointer = rvalue(pointer);
  return place;
}

LValue Frontend::member(const clang::MemberExpr* expression) {
  LValue result;
  const auto* field = dyn_cast<clang::FieldDecl>(expression->getMemberDecl());
  const Expr* base = expression->getBase();
  if (expression->isArrow())
    result.place = pointer_place(base);
  else
    result.place = base->isGLValue() ? lvalue(base).place : aggregate(base);
  result.type = scalar(expression->getType());
  if (field == nullptr) {
    limit("member");
    return result;
  }
  const clang::ASTRecordLayout& layout = context_->getASTRecordLayout(field->getParent());
  result.place.offset += static_cast<CBits>(layout.getFieldOffset(field->getFieldIndex()));
  if (field->isBitField()) result.field_width = field->getBitWidthValue(*context_);
  return result;
}

/// A row of a matrix is an array of its own, though the rows are one array in memory.
void Frontend::check_row(const Expr* row, Term index, const Expr* where) {
  if (!isa<clang::ArraySubscriptExpr>(strip(row))) return;
  const std::uint32_t width = terms_.sort(index).width();
  const std::uint64_t count =
      context_->getAsConstantArrayType(row->getType())->getSize().getLimitedValue();
  if (width >= 64 || count < (std::uint64_t{1} << (width - 1)))
    property(terms_.make(Op::BvUlt, {index, terms_.bv(width, count)}),
             "the index is within its array in " + text_of(where->getSourceRange()));
}

LValue Frontend::lvalue(const Expr* expression) {
  expression = strip(expression);
  LValue result;
  result.type = scalar(expression->getType());
  if (const auto* reference = dyn_cast<clang::DeclRefExpr>(expression)) {
    if (const auto* declaration = dyn_cast<VarDecl>(reference->getDecl())) {
      const Variable& variable = variable_of(declaration);
      result.variable = variable.term;
      if (!variable.term.valid()) result.place = whole(variable.object);
      return result;
    }
    if (const auto* function = dyn_cast<FunctionDecl>(reference->getDecl())) {
      result.place = whole(function_object(function));
      return result;
    }
  }
  if (const auto* field = dyn_cast<clang::MemberExpr>(expression)) return member(field);
  if (const auto* element = dyn_cast<clang::ArraySubscriptExpr>(expression)) {
    if (element->getBase()->getType()->isVectorType()) {
      if (!element->getBase()->isGLValue()) {
        result.place.pointer = limit("element of a vector", Sort::bit_vector(unit_.pointer_bits));
        return result;
      }
      result.place = lvalue(element->getBase()).place;
    } else {
      result.place = pointer_place(element->getBase());
    }
    if (has_effects(element->getIdx())) snapshot(result.place);
    const auto* decayed = dyn_cast<clang::ImplicitCastExpr>(element->getBase()->IgnoreParens());
    const bool named =
        decayed != nullptr && decayed->getCastKind() == clang::CK_ArrayToPointerDecay &&
        context_->getAsConstantArrayType(decayed->getSubExpr()->getType()) != nullptr;
    const Term index = rvalue(element->getIdx());
    if (named && checks("bounds") && addressed_ != expression)
      check_row(decayed->getSubExpr(), index, element);
    add_index(result.place, index, scalar(element->getIdx()->getType()),
              dynamic_size(element->getType()), false, named);
    return result;
  }
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(expression)) {
    if (unary->getOpcode() == clang::UO_Deref) {
      result.place = pointer_place(unary->getSubExpr());
      return result;
    }
    if (unary->getOpcode() == clang::UO_Extension) return lvalue(unary->getSubExpr());
  }
  if (const auto* text = dyn_cast<clang::StringLiteral>(expression)) {
    result.place = whole(string_object(text));
    return result;
  }
  if (const auto* name = dyn_cast<clang::PredefinedExpr>(expression)) {
    result.place = whole(string_object(name->getFunctionName()));
    return result;
  }
  if (const auto* compound = dyn_cast<clang::CompoundLiteralExpr>(expression)) {
    const auto [found, added] = literals_.emplace(compound, kNoObject);
    if (added && !compound->isFileScope()) local_literals_.push_back(compound);
    if (added || !compound->isFileScope()) {
      if (added)
        found->second =
            new_object(compound->isFileScope() ? CObject::Kind::Global : CObject::Kind::Local,
                       "literal", compound->getType());
      const CObjectId object = literals_[compound];
      if (!compound->isFileScope()) begin_local(object);
      if (!is_scalar(compound->getType())) pseudo(kZero, object, {}, {}, "");
      initialise(whole(object), compound->getType(), compound->getInitializer());
    }
    result.place = whole(literals_[compound]);
    return result;
  }
  if (const auto* conversion = dyn_cast<clang::CastExpr>(expression);
      conversion != nullptr && (conversion->getCastKind() == clang::CK_NoOp ||
                                conversion->getCastKind() == clang::CK_LValueBitCast))
    return lvalue(conversion->getSubExpr());
  if (const auto* choice = dyn_cast<clang::GenericSelectionExpr>(expression))
    return lvalue(choice->getResultExpr());
  if (const auto* choice = dyn_cast<clang::ChooseExpr>(expression))
    return lvalue(choice->getChosenSubExpr());
  if (!expression->isGLValue() && expression->getType()->isRecordType()) {
    result.place = aggregate(expression);
    return result;
  }
  result.place.pointer = limit(reason_for(expression), Sort::bit_vector(unit_.pointer_bits));
  return result;
}

/// Where the value of a record (or of an array in one) is.
CPlace Frontend::aggregate(const Expr* expression) {
  expression = strip(expression);
  if (expression->isGLValue()) return lvalue(expression).place;
  if (const auto* conversion = dyn_cast<clang::CastExpr>(expression)) {
    const clang::CastKind kind = conversion->getCastKind();
    if (kind == clang::CK_LValueToRValue || kind == clang::CK_NoOp ||
        kind == clang::CK_AtomicToNonAtomic || kind == clang::CK_NonAtomicToAtomic)
      return aggregate(conversion->getSubExpr());
  }
  if (const auto* conversion = dyn_cast<clang::CastExpr>(expression);
      conversion != nullptr && conversion->getCastKind() == clang::CK_ToUnion) {
    const CPlace made = whole(new_object(CObject::Kind::Local, "union", expression->getType()));
    pseudo(kZero, made.object, {}, {}, "");
    const Expr* member_value = conversion->getSubExpr();
    if (is_scalar(member_value->getType())) {
      const CScalar type = scalar(member_value->getType());
      store(made, type.sort, type.storage, rvalue(member_value));
    } else {
      copy(made, aggregate(member_value), member_value->getType());
    }
    return made;
  }
  if (const auto* call_expression = dyn_cast<clang::CallExpr>(expression))
    return call(call_expression).place;
  if (const auto* further = dyn_cast<clang::VAArgExpr>(expression);
      further != nullptr && further->getType()->isRecordType() && size_of(further->getType()) > 0)
    return next_record(further);
  if (const auto* choice = dyn_cast<clang::AbstractConditionalOperator>(expression))
    return conditional_place(choice);
  if (const auto* binary = dyn_cast<clang::BinaryOperator>(expression)) {
    if (binary->getOpcode() == clang::BO_Comma) {
      effect(binary->getLHS());
      return aggregate(binary->getRHS());
    }
    if (binary->getOpcode() == clang::BO_Assign) {
      CPlace target = lvalue(binary->getLHS()).place;
      if (has_effects(binary->getRHS())) snapshot(target);
      copy(target, aggregate(binary->getRHS()), binary->getType());
      return target;
    }
  }
  if (const auto* statements = dyn_cast<clang::StmtExpr>(expression)) {
    CPlace place;
    // A copy, for what it is a value of ends there.
    statement_expression(statements, [&](const Expr* last) {
      const CPlace value = aggregate(last);
      if (!last->getType()->isRecordType()) return;
      place = whole(new_object(CObject::Kind::Local, "value", last->getType()));
      copy(place, value, last->getType());
    });
    if (place.object != kNoObject || place.pointer.valid()) return place;
  }
  if (const auto* member_expression = dyn_cast<clang::MemberExpr>(expression))
    return member(member_expression).place;
  limit(reason_for(expression));
  return whole(new_object(CObject::Kind::Local, "unknown", expression->getType()));
}

}  // namespace
}  // namespace cairn
