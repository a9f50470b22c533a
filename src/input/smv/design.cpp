// SPDX-License-Identifier: MIT
#include "input/smv/design.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/nearest_name.h"

namespace cairn::smv {
namespace {

constexpr std::uint32_t kMostInstances = 100000;
constexpr std::uint32_t kMostDepthOfInstances = 200;
constexpr std::uint32_t kMostDepthOfConstants = 500;
constexpr std::int64_t kMostElements = 65536;
constexpr std::int64_t kMostInRange = 1LL << 31;
constexpr std::uint32_t kMostWidth = 65536;

}  // namespace

void Design::fail(Place place, const std::string& message) const {
  throw InputError({file_, place.line, place.column}, message);
}

std::string Design::text_of(const Expression& path) {
  switch (path.op) {
    case Op::Name:
    case Op::Number:
      return path.text;
    case Op::Self:
      return "self";
    case Op::Member:
      return text_of(*path.operands[0]) + "." + path.text;
    case Op::Index:
      return text_of(*path.operands[0]) + "[" + text_of(*path.operands[1]) + "]";
    default:
      return "...";
  }
}

Design::Design(const SyntaxTree& tree, std::string file) : file_(std::move(file)), tree_(tree) {
  for (const Module& module : tree.modules)
    if (!modules_.emplace(module.name, &module).second)
      fail(module.place, fmt::format("the module '{}' is declared twice", printable(module.name)));
  const Place begin = tree.modules.empty() ? Place{} : tree.modules.front().place;
  const auto found = modules_.find("main");
  if (found == modules_.end()) fail(begin, "there is no module 'main'");
  if (!found->second->parameters.empty()) fail(found->second->place, "'main' has parameters");
  processes_.emplace_back("main");
  instantiate(*add_instance(*found->second, "", 0), 0);
  // Definitions and assignments may be about parts of other instances: all are known by now.
  const auto for_each_module = [&](auto&& act) {
    for (std::size_t i = 0; i < instances_.size(); ++i) {
      const Instance& instance = *instances_[i];
      std::vector<const Module*> parts{instance.module};
      for (std::size_t k = 0; k < parts.size(); ++k)
        for (const auto& [name, place] : parts[k]->parents)
          parts.push_back(&module_named(name, place));
      for (const Module* part : parts) act(instance, *part);
    }
  };
  for_each_module([&](const Instance& i, const Module& m) { define(i, m); });
  for_each_module([&](const Instance& i, const Module& m) { assign(i, m); });
}

const Module& Design::module_named(const std::string& name, Place place) const {
  const auto found = modules_.find(name);
  if (found != modules_.end()) return *found->second;
  std::vector<std::string_view> names;
  for (const auto& entry : modules_) names.push_back(entry.first);
  const std::string_view near = nearest_name(name, names);
  fail(place, fmt::format("there is no module '{}'{}", printable(name),
                          near.empty() ? "" : fmt::format("; is '{}' meant?", near)));
}

Instance* Design::add_instance(const Module& module, std::string prefix, std::uint32_t process) {
  if (instances_.size() >= kMostInstances) fail(module.place, "too many instances of modules");
  instances_.push_back(std::make_unique<Instance>());
  Instance* made = instances_.back().get();
  made->module = &module;
  made->prefix = std::move(prefix);
  made->process = process;
  return made;
}

void Design::instantiate(Instance& instance, std::uint32_t depth) {
  if (depth > kMostDepthOfInstances)
    fail(instance.module->place,
         fmt::format("instances of '{}' are nested deeper than {}: does it contain itself?",
                     printable(instance.module->name), kMostDepthOfInstances));
  declare(instance, *instance.module, depth);
}

void Design::declare(Instance& instance, const Module& module, std::uint32_t depth) {
  for (const auto& [name, place] : module.parents) {
    if (depth + 1 > kMostDepthOfInstances) fail(place, "ISA leads in a circle");
    declare(instance, module_named(name, place), depth + 1);
  }
  symbols_.insert(module.constants.begin(), module.constants.end());
  for (const Variable& variable : module.variables) declare_variable(instance, variable, depth);
  for (const Specification& specification : module.specifications)
    specifications_.push_back({&specification, &instance});
  const auto add = [&](const std::vector<ExpressionPtr>& from, std::vector<Scoped>& to) {
    for (const ExpressionPtr& expression : from)
      to.push_back({expression, &instance, expression->place});
  };
  add(module.init, init_);
  add(module.invar, invar_);
  add(module.trans, trans_);
  add(module.justice, justice_);
  for (const auto& [often, then] : module.compassion)
    compassion_.push_back({{often, &instance, often->place}, {then, &instance, then->place}});
}

void Design::add_name(const std::string& full, Target target, Place place) {
  if (!names_.emplace(full, std::move(target)).second)
    fail(place, fmt::format("'{}' is declared twice", printable(full)));
  for (std::size_t dot = full.find('.'); dot != std::string::npos; dot = full.find('.', dot + 1))
    prefixes_.insert(full.substr(0, dot));
}

void Design::declare_variable(Instance& instance, const Variable& variable, std::uint32_t depth) {
  const std::string full = instance.full(text_of(*variable.name));
  declare_typed(instance, variable, full, variable.type, depth);
}

void Design::declare_typed(Instance& instance, const Variable& variable, const std::string& full,
                           const Type& type, std::uint32_t depth) {
  const Place place = variable.name->place;
  if (type.kind == Type::Kind::Module) {
    const Module& module = module_named(type.module, type.place);
    if (type.parts.size() != module.parameters.size())
      fail(type.place, fmt::format("'{}' has {} parameters, got {}", printable(module.name),
                                   module.parameters.size(), type.parts.size()));
    std::uint32_t process = instance.process;
    if (type.is_process) {
      process = static_cast<std::uint32_t>(processes_.size());
      processes_.push_back(full);
    }
    Instance* made = add_instance(module, full, process);
    for (std::size_t i = 0; i < type.parts.size(); ++i)
      made->arguments[module.parameters[i]] = {type.parts[i], &instance};
    Target target;
    target.kind = Target::Kind::Instance;
    target.instance = made;
    add_name(full, target, place);
    instantiate(*made, depth + 1);
    return;
  }
  if (type.kind == Type::Kind::Array) {
    const std::int64_t low = constant(*type.parts[0], instance);
    const std::int64_t high = constant(*type.parts[1], instance);
    if (high < low || high - low >= kMostElements)
      fail(type.place, fmt::format("an array needs 1 to {} elements", kMostElements));
    Target target;
    target.kind = Target::Kind::Array;
    target.name = full;
    add_name(full, target, place);
    arrays_[full] = {low, high};
    for (std::int64_t k = low; k <= high; ++k)
      declare_typed(instance, variable, fmt::format("{}[{}]", full, k), *type.element, depth);
    return;
  }
  DesignVariable made;
  made.name = full;
  made.kind = variable.kind;
  made.place = place;
  made.sorting = sorting_of(type, instance);
  Target target;
  target.kind = Target::Kind::Variable;
  target.index = variables_.size();
  target.name = full;
  add_name(full, target, place);
  variables_.push_back(std::move(made));
}

Sorting Design::sorting_of(const Type& type, const Instance& scope) {
  Sorting made;
  switch (type.kind) {
    case Type::Kind::Boolean:
      return made;
    case Type::Kind::UnsignedWord:
    case Type::Kind::SignedWord: {
      const std::int64_t width = constant(*type.parts[0], scope);
      if (width < 1 || width > kMostWidth)
        fail(type.place, fmt::format("a word has 1 to {} bits, got {}", kMostWidth, width));
      made.kind = Sorting::Kind::Word;
      made.width = static_cast<std::uint32_t>(width);
      made.is_signed = type.kind == Type::Kind::SignedWord;
      return made;
    }
    case Type::Kind::Range:
      made.kind = Sorting::Kind::Range;
      made.low = constant(*type.parts[0], scope);
      made.high = constant(*type.parts[1], scope);
      if (made.high < made.low) fail(type.place, "the range is empty");
      if (made.high - made.low >= kMostInRange) fail(type.place, "the range is too large");
      return made;
    default:
      break;
  }
  Domain domain;
  bool only_numbers = true, only_booleans = true;
  for (const ExpressionPtr& part : type.parts) {
    Constant constant_;
    const bool is_boolean = part->op == Op::True || part->op == Op::False;
    only_booleans = only_booleans && is_boolean;
    if (part->op == Op::Name && !scope.arguments.contains(part->text)) {
      constant_.symbol = part->text;
      symbols_.insert(part->text);
      only_numbers = false;
    } else if (is_boolean) {
      constant_.symbol = part->op == Op::True ? "TRUE" : "FALSE";
      only_numbers = false;
    } else {
      constant_ = {true, constant(*part, scope), ""};
    }
    if (std::ranges::find(domain, constant_) == domain.end()) domain.push_back(constant_);
  }
  if (only_booleans) return made;
  if (std::ranges::any_of(type.parts, [](const ExpressionPtr& part) {
        return part->op == Op::True || part->op == Op::False;
      }))
    fail(type.place, "an enumeration of TRUE or FALSE and other values is not supported");
  if (only_numbers) {
    std::ranges::sort(domain);
    const std::int64_t low = domain.front().number, high = domain.back().number;
    if (high - low + 1 == static_cast<std::int64_t>(domain.size())) {
      made.kind = Sorting::Kind::Range;
      made.low = low;
      made.high = high;
      return made;
    }
  }
  made.kind = Sorting::Kind::Enumeration;
  made.domain = std::make_shared<Domain>(std::move(domain));
  return made;
}

std::int64_t Design::constant(const Expression& e, const Instance& scope,
                              std::uint32_t depth) const {
  constexpr std::int64_t kMost = 1LL << 40;
  if (depth > kMostDepthOfConstants) fail(e.place, "the constant is defined by itself");
  const auto of = [&](std::size_t i) { return constant(*e.operands[i], scope, depth + 1); };
  const auto bounded = [&](std::int64_t value) {
    if (value > kMost || value < -kMost) fail(e.place, "the number is too large");
    return value;
  };
  switch (e.op) {
    case Op::Number: {
      std::int64_t value = 0;
      const auto result = std::from_chars(e.text.data(), e.text.data() + e.text.size(), value);
      if (result.ec != std::errc()) fail(e.place, "the number is too large");
      return bounded(value);
    }
    case Op::Negate:
      return -of(0);
    case Op::Add:
      return bounded(of(0) + of(1));
    case Op::Subtract:
      return bounded(of(0) - of(1));
    case Op::Multiply: {
      const std::int64_t a = of(0), b = of(1);
      if (std::abs(a) > (1 << 20) || std::abs(b) > (1 << 20))
        fail(e.place, "the number is too large");
      return a * b;
    }
    case Op::Divide:
    case Op::Modulo: {
      const std::int64_t a = of(0), b = of(1);
      if (b == 0) fail(e.place, "division by zero");
      return e.op == Op::Divide ? a / b : a % b;
    }
    case Op::Name: {
      const auto argument = scope.arguments.find(e.text);
      if (argument != scope.arguments.end())
        return constant(*argument->second.expression, *argument->second.scope, depth + 1);
      for (const Definition& definition : scope.module->definitions)
        if (definition.name->op == Op::Name && definition.name->text == e.text)
          return constant(*definition.value, scope, depth + 1);
      break;
    }
    default:
      break;
  }
  fail(e.place, "expected a constant number");
}

Target Design::named(const std::string& full) const {
  const auto found = names_.find(full);
  if (found != names_.end()) return found->second;
  Target target;
  if (prefixes_.contains(full)) {
    target.kind = Target::Kind::Prefix;
    target.name = full;
  }
  return target;
}

Target Design::part(const Target& base, const std::string& name) const {
  if (base.kind == Target::Kind::Instance) {
    Expression path;
    path.op = Op::Name;
    path.text = name;
    Target found = resolve(path, *base.instance);
    return found.kind == Target::Kind::Symbol ? Target{} : found;
  }
  if (base.kind == Target::Kind::Prefix || base.kind == Target::Kind::Variable)
    return named(base.name + "." + name);
  return {};
}

Target Design::resolve(const Expression& path, const Instance& scope) const {
  Target target;
  switch (path.op) {
    case Op::Self:
      target.kind = Target::Kind::Instance;
      target.instance = &scope;
      return target;
    case Op::Name: {
      const auto argument = scope.arguments.find(path.text);
      if (argument != scope.arguments.end()) {
        // An argument that is a path leads on; others are values.
        const Instance::Argument& given = argument->second;
        target = resolve(*given.expression, *given.scope);
        if (target.kind == Target::Kind::Nothing) {
          target.kind = Target::Kind::Expression;
          target.argument = given;
        }
        return target;
      }
      target = named(scope.full(path.text));
      if (target.kind != Target::Kind::Nothing) return target;
      if (path.text == "running") {
        target.kind = Target::Kind::Running;
        target.index = scope.process;
      } else if (symbols_.contains(path.text)) {
        target.kind = Target::Kind::Symbol;
        target.name = path.text;
      }
      return target;
    }
    case Op::Member:
      return part(resolve(*path.operands[0], scope), path.text);
    case Op::Index: {
      const Target base = resolve(*path.operands[0], scope);
      const Expression& index = *path.operands[1];
      const bool is_number =
          index.op == Op::Number || (index.op == Op::Negate && index.operands[0]->op == Op::Number);
      if (base.kind == Target::Kind::Array && is_number)
        return named(fmt::format("{}[{}]", base.name, constant(index, scope)));
      if (base.kind == Target::Kind::Prefix && is_number)
        return named(fmt::format("{}[{}]", base.name, constant(index, scope)));
      return {};
    }
    default:
      return {};
  }
}

void Design::fail_unknown(const Expression& path, const Instance& scope) const {
  const std::string text = text_of(path);
  std::vector<std::string> near_names;
  for (const auto& entry : names_) {
    std::string_view name = entry.first;
    if (!scope.prefix.empty()) {
      if (!name.starts_with(scope.prefix + ".")) continue;
      name.remove_prefix(scope.prefix.size() + 1);
    }
    near_names.emplace_back(name);
  }
  for (const auto& entry : scope.arguments) near_names.push_back(entry.first);
  near_names.insert(near_names.end(), symbols_.begin(), symbols_.end());
  const std::vector<std::string_view> views(near_names.begin(), near_names.end());
  const std::string_view near = nearest_name(text, views);
  fail(path.place,
       fmt::format("unknown name '{}'{}", printable(text),
                   near.empty() ? "" : fmt::format("; is '{}' meant?", printable(near))));
}

std::string Design::target_name(const Expression& path, const Instance& scope) const {
  switch (path.op) {
    case Op::Name: {
      if (scope.arguments.contains(path.text)) {
        const Target target = resolve(path, scope);
        if (target.kind == Target::Kind::Variable || target.kind == Target::Kind::Array)
          return target.name;
        if (target.kind == Target::Kind::Instance) return target.instance->prefix;
        fail(path.place, fmt::format("the parameter '{}' is no variable and cannot be assigned",
                                     printable(path.text)));
      }
      return scope.full(path.text);
    }
    case Op::Self:
      return scope.prefix;
    case Op::Member: {
      const Target base = resolve(*path.operands[0], scope);
      if (base.kind == Target::Kind::Instance) return base.instance->full(path.text);
      return target_name(*path.operands[0], scope) + "." + path.text;
    }
    case Op::Index:
      return fmt::format("{}[{}]", target_name(*path.operands[0], scope),
                         constant(*path.operands[1], scope));
    default:
      fail(path.place, "expected a name");
  }
}

void Design::define(const Instance& instance, const Module& module) {
  for (const Definition& definition : module.definitions) {
    Target target;
    target.kind = Target::Kind::Definition;
    target.index = definitions_.size();
    target.name = target_name(*definition.name, instance);
    add_name(target.name, target, definition.name->place);
    definitions_.push_back({definition.value, &instance, definition.value->place});
  }
}

void Design::assign(const Instance& instance, const Module& module) {
  for (const Assignment& assignment : module.assignments) {
    const std::string name = target_name(*assignment.target, instance);
    const Target target = named(name);
    const Place place = assignment.target->place;
    if (target.kind == Target::Kind::Nothing) fail_unknown(*assignment.target, instance);
    if (target.kind != Target::Kind::Variable)
      fail(place, fmt::format("'{}' is no variable and cannot be assigned", printable(name)));
    DesignVariable& variable = variables_[target.index];
    using Kind = Assignment::Kind;
    const Scoped value{assignment.value, &instance, place};
    if (variable.kind == Variable::Kind::Input)
      fail(place, fmt::format("the input '{}' cannot be assigned", printable(name)));
    if (variable.kind == Variable::Kind::Frozen && assignment.kind == Kind::Next)
      fail(place, fmt::format("'{}' is frozen and has no next value", printable(name)));
    std::vector<Scoped>& list = assignment.kind == Kind::Now    ? variable.now
                                : assignment.kind == Kind::Init ? variable.init
                                                                : variable.next;
    for (const Scoped& other : list)
      if (assignment.kind != Kind::Next || other.scope->process == instance.process)
        fail(place, fmt::format("'{}' is assigned twice", printable(name)));
    list.push_back(value);
    if (!variable.now.empty() && (!variable.init.empty() || !variable.next.empty()))
      fail(place,
           fmt::format("'{}' is assigned for all steps and for single ones", printable(name)));
  }
}

}  // namespace cairn::smv
