// SPDX-License-Identifier: MIT
//
// What a unit declares, resolved: types, program units as blocks of variables, global variables.
// Names are looked up in capitals.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "input/st/ast.h"
#include "input/st/types.h"

namespace cairn::st {

class Declarations {
 public:
  /// The unit and the library of standard blocks must outlive this.
  Declarations(const Unit& unit, const Unit& library);

  const Unit& unit() const { return unit_; }
  Position position(const Spot& at) const;
  [[noreturn]] void fail(const Spot& at, std::string_view message) const;
  [[noreturn]] void refuse(const Spot& at, std::string_view what) const;
  /// "unknown WHAT 'name'", with the nearest of the names.
  [[noreturn]] void fail_unknown(const Spot& at, std::string_view what, std::string_view name,
                                 const std::vector<std::string>& known) const;

  /// Null: there is none.
  const Pou* find_pou(std::string_view upper) const;
  /// A standard block, which no source has.
  bool is_standard(const Pou& pou) const {
    return &pou >= library_.pous.data() && &pou < library_.pous.data() + library_.pous.size();
  }
  /// The variables of a unit; those of a function end with its result, named after it.
  const Type* block_of(const Pou& pou);
  const Type* resolve(const TypeSpec& spec, const Type* within);
  const Type* globals() const { return &globals_; }
  /// Of an enumeration's value that stands alone; null if no type, or more than one, has it.
  const Type* type_with_value(std::string_view upper, std::uint64_t& value) const;
  const Type* find_type(std::string_view upper);
  std::vector<std::string> names_of_pous(Pou::Kind kind) const;
  std::vector<std::string> names_of_blocks_and_types() const;

  /// The number that an expression of literals and constants is: integers, durations in
  /// nanoseconds. None if it is not one.
  std::optional<mpz_class> constant(const Expr& expr, const Type* within);
  /// The field is CONSTANT and has a value that constant() knows.
  std::optional<mpz_class> constant_of(const Field& field, const Type* within);
  /// Throws unless there is a constant of 32 bits.
  std::int64_t number(const Expr& expr, const Type* within, std::string_view what);

 private:
  Type& new_type(Type::Kind kind, std::string name);
  const Type* resolve_declared(const TypeDeclaration& declaration);
  const Type* resolve_array(const TypeSpec& spec, const Type* within);
  const Type* resolve_enum(const TypeSpec& spec, const Type* within, const std::string& name);
  const Type* resolve_struct(const TypeSpec& spec, const Type* within, const std::string& name);
  const Type* resolve_range(const TypeSpec& spec, const Type* within);
  const Type* resolve_named(const TypeSpec& spec, const Type* within);
  void add_field(Type& type, const Declaration& declaration, const Section* section);
  void find_presets(Type& block, const Pou& pou);
  void add_globals();

  const Unit& unit_;
  const Unit& library_;
  std::deque<Type> pool_;
  std::map<std::string, const Pou*, std::less<>> pous_;
  std::map<std::string, const TypeDeclaration*, std::less<>> declared_;
  std::map<std::string, const Type*, std::less<>> resolved_;
  std::map<const Pou*, const Type*> blocks_;
  std::set<const void*> in_progress_;
  std::multimap<std::string, std::pair<const Type*, std::uint64_t>, std::less<>> values_;
  Type globals_;
  std::uint32_t constants_ = 0;  ///< evaluations inside each other
};

}  // namespace cairn::st
