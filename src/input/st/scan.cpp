// SPDX-License-Identifier: MIT
//
// The cycle of a PLC: initial values; then for ever: the inputs are read, time has passed, the
// program runs, and at the end of the scan requirements are checked.
//
//   assume the assumptions at the end that are about inputs alone
//   run the environment, then the program
//   assume the other assumptions at the end, assert the assertions there
//   remember what PREV and its like ask for
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "base/error.h"
#include "input/c/externals.h"
#include "input/st/addresses.h"
#include "input/st/compiler.h"
#include "input/st/lexer.h"
#include "input/st/library.h"
#include "input/st/parser.h"

namespace cairn::st {
namespace {

constexpr std::uint64_t kUsualCycle = 100;  // ms
constexpr std::uint64_t kRangedElements = 4096;

std::string listed(std::vector<std::string> names) {
  for (std::string& name : names) name = printable(name, 60);
  return fmt::format("{}", fmt::join(names, ", "));
}

bool is_input_address(const std::string& address) {
  return address.starts_with("%I");
}

}  // namespace

Compiler::Compiler(const std::vector<Source>& sources, const Unit& unit, const ReadOptions& options,
                   const Log& log)
    : sources_(sources),
      options_(options),
      log_(log),
      names_(unit, standard_library()),
      out_(sources) {}

const Pou& Compiler::find_entry(const std::string& name, const char* what) const {
  const std::string upper = upper_case(name);
  for (const Pou& pou : names_.unit().pous)
    if (upper_case(pou.name) == upper && pou.kind != Pou::Kind::Function) return pou;
  std::vector<std::string> known = names_.names_of_pous(Pou::Kind::Program);
  for (std::string& block : names_.names_of_pous(Pou::Kind::FunctionBlock))
    known.push_back(std::move(block));
  if (known.empty())
    throw InputError({sources_.front().name, 0, 0},
                     "has no PROGRAM and no FUNCTION_BLOCK that could run");
  throw InputError({sources_.front().name, 0, 0},
                   fmt::format("there is no {} '{}'; those there are: {}", what,
                               printable(name, 60), listed(known)));
}

namespace {

/// Names of types that the declarations of a unit mention.
void mentioned(const TypeSpec& type, std::set<std::string>& into) {
  if (type.kind == TypeSpec::Kind::Named) into.insert(upper_case(type.name));
  if (type.base) mentioned(*type.base, into);
  for (const Declaration& member : type.members) mentioned(*member.type, into);
}

}  // namespace

/// The one program, or else the one block that no other unit uses.
const Pou& Compiler::only_entry() const {
  const std::vector<std::string> programs = names_.names_of_pous(Pou::Kind::Program);
  if (programs.size() == 1) return find_entry(programs.front(), "program");
  const Position whole{sources_.front().name, 0, 0};
  if (programs.size() > 1)
    throw InputError(whole, fmt::format("has several programs: {}; --entry names the one that runs",
                                        listed(programs)));
  std::set<std::string> used;
  for (const Pou& pou : names_.unit().pous)
    for (const Section& section : pou.sections)
      for (const Declaration& declaration : section.declarations)
        mentioned(*declaration.type, used);
  for (const TypeDeclaration& type : names_.unit().types) mentioned(*type.type, used);
  std::vector<std::string> blocks = names_.names_of_pous(Pou::Kind::FunctionBlock);
  if (blocks.empty())
    throw InputError(whole, "has no PROGRAM and no FUNCTION_BLOCK that could run");
  std::vector<std::string> roots = blocks;
  std::erase_if(roots, [&](const std::string& name) { return used.contains(upper_case(name)); });
  if (roots.size() == 1) return find_entry(roots.front(), "block");
  throw InputError(whole,
                   fmt::format("has no PROGRAM and several blocks: {}; --entry names the one that "
                               "runs",
                               listed(roots.empty() ? blocks : roots)));
}

/// Inputs of the unit that runs, and what stands at addresses of inputs.
void Compiler::find_inputs(const Storage& root, const Type* block) {
  for (std::size_t i = 0; i < block->fields.size(); ++i) {
    const Field& field = block->fields[i];
    if (i >= root.parts.size() || !root.parts[i]) continue;
    const bool is_program_input = block->pou != nullptr && (field.section == Section::Kind::Input ||
                                                            field.section == Section::Kind::InOut);
    if (!is_program_input && !is_input_address(field.address)) continue;
    std::vector<const Storage*> found;
    leaves(*root.parts[i], found);
    for (const Storage* leaf : found)
      if (leaf->variable.valid()) inputs_.push_back(leaf);
  }
}

/// Any value of its type; finite, if it is a real number.
void Compiler::havoc_input(const Storage& leaf) {
  out_.havoc(leaf.variable, leaf.name);
  const Type& type = *leaf.type;
  const auto restricted = [&](Term value) {
    if (type.is_real() && !options_.any_reals)
      return terms().not_(
          terms().or_(terms().make(Op::FpIsNan, {value}), terms().make(Op::FpIsInfinite, {value})));
    if (type.range) {
      const Op op = type.is_signed() ? Op::BvSle : Op::BvUle;
      const auto bound = [&](const mpz_class& number) {
        return terms().constant(Value(to_bit_vector(type.bits(), number)));
      };
      return terms().and_(terms().make(op, {bound(type.range->first), value}),
                          terms().make(op, {value, bound(type.range->second)}));
    }
    if (type.kind == Type::Kind::Enum) {
      if (type.values.size() == std::uint64_t{1} << type.width) return terms().true_term();
      std::vector<Term> any;
      for (const Type::EnumValue& one : type.values)
        any.push_back(terms().equal(value, terms().bv(type.width, one.value)));
      return terms().or_all(any);
    }
    if (type.is_string()) {
      // Behind the end there is nothing.
      const std::uint32_t size = type.bits() / type.length;
      std::vector<Term> all;
      const auto is_empty = [&](std::uint32_t i) {
        return terms().equal(terms().extract(value, size * i + size - 1, size * i),
                             terms().bv(size, 0));
      };
      for (std::uint32_t i = 0; i + 1 < type.length; ++i)
        all.push_back(terms().implies(is_empty(i), is_empty(i + 1)));
      return terms().and_all(all);
    }
    return terms().true_term();
  };
  if (!leaf.in_array) return out_.assume(restricted(leaf.variable));
  if (leaf.count > kRangedElements) {
    const Sort scalar = type.sort();
    const Term any = out_.variable("any", scalar, "", Show::Hidden);
    if (terms().is_true(restricted(any))) return;
    throw InputError(
        {sources_.front().name, 0, 0},
        fmt::format("not supported: '{}', an array of more than {} elements of {} that "
                    "has any value",
                    leaf.name, kRangedElements, type.name));
  }
  const std::uint32_t width = terms().sort(leaf.variable).index_sort().width();
  for (std::uint64_t i = 0; i < leaf.count; ++i)
    out_.assume(restricted(terms().select(leaf.variable, terms().bv(width, i))));
}

bool Compiler::reads_only_inputs(const Expr& expr, const Scope& scope) {
  if (expr.kind == Expr::Kind::Call) return false;
  if (expr.kind == Expr::Kind::Name) {
    const std::string upper = upper_case(expr.text);
    const int index = scope.block->field(upper);
    if (index < 0) return !names_.globals() || names_.globals()->field(upper) < 0;
    const Field& field = scope.block->fields[static_cast<std::size_t>(index)];
    if (field.constant) return true;
    return field.section == Section::Kind::Input && !assigns(scope.pou->body, upper);
  }
  if (expr.kind == Expr::Kind::Direct) return false;
  return std::ranges::all_of(expr.operands,
                             [&](const ExprPtr& e) { return reads_only_inputs(*e, scope); });
}

/// What a body says at its end: assumptions first, for assertions are about what they leave.
void Compiler::lower_end(const Scope& scope, bool is_early) {
  for (const Annotation::Kind kind : {Annotation::Kind::Assume, Annotation::Kind::Assert})
    for (const Statement& s : scope.pou->at_end) {
      if (s.annotation.kind != kind) continue;
      const bool can_be_early =
          scope.is_entry && kind == Annotation::Kind::Assume && reads_only_inputs(*s.value, scope);
      if (can_be_early == is_early) lower_statement(s);
    }
}

void Compiler::lower_requirements(bool is_early) {
  for (const Annotation::Kind kind : {Annotation::Kind::Assume, Annotation::Kind::Assert})
    for (const Requirement& one : options_.requirements) {
      if (one.kind != kind || one.kind == Annotation::Kind::Param || is_early) continue;
      requirements_.push_back(parse_expression(one.expression));
      const bool outer = std::exchange(in_annotation_, true);
      Term condition;
      try {
        condition = lower_bool(*requirements_.back());
      } catch (const InputError& error) {
        // Places in the expression are those of the requirements file.
        throw InputError(one.at, fmt::format("{}: {}", one.id, error.message()));
      }
      in_annotation_ = outer;
      out_.at_position(one.at, one.id);
      if (one.recurs)
        add_recurrence(one, condition);
      else if (kind == Annotation::Kind::Assume)
        assume(condition);
      else
        claim(condition, one.id.empty() ? one.expression.bytes : one.id);
    }
}

/// Those that //#PARAM names.
void Compiler::find_parameters(const Pou& pou, const Storage& root, const Type* block) {
  const auto take = [&](const std::string& name, const Spot& at) {
    const int index = block->field(upper_case(name));
    const bool is_input = index >= 0 && block->fields[static_cast<std::size_t>(index)].section ==
                                            Section::Kind::Input;
    if (!is_input) {
      std::vector<std::string> known;
      for (const Field& field : block->fields)
        if (field.section == Section::Kind::Input) known.push_back(field.name);
      names_.fail_unknown(at, "input", name, known);
    }
    std::vector<const Storage*> found;
    leaves(*root.parts[static_cast<std::size_t>(index)], found);
    for (const Storage* leaf : found) parameters_.insert(leaf);
  };
  for (const Body* body : {&pou.body, &pou.at_end})
    for (const Statement& s : *body)
      if (s.kind == Statement::Kind::Annotation && s.annotation.kind == Annotation::Kind::Param)
        for (const std::string& name : s.annotation.names) take(name, s.at);
  for (const Requirement& one : options_.requirements)
    if (one.kind == Annotation::Kind::Param) {
      if (block->field(upper_case(one.id)) < 0)
        throw InputError(one.at, fmt::format("unknown input '{}'", printable(one.id, 60)));
      take(one.id, pou.at);
    }
}

/// The task's interval, unless the options say a cycle time.
void Compiler::choose_cycle_time() {
  if (options_.cycle_time) {
    least_ms_ = options_.cycle_time->least;
    most_ms_ = options_.cycle_time->most;
    return;
  }
  std::uint64_t common = 0;
  for (const Configuration& configuration : names_.unit().configurations)
    for (const Task& task : configuration.tasks) {
      if (!task.interval) continue;
      const auto interval = names_.constant(*task.interval, names_.globals());
      if (!interval || *interval <= 0 || *interval % 1'000'000 != 0)
        names_.refuse(task.interval->at, "intervals but those of whole milliseconds");
      const mpz_class milliseconds = *interval / 1'000'000;
      common = std::gcd(common, milliseconds.get_ui());
    }
  least_ms_ = most_ms_ = common == 0 ? kUsualCycle : common;
}

/// The programs that a configuration runs, in the order of their priorities; or the unit that is
/// the only one, or that was asked for.
std::vector<Compiler::Running> Compiler::choose_running() {
  std::vector<Running> running;
  if (!options_.entry.empty()) {
    running.push_back(
        {&find_entry(options_.entry, "program or function block"), "", 1, 0, nullptr});
    return running;
  }
  for (const Configuration& configuration : names_.unit().configurations)
    for (const ProgramInstance& instance : configuration.instances) {
      const Pou* pou = names_.find_pou(upper_case(instance.type));
      if (pou == nullptr || pou->kind != Pou::Kind::Program)
        names_.fail_unknown(instance.at, "program", instance.type,
                            names_.names_of_pous(Pou::Kind::Program));
      Running one{pou, instance.name, 1, 0, &instance};
      if (!instance.task.empty()) {
        const auto task = std::ranges::find_if(configuration.tasks, [&](const Task& t) {
          return upper_case(t.name) == upper_case(instance.task);
        });
        if (task == configuration.tasks.end()) {
          std::vector<std::string> known;
          for (const Task& t : configuration.tasks) known.push_back(t.name);
          names_.fail_unknown(instance.at, "task", instance.task, known);
        }
        if (task->is_single) names_.refuse(task->at, "tasks that an event starts (SINGLE)");
        if (task->interval && least_ms_ == most_ms_) {
          const mpz_class interval =
              *names_.constant(*task->interval, names_.globals()) / 1'000'000;
          one.every = std::max<std::uint64_t>(1, interval.get_ui() / least_ms_);
        }
        if (task->priority)
          one.priority = names_.number(*task->priority, names_.globals(), "a priority");
      }
      running.push_back(std::move(one));
    }
  if (running.empty()) running.push_back({&only_entry(), "", 1, 0, nullptr});
  if (running.size() == 1) running.front().name.clear();
  std::ranges::stable_sort(running, {}, &Running::priority);
  return running;
}

Scope Compiler::root_scope(const Pou& pou, const std::string& name) {
  Scope scope;
  scope.pou = &pou;
  scope.block = names_.block_of(pou);
  scope.is_entry = true;
  allocates_root_ = true;
  roots_.push_back(allocate(scope.block, name, 1, false, nullptr));
  scope.self = {roots_.back().get(), kNoTerm};
  find_inputs(*roots_.back(), scope.block);
  find_parameters(pou, *roots_.back(), scope.block);
  return scope;
}

/// An output that no statement assigns is a claim that fails at once.
void Compiler::check_outputs(const Scope& scope) {
  if (!checks("outputs")) return;
  for (const Field& field : scope.block->fields) {
    if (field.section != Section::Kind::Output) continue;
    out_.at(field.at, scope.pou->name);
    out_.assert_(terms().boolean(assigns(scope.pou->body, field.upper)),
                 fmt::format("the output {} is written", field.name));
  }
}

Program Compiler::run(ScanModel* model) {
  choose_cycle_time();
  if (least_ms_ != most_ms_) {
    step_ = out_.variable("#cycle", Sort::bit_vector(32), "cycle time (ms)", Show::Unsigned);
    zeroed_.push_back(step_);
  }
  globals_ = std::make_unique<Storage>();
  globals_->type = names_.globals();
  allocate_globals();
  const std::vector<Running> running = choose_running();
  std::vector<Scope> scopes;
  for (const Running& one : running) scopes.push_back(root_scope(*one.pou, one.name));
  std::optional<Scope> plant;
  if (!options_.environment.empty()) {
    const Pou& pou = find_entry(options_.environment, "environment program");
    plant = root_scope(pou, pou.name);
  }
  find_inputs(*globals_, names_.globals());

  out_.begin_block();
  if (plant) {
    run_body(*plant);
    lower_whole_end(*plant);
  }
  Block environment = out_.end_block();
  out_.begin_block();
  if (plant) connect_environment(*plant, scopes.front(), false);
  for (Scope& scope : scopes) {
    Scope* const outer = std::exchange(scope_, &scope);
    lower_end(scope, true);
    scope_ = outer;
  }
  Block before = out_.end_block();
  out_.begin_block();
  for (std::size_t i = 0; i < scopes.size(); ++i) run_program(scopes[i], running[i]);
  Block bodies = out_.end_block();
  out_.begin_block();
  at_scan_end_ = true;
  for (Scope& scope : scopes) {
    Scope* const outer = std::exchange(scope_, &scope);
    lower_end(scope, false);
    if (&scope == &scopes.front()) lower_requirements(false);
    check_outputs(scope);
    scope_ = outer;
  }
  update_history(false);
  lower_recurrences();
  Block end = out_.end_block();

  // Now all variables are known.
  scope_ = &scopes.front();
  const Spot head = running.front().pou->at;
  mark(head);
  scan_site_ = out_.loop_site(head, running.front().pou->name);
  Term counter;
  std::uint32_t counter_width = 1;
  if (options_.cycles) {
    counter_width = static_cast<std::uint32_t>(std::bit_width(*options_.cycles + 1));
    counter = out_.variable("#scan", Sort::bit_vector(counter_width), "", Show::Hidden);
    zeroed_.push_back(counter);
  }
  begin_values(scopes, plant ? &*plant : nullptr);
  out_.begin_block();
  if (counter.valid())
    out_.assign(counter, terms().make(Op::BvAdd, {counter, terms().bv(counter_width, 1)}));
  for (const Storage* input : all_inputs())
    if (!parameters_.contains(input)) havoc_input(*input);
  if (step_.valid()) {
    out_.havoc(step_, "cycle time");
    out_.assume(terms().and_(terms().make(Op::BvUle, {terms().bv(32, least_ms_), step_}),
                             terms().make(Op::BvUle, {step_, terms().bv(32, most_ms_)})));
  }
  advance_timers();
  if (plant) connect_environment(*plant, scopes.front(), true);
  out_.splice(std::move(environment));
  out_.splice(std::move(before));
  update_history(true);
  out_.splice(std::move(bodies));
  out_.splice(std::move(end));
  Block scan = out_.end_block();
  out_.set_site(scan_site_);
  out_.loop(counter.valid()
                ? terms().make(Op::BvUlt, {counter, terms().bv(counter_width, *options_.cycles)})
                : terms().true_term(),
            std::move(scan));
  scope_ = nullptr;
  if (model != nullptr) describe(scopes.front(), running.front(), *model);
  Program program = out_.take();
  if (inexact_.valid()) guard_properties(program, inexact_, inexact_names_);
  return program;
}

/// In the order of the source, each once.
std::vector<const Storage*> Compiler::all_inputs() const {
  std::vector<const Storage*> result = inputs_;
  for (const auto& [address, node] : direct_)
    if (is_input_address(address) && node->variable.valid()) result.push_back(node.get());
  return result;
}

void Compiler::allocate_globals() {
  Scope* const outer = std::exchange(scope_, nullptr);
  for (const Field& field : names_.globals()->fields) {
    const bool elsewhere = !field.address.empty() && !read_address(field.address).is_open;
    globals_->parts.push_back(elsewhere ? nullptr
                                        : allocate(field.type, field.name, 1, false, &field));
  }
  scope_ = outer;
}

/// A whole block of annotations, where nothing of it was early.
void Compiler::lower_whole_end(Scope& scope) {
  Scope* const outer = std::exchange(scope_, &scope);
  for (const Statement& s : scope.pou->at_end) lower_statement(s);
  scope_ = outer;
}

void Compiler::begin_values(const std::vector<Scope>& scopes, const Scope* plant) {
  Scope* const outer = std::exchange(scope_, nullptr);
  // Globals, and what has an address.
  for (std::size_t i = 0; i < globals_->parts.size(); ++i)
    if (globals_->parts[i])
      assign_initial(*globals_->parts[i], names_.globals()->fields[i].init.get(), names_.globals());
  for (const auto& [address, node] : direct_) {
    const auto init = address_init_.find(address);
    assign_initial(*node, init == address_init_.end() ? nullptr : init->second, nullptr);
  }
  for (const Scope& scope : scopes) assign_initial(*scope.self.node, nullptr, scope.block);
  if (plant != nullptr) assign_initial(*plant->self.node, nullptr, plant->block);
  std::vector<Term> targets, values;
  for (const Term variable : zeroed_) {
    targets.push_back(variable);
    values.push_back(terms().constant(Value::zero(terms().sort(variable))));
  }
  out_.assign_all(std::move(targets), std::move(values));
  if (options_.arbitrary_retain)
    for (const Scope& scope : scopes) forget_retained(*scope.self.node);
  if (options_.arbitrary_retain) forget_retained(*globals_);
  for (const Storage* input : all_inputs())
    if (parameters_.contains(input)) havoc_input(*input);
  scope_ = outer;
  begin_history();
}

/// What the timers and edges inside of a retained variable remember.
void Compiler::forget_memory(const Storage& node) {
  for (const Term variable : {node.running, node.elapsed, node.previous})
    if (variable.valid()) {
      if (node.in_array)
        throw InputError({sources_.front().name, 0, 0},
                         fmt::format("not supported: '{}', timers in a retained array that begin "
                                     "with any value",
                                     node.name));
      out_.havoc(variable, node.name);
    }
  if (node.elapsed.valid()) {
    const std::uint32_t width = terms().sort(node.elapsed).width();
    out_.assume(
        terms().make(Op::BvUle, {node.elapsed, terms().bv(width, elapsed_limit(*node.type))}));
  }
  for (const auto& [field, edge] : node.edges) out_.havoc(edge.second, node.name);
  for (const auto& part : node.parts)
    if (part) forget_memory(*part);
}

/// Retained variables may begin with anything.
void Compiler::forget_retained(const Storage& node) {
  for (std::size_t i = 0; i < node.parts.size(); ++i) {
    if (!node.parts[i]) continue;
    const bool is_block = node.type->kind == Type::Kind::Block || &node == globals_.get();
    if (is_block && node.type->fields[i].retain) {
      std::vector<const Storage*> found;
      leaves(*node.parts[i], found);
      for (const Storage* leaf : found)
        if (leaf->variable.valid()) havoc_input(*leaf);
      forget_memory(*node.parts[i]);
    } else {
      forget_retained(*node.parts[i]);
    }
  }
}

void Compiler::describe(const Scope& scope, const Running& how, ScanModel& model) {
  model.entry = scope.pou->name;
  model.is_program = scope.pou->kind == Pou::Kind::Program;
  model.scan = scan_site_;
  model.cycle_ms = least_ms_ == most_ms_ ? least_ms_ : 0;
  model.time_step = step_;
  for (const Recurrence& one : recurrences_) model.loops.push_back({one.claim, one.saved});
  (void)how;
  const auto add = [&](const Storage& node, ScanVariable::Role role) {
    std::vector<const Storage*> found;
    leaves(node, found);
    for (const Storage* leaf : found) {
      if (!leaf->variable.valid() || leaf->name.find('#') != std::string::npos) continue;
      ScanVariable one;
      one.term = leaf->variable;
      one.name = leaf->name;
      one.role = parameters_.contains(leaf)                          ? ScanVariable::Role::Parameter
                 : std::ranges::find(inputs_, leaf) != inputs_.end() ? ScanVariable::Role::Input
                                                                     : role;
      one.type = shown_type(*leaf->type);
      one.declared = node.type->name;
      if (leaf->in_array) one.count = leaf->count;
      if (node.type->kind == Type::Kind::Array && node.type->bounds.size() == 1)
        one.first = node.type->bounds[0].low;
      model.variables.push_back(std::move(one));
    }
  };
  for (const auto& root : roots_)
    for (std::size_t i = 0; i < root->parts.size(); ++i) {
      if (!root->parts[i]) continue;
      const Field& field = root->type->fields[i];
      const bool is_output =
          field.section == Section::Kind::Output || field.address.starts_with("%Q");
      add(*root->parts[i], is_output ? ScanVariable::Role::Output : ScanVariable::Role::Memory);
    }
  for (std::size_t i = 0; i < globals_->parts.size(); ++i)
    if (globals_->parts[i])
      add(*globals_->parts[i], names_.globals()->fields[i].address.starts_with("%Q")
                                   ? ScanVariable::Role::Output
                                   : ScanVariable::Role::Memory);
  for (const auto& [address, node] : direct_)
    add(*node, address.starts_with("%I")   ? ScanVariable::Role::Input
               : address.starts_with("%Q") ? ScanVariable::Role::Output
                                           : ScanVariable::Role::Memory);
}

}  // namespace cairn::st
