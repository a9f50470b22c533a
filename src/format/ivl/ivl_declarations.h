// SPDX-License-Identifier: MIT
//
// Reads the declarations of IVL and knows what their names mean. A record is sugar: a variable of
// it is one variable a field.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "format/ivl/ivl_expression.h"
#include "format/ivl/ivl_lexer.h"
#include "model/program.h"

namespace cairn {

struct IvlRecord;

/// A sort, or a record or an array of records.
struct IvlType {
  Sort sort;
  const IvlRecord* record = nullptr;
  bool array = false;  ///< of records; the index is then `sort`
};

struct IvlRecord {
  std::vector<std::pair<std::string, IvlType>> fields;
  std::size_t size = 0;  ///< variables that one takes
};

/// What a name stands for: a variable, or a record's variables.
struct IvlBinding {
  IvlType type;
  std::vector<Term> terms;
  std::uint64_t line = 0;
};

class IvlDeclarations : public IvlScope {
 public:
  enum class Level : std::uint8_t { Global, Local };

  IvlDeclarations(IvlLexer& lexer, Terms& terms)
      : lexer_(lexer), terms_(terms), expressions_(lexer, terms, *this) {}

  IvlExpressions& expressions() { return expressions_; }

  /// "record point { x: bv32; y: bv32; }".
  void read_record();
  /// "x: bv32, y: point show signed": into `into` and the scope.
  void read_variables(std::vector<ProgramVariable>& into, Level level, const std::string& function);
  void forget_locals() { locals_.clear(); }

  /// None: nullptr. Locals come first.
  const IvlBinding* binding(std::string_view name) const;
  Term find(std::string_view name) const override;
  bool is_record_array(std::string_view name) const override;

  /// A name, or main: procedures and functions may be called that.
  std::string read_name(std::string_view what);
  std::string read_string(std::string_view what);

 private:
  using Scope = std::map<std::string, IvlBinding, std::less<>>;

  IvlType read_type();
  void read_shown(ProgramVariable& variable, bool& shown);
  void check_no_array(const IvlToken& at, const IvlRecord& record) const;
  std::vector<Term> declare(const IvlToken& at, const std::string& name, const IvlType& type,
                            const ProgramVariable& like, bool shown,
                            std::vector<ProgramVariable>& into, Scope& scope);
  void expect(std::string_view symbol) { expressions_.expect(symbol); }
  bool accept(std::string_view symbol) { return expressions_.accept(symbol); }
  const IvlToken& token() const { return lexer_.token(); }

  IvlLexer& lexer_;
  Terms& terms_;
  IvlExpressions expressions_;
  std::map<std::string, IvlRecord, std::less<>> records_;
  Scope globals_, locals_;
};

}  // namespace cairn
