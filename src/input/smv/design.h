// SPDX-License-Identifier: MIT
//
// A design: the tree of instances of a file's modules, with the variables, definitions and
// assignments of all of them under their full names, "proc1.state". Nothing is evaluated here but
// constants in types.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "input/smv/syntax.h"
#include "input/smv/value.h"

namespace cairn::smv {

struct Instance {
  const Module* module = nullptr;
  std::string prefix;  ///< of what it declares; empty: main
  struct Argument {
    ExpressionPtr expression;
    const Instance* scope;
  };
  std::map<std::string, Argument, std::less<>> arguments;
  std::map<std::string, const Instance*, std::less<>> children;
  std::uint32_t process = 0;  ///< that it belongs to; 0: main

  std::string full(std::string_view name) const {
    return prefix.empty() ? std::string(name) : prefix + "." + std::string(name);
  }
};

/// An expression where it stands.
struct Scoped {
  ExpressionPtr expression;
  const Instance* scope = nullptr;
  Place place;
};

struct DesignVariable {
  std::string name;
  Variable::Kind kind = Variable::Kind::State;
  Sorting sorting;
  Place place;
  std::vector<Scoped> now, init, next;  ///< at most one, but for next, which each process may have
};

struct DesignSpecification {
  const Specification* syntax = nullptr;
  const Instance* scope = nullptr;
};

/// What a path leads to.
struct Target {
  enum class Kind : std::uint8_t {
    Nothing,
    Variable,    // index
    Definition,  // index
    Array,       // name: elements are name[k]
    Instance,    // instance
    Expression,  // argument
    Symbol,      // name
    Running,     // index: the process
    Prefix,      // name: of names with dots
  };
  Kind kind = Kind::Nothing;
  std::size_t index = 0;
  std::string name;
  const Instance* instance = nullptr;
  Instance::Argument argument;
};

class Design {
 public:
  /// Throws InputError.
  Design(const SyntaxTree& tree, std::string file);

  const std::string& file() const { return file_; }
  const std::vector<DesignVariable>& variables() const { return variables_; }
  const std::vector<Scoped>& definitions() const { return definitions_; }
  const std::vector<std::string>& processes() const { return processes_; }  ///< main first
  const Instance& main() const { return *instances_.front(); }
  /// In the order of the file within a module, of main first.
  const std::vector<DesignSpecification>& specifications() const { return specifications_; }
  const std::vector<Scoped>& init() const { return init_; }
  const std::vector<Scoped>& invar() const { return invar_; }
  const std::vector<Scoped>& trans() const { return trans_; }
  const std::vector<Scoped>& justice() const { return justice_; }
  const std::vector<std::pair<Scoped, Scoped>>& compassion() const { return compassion_; }

  /// Of a Name, Self, Member, or Index by a constant number; Nothing for other expressions.
  Target resolve(const Expression& path, const Instance& scope) const;
  /// Bounds of an array's indices.
  std::pair<std::int64_t, std::int64_t> bounds(const std::string& array) const {
    return arrays_.at(array);
  }
  [[noreturn]] void fail(Place place, const std::string& message) const;
  /// The name as it is written, with its parts.
  static std::string text_of(const Expression& path);
  /// For a name that leads to nothing.
  [[noreturn]] void fail_unknown(const Expression& path, const Instance& scope) const;

 private:
  const Module& module_named(const std::string& name, Place place) const;
  Instance* add_instance(const Module& module, std::string prefix, std::uint32_t process);
  void instantiate(Instance& instance, std::uint32_t depth);
  void declare(Instance& instance, const Module& module, std::uint32_t depth);
  void declare_variable(Instance& instance, const Variable& variable, std::uint32_t depth);
  void declare_typed(Instance& instance, const Variable& variable, const std::string& full,
                     const Type& type, std::uint32_t depth);
  void add_name(const std::string& full, Target target, Place place);
  Sorting sorting_of(const Type& type, const Instance& scope);
  void collect_symbols(const Type& type, const Instance& scope);
  void define(const Instance& instance, const Module& module);
  void assign(const Instance& instance, const Module& module);
  std::int64_t constant(const Expression& expression, const Instance& scope,
                        std::uint32_t depth = 0) const;
  std::string target_name(const Expression& path, const Instance& scope) const;
  Target part(const Target& base, const std::string& name) const;
  Target named(const std::string& full) const;

  const std::string file_;
  const SyntaxTree& tree_;
  std::map<std::string, const Module*, std::less<>> modules_;
  std::vector<std::unique_ptr<Instance>> instances_;
  std::vector<std::string> processes_;
  std::map<std::string, Target, std::less<>> names_;
  std::set<std::string, std::less<>> prefixes_;
  std::set<std::string, std::less<>> symbols_;
  std::map<std::string, std::pair<std::int64_t, std::int64_t>, std::less<>> arrays_;
  std::vector<DesignVariable> variables_;
  std::vector<Scoped> definitions_;
  std::vector<DesignSpecification> specifications_;
  std::vector<Scoped> init_, invar_, trans_, justice_;
  std::vector<std::pair<Scoped, Scoped>> compassion_;
};

}  // namespace cairn::smv
