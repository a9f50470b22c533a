// SPDX-License-Identifier: MIT
#include "input/st/declarations.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "base/nearest_name.h"
#include "input/st/lexer.h"
#include "input/st/parser.h"

namespace cairn::st {
namespace {

/// Nested evaluations of constants that are defined by others.
constexpr std::uint32_t kDeepestConstant = 64;
/// Larger ones have no model that engines could search.
constexpr std::uint64_t kMostElements = std::uint64_t{1} << 20;
constexpr std::int64_t kMostString = 1024;

/// For as long as something is being resolved that must not contain itself.
class InProgress {
 public:
  InProgress(std::set<const void*>& all, const void* one) : all_(all), one_(one) {
    is_first_ = all_.insert(one).second;
  }
  ~InProgress() {
    if (is_first_) all_.erase(one_);
  }
  InProgress(const InProgress&) = delete;
  InProgress& operator=(const InProgress&) = delete;
  bool is_first() const { return is_first_; }

 private:
  std::set<const void*>& all_;
  const void* one_;
  bool is_first_;
};

}  // namespace

Declarations::Declarations(const Unit& unit, const Unit& library) : unit_(unit), library_(library) {
  for (const Pou& pou : library_.pous) pous_.emplace(upper_case(pou.name), &pou);
  std::map<std::string, Spot> own;
  for (const Pou& pou : unit_.pous) {
    const std::string name = upper_case(pou.name);
    const auto [known, is_new] = own.emplace(name, pou.at);
    if (!is_new)
      fail(pou.at, fmt::format("'{}' is declared twice; the first is in line {}",
                               printable(pou.name, 60), known->second.line));
    pous_[name] = &pou;  // a unit of one's own goes before a standard block
  }
  for (const TypeDeclaration& type : unit_.types) {
    if (!declared_.emplace(upper_case(type.name), &type).second)
      fail(type.at, fmt::format("the type '{}' is declared twice", printable(type.name, 60)));
  }
  globals_.kind = Type::Kind::Struct;
  globals_.name = "global variables";
  for (const TypeDeclaration& type : unit_.types) resolve_declared(type);
  add_globals();
}

void Declarations::add_globals() {
  for (const Section& section : unit_.globals)
    for (const Declaration& declaration : section.declarations)
      add_field(globals_, declaration, &section);
  for (const Configuration& configuration : unit_.configurations)
    for (const Section& section : configuration.globals)
      for (const Declaration& declaration : section.declarations)
        add_field(globals_, declaration, &section);
}

Position Declarations::position(const Spot& at) const {
  const std::string name =
      at.file < unit_.files.size() ? unit_.files[at.file] : "<standard blocks>";
  return {name, at.line, at.column};
}

void Declarations::fail(const Spot& at, std::string_view message) const {
  throw InputError(position(at), message);
}

void Declarations::refuse(const Spot& at, std::string_view what) const {
  throw NotSupported(position(at), what);
}

void Declarations::fail_unknown(const Spot& at, std::string_view what, std::string_view name,
                                const std::vector<std::string>& known) const {
  std::vector<std::string> upper;
  upper.reserve(known.size());
  for (const std::string& one : known) upper.push_back(upper_case(one));
  const std::vector<std::string_view> views(upper.begin(), upper.end());
  const std::string_view nearest = nearest_name(upper_case(name), views);
  std::string hint;
  for (std::size_t i = 0; i < upper.size(); ++i)
    if (!nearest.empty() && upper[i] == nearest)
      hint = fmt::format("; did you mean '{}'?", printable(known[i], 60));
  fail(at, fmt::format("unknown {} '{}'{}", what, printable(name, 60), hint));
}

const Pou* Declarations::find_pou(std::string_view upper) const {
  const auto found = pous_.find(upper);
  return found == pous_.end() ? nullptr : found->second;
}

std::vector<std::string> Declarations::names_of_pous(Pou::Kind kind) const {
  std::vector<std::string> names;
  for (const Pou& pou : unit_.pous)
    if (pou.kind == kind) names.push_back(pou.name);
  return names;
}

std::vector<std::string> Declarations::names_of_blocks_and_types() const {
  std::vector<std::string> names;
  for (const auto& [name, pou] : pous_)
    if (pou->kind != Pou::Kind::Function) names.push_back(pou->name);
  for (const auto& [name, type] : declared_) names.push_back(type->name);
  for (int i = 0; i <= static_cast<int>(Basic::WideChar); ++i)
    names.push_back(basic_type(static_cast<Basic>(i))->name);
  return names;
}

Type& Declarations::new_type(Type::Kind kind, std::string name) {
  Type& type = pool_.emplace_back();
  type.kind = kind;
  type.name = std::move(name);
  return type;
}

const Type* Declarations::find_type(std::string_view upper) {
  const auto found = declared_.find(upper);
  return found == declared_.end() ? nullptr : resolve_declared(*found->second);
}

const Type* Declarations::resolve_declared(const TypeDeclaration& declaration) {
  const std::string name = upper_case(declaration.name);
  const auto known = resolved_.find(name);
  if (known != resolved_.end()) return known->second;
  const InProgress progress(in_progress_, &declaration);
  if (!progress.is_first())
    fail(declaration.at,
         fmt::format("the type '{}' contains itself", printable(declaration.name, 60)));
  const TypeSpec& spec = *declaration.type;
  const Type* type =
      spec.kind == TypeSpec::Kind::Struct ? resolve_struct(spec, &globals_, declaration.name)
      : spec.kind == TypeSpec::Kind::Enum ? resolve_enum(spec, &globals_, declaration.name)
                                          : resolve(spec, &globals_);
  if (declaration.init) {
    Type& copy = pool_.emplace_back(*type);
    copy.init = declaration.init;
    if (copy.kind == Type::Kind::Enum) {
      // The same type with another initial value: its values belong to this one.
      std::erase_if(values_, [&](const auto& entry) { return entry.second.first == type; });
      for (const Type::EnumValue& value : copy.values)
        values_.emplace(value.upper, std::pair(&copy, value.value));
    }
    type = &copy;
  }
  resolved_.emplace(name, type);
  return type;
}

const Type* Declarations::resolve(const TypeSpec& spec, const Type* within) {
  switch (spec.kind) {
    case TypeSpec::Kind::Named:
      return resolve_named(spec, within);
    case TypeSpec::Kind::Array:
      return resolve_array(spec, within);
    case TypeSpec::Kind::Subrange:
      return resolve_range(spec, within);
    case TypeSpec::Kind::Enum:
      return resolve_enum(spec, within, "");
    case TypeSpec::Kind::Struct:
      return resolve_struct(spec, within, "STRUCT");
    case TypeSpec::Kind::String: {
      std::int64_t length = kUsualString;
      if (spec.length) length = number(*spec.length, within, "the length of a string");
      if (length < 1 || length > kMostString)
        fail(spec.at, fmt::format("a string has 1 to {} characters", kMostString));
      return string_type(pool_, spec.name == "STRING" ? Basic::String : Basic::WideString,
                         static_cast<std::uint32_t>(length));
    }
    case TypeSpec::Kind::Reference:
      refuse(spec.at, "references and pointers (edition 3)");
  }
  fail(spec.at, "expected a type");
}

const Type* Declarations::resolve_named(const TypeSpec& spec, const Type*) {
  const std::string upper = upper_case(spec.name);
  if (const Type* type = find_type(upper)) return type;
  if (const Type* type = find_basic_type(upper)) return type;
  if (const Pou* pou = find_pou(upper)) {
    if (pou->kind == Pou::Kind::FunctionBlock) return block_of(*pou);
    fail(spec.at, fmt::format("'{}' is {}, and no type", printable(spec.name, 60),
                              pou->kind == Pou::Kind::Program ? "a program" : "a function"));
  }
  if (upper.find('.') != std::string::npos) refuse(spec.at, "names of namespaces (edition 3)");
  fail_unknown(spec.at, "type or function block", spec.name, names_of_blocks_and_types());
}

const Type* Declarations::resolve_array(const TypeSpec& spec, const Type* within) {
  const Type* element = resolve(*spec.base, within);
  Type& type = new_type(Type::Kind::Array, "");
  type.element = element;
  std::string text;
  for (const TypeSpec::Range& range : spec.ranges) {
    Type::Bound bound{number(*range.low, within, "a bound of an array"),
                      number(*range.high, within, "a bound of an array")};
    if (bound.high < bound.low)
      fail(range.low->at, fmt::format("the range {}..{} is empty", bound.low, bound.high));
    text += fmt::format("{}{}..{}", text.empty() ? "" : ", ", bound.low, bound.high);
    type.bounds.push_back(bound);
  }
  if (type.elements() == 0 || type.elements() > kMostElements)
    fail(spec.at, fmt::format("an array has at most {} elements", kMostElements));
  type.name = fmt::format("ARRAY[{}] OF {}", text, element->name);
  return &type;
}

const Type* Declarations::resolve_enum(const TypeSpec& spec, const Type* within,
                                       const std::string& name) {
  Type& type = new_type(Type::Kind::Enum, name.empty() ? "enumeration" : name);
  std::uint64_t next = 0;
  std::uint64_t largest = 0;
  for (const TypeSpec::EnumEntry& entry : spec.entries) {
    if (entry.value) {
      const std::int64_t value = number(*entry.value, within, "the value of an enumeration");
      if (value < 0) refuse(entry.at, "negative values of an enumeration");
      next = static_cast<std::uint64_t>(value);
    }
    const std::string upper = upper_case(entry.name);
    for (const Type::EnumValue& known : type.values)
      if (known.upper == upper)
        fail(entry.at, fmt::format("the value '{}' is declared twice", printable(entry.name, 60)));
    type.values.push_back({entry.name, upper, next});
    values_.emplace(upper, std::pair(&type, next));
    largest = std::max(largest, next++);
  }
  type.width = width_of(largest);
  return &type;
}

const Type* Declarations::resolve_struct(const TypeSpec& spec, const Type* within,
                                         const std::string& name) {
  (void)within;
  Type& type = new_type(Type::Kind::Struct, name);
  for (const Declaration& member : spec.members) add_field(type, member, nullptr);
  if (type.fields.empty()) fail(spec.at, "a structure has at least one member");
  return &type;
}

const Type* Declarations::resolve_range(const TypeSpec& spec, const Type* within) {
  const Type* base = resolve(*spec.base, within);
  if (!base->is_integer())
    fail(spec.at, fmt::format("a range needs an integer type, and {} is none", base->name));
  const auto low = constant(*spec.ranges[0].low, within);
  const auto high = constant(*spec.ranges[0].high, within);
  if (!low || !high) fail(spec.ranges[0].low->at, "the bounds of a range are constants");
  const auto [least, most] = limits_of(*base);
  if (*low > *high || *low < least || *high > most)
    fail(spec.ranges[0].low->at,
         fmt::format("{}..{} is no range of {}", low->get_str(), high->get_str(), base->name));
  Type& type = pool_.emplace_back(*base);
  type.range = {*low, *high};
  type.name = fmt::format("{} ({}..{})", base->name, low->get_str(), high->get_str());
  return &type;
}

void Declarations::add_field(Type& type, const Declaration& declaration, const Section* section) {
  Field field;
  field.name = declaration.name;
  field.upper = upper_case(declaration.name);
  field.at = declaration.at;
  field.init = declaration.init;
  field.address = declaration.address;
  field.edge = declaration.edge;
  if (section != nullptr) {
    field.section = section->kind;
    field.constant = section->constant;
    field.retain = section->retain;
  }
  if (type.field(field.upper) >= 0)
    fail(declaration.at, fmt::format("'{}' is declared twice", printable(declaration.name, 60)));
  field.type = resolve(*declaration.type, &type);
  type.fields.push_back(std::move(field));
}

const Type* Declarations::block_of(const Pou& pou) {
  const auto known = blocks_.find(&pou);
  if (known != blocks_.end()) return known->second;
  const InProgress progress(in_progress_, &pou);
  if (!progress.is_first())
    fail(pou.at, fmt::format("'{}' contains an instance of itself: recursion is forbidden",
                             printable(pou.name, 60)));
  Type& type = new_type(Type::Kind::Block, pou.name);
  type.pou = &pou;
  if (is_standard(pou) && pou.name == "TON") type.timer = Timer::OnDelay;
  if (is_standard(pou) && pou.name == "TOF") type.timer = Timer::OffDelay;
  if (is_standard(pou) && pou.name == "TP") type.timer = Timer::Pulse;
  for (const Section& section : pou.sections)
    for (const Declaration& declaration : section.declarations)
      add_field(type, declaration, &section);
  if (pou.result) {
    Field result;
    result.name = pou.name;
    result.upper = upper_case(pou.name);
    result.at = pou.at;
    result.type = resolve(*pou.result, &type);
    result.section = Section::Kind::Temp;
    type.fields.push_back(std::move(result));
  }
  find_presets(type, pou);
  blocks_.emplace(&pou, &type);
  return &type;
}

const Type* Declarations::type_with_value(std::string_view upper, std::uint64_t& value) const {
  const auto [first, last] = values_.equal_range(upper);
  if (first == last || std::next(first) != last) return nullptr;
  value = first->second.second;
  return first->second.first;
}

std::optional<mpz_class> Declarations::constant_of(const Field& field, const Type* within) {
  if (!field.constant || !field.init || !field.type->is_scalar()) return std::nullopt;
  if (field.type->is_real() || field.type->is_string()) return std::nullopt;
  if (constants_ >= kDeepestConstant) return std::nullopt;
  ++constants_;
  auto value = constant(*field.init, within);
  --constants_;
  return value;
}

std::optional<mpz_class> Declarations::constant(const Expr& expr, const Type* within) {
  using Kind = Expr::Kind;
  if (expr.kind == Kind::Literal) {
    const Literal& literal = expr.literal;
    if (literal.kind != Literal::Kind::Integer && literal.kind != Literal::Kind::Duration)
      return std::nullopt;
    const mpz_class value(std::to_string(literal.integer));
    return literal.negative ? mpz_class(-value) : value;
  }
  if (expr.kind == Kind::Name) {
    const std::string upper = upper_case(expr.text);
    for (const Type* type : {within, static_cast<const Type*>(&globals_)}) {
      if (type == nullptr) continue;
      const int field = type->field(upper);
      if (field < 0) continue;
      if (type->fields[static_cast<std::size_t>(field)].section == Section::Kind::External)
        continue;
      return constant_of(type->fields[static_cast<std::size_t>(field)], type);
    }
    return std::nullopt;
  }
  if (expr.kind == Kind::Unary && expr.unary != UnaryOp::Not) {
    const auto value = constant(*expr.operands[0], within);
    if (value && expr.unary == UnaryOp::Negate) return mpz_class(-*value);
    return value;
  }
  if (expr.kind != Kind::Binary) return std::nullopt;
  const auto a = constant(*expr.operands[0], within);
  const auto b = constant(*expr.operands[1], within);
  if (!a || !b) return std::nullopt;
  switch (expr.binary) {
    case BinaryOp::Add:
      return mpz_class(*a + *b);
    case BinaryOp::Subtract:
      return mpz_class(*a - *b);
    case BinaryOp::Multiply:
      return mpz_class(*a * *b);
    case BinaryOp::Divide:
      return *b == 0 ? std::nullopt : std::optional(mpz_class(*a / *b));
    case BinaryOp::Modulo:
      return *b == 0 ? std::nullopt : std::optional(mpz_class(*a % *b));
    default:
      return std::nullopt;
  }
}

std::int64_t Declarations::number(const Expr& expr, const Type* within, std::string_view what) {
  const auto value = constant(expr, within);
  if (!value) fail(expr.at, fmt::format("{} is a constant number", what));
  if (!value->fits_sint_p()) fail(expr.at, fmt::format("{} has at most 32 bits", what));
  return value->get_si();
}

// --- timers whose duration never changes

namespace {

/// Whether an expression names a variable of the unit, by itself.
bool is_variable(const Expr& expr, const std::string& upper) {
  return expr.kind == Expr::Kind::Name && upper_case(expr.text) == upper;
}

/// What a body says about the duration of a timer that is a variable of its unit.
class PresetSearch {
 public:
  PresetSearch(Declarations& declarations, const Type& block, const Field& field)
      : declarations_(declarations), block_(block), upper_(field.upper) {}

  std::optional<mpz_class> found(const Pou& pou) {
    visit(pou.body);
    for (const Pou::Action& action : pou.actions) visit(action.body);
    return is_constant_ ? value_ : std::nullopt;
  }

 private:
  void visit(const Body& body) {
    for (const Statement& s : body) {
      // A member that is assigned, or the whole timer.
      for (const Expr* part : {s.target.get()})
        if (part != nullptr && mentions(*part)) is_constant_ = false;
      for (const Expr* part : {s.value.get(), s.to.get(), s.by.get()})
        if (part != nullptr) visit(*part);
      for (const Statement::Branch& branch : s.branches) {
        if (branch.condition) visit(*branch.condition);
        visit(branch.body);
      }
      visit(s.body);
    }
  }

  bool mentions(const Expr& expr) const {
    if (is_variable(expr, upper_)) return true;
    return std::ranges::any_of(expr.operands, [&](const ExprPtr& e) { return mentions(*e); });
  }

  void visit(const Expr& expr) {
    if (expr.kind == Expr::Kind::Call) {
      const Expr* callee = expr.operands[0].get();
      while (callee->kind == Expr::Kind::Index) callee = callee->operands[0].get();
      if (is_variable(*callee, upper_)) see_call(expr);
      for (const Argument& argument : expr.arguments) {
        if (!argument.value) continue;
        // As an argument in and out, or the target of an output.
        const Expr* value = argument.value.get();
        while (value->kind == Expr::Kind::Index) value = value->operands[0].get();
        if (is_variable(*value, upper_) || (argument.is_output && mentions(*value)))
          is_constant_ = false;
        visit(*argument.value);
      }
    }
    for (const ExprPtr& operand : expr.operands) visit(*operand);
  }

  void see_call(const Expr& call) {
    const Expr* duration = nullptr;
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      const Argument& argument = call.arguments[i];
      if (upper_case(argument.name) == "PT" || (argument.name.empty() && i == 1))
        duration = argument.value.get();
    }
    const auto value =
        duration == nullptr ? std::nullopt : declarations_.constant(*duration, &block_);
    if (!value || (value_ && *value_ != *value)) is_constant_ = false;
    if (value) value_ = value;
  }

  Declarations& declarations_;
  const Type& block_;
  std::string upper_;
  std::optional<mpz_class> value_;
  bool is_constant_ = true;
};

}  // namespace

void Declarations::find_presets(Type& block, const Pou& pou) {
  for (Field& field : block.fields) {
    const Type* timer = field.type;
    if (timer->kind == Type::Kind::Array) timer = timer->element;
    if (timer->timer == Timer::None || field.init) continue;
    const bool is_own =
        field.section == Section::Kind::Local || field.section == Section::Kind::Static;
    if (!is_own) continue;
    const auto nanoseconds = PresetSearch(*this, block, field).found(pou);
    if (!nanoseconds || *nanoseconds % 1'000'000 != 0 || *nanoseconds < 0) continue;
    const mpz_class milliseconds = *nanoseconds / 1'000'000;
    if (milliseconds > std::numeric_limits<std::int32_t>::max()) continue;
    Type& copy = pool_.emplace_back(*timer);
    copy.preset = milliseconds.get_si();
    if (field.type->kind == Type::Kind::Array) {
      Type& array = pool_.emplace_back(*field.type);
      array.element = &copy;
      field.type = &array;
    } else {
      field.type = &copy;
    }
  }
}

}  // namespace cairn::st
