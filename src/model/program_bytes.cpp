// SPDX-License-Identifier: MIT
#include "model/program_bytes.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "logic/bytes.h"

namespace cairn {
namespace {

constexpr std::uint32_t kBegin = 0x50524731, kEnd = 0x31475250;
constexpr std::uint32_t kMostBlocks = 20'000;  ///< in each other

class Writer {
 public:
  explicit Writer(const Program& program) : program_(program), terms_(*program.terms) {}

  std::string write() {
    to_.number(kBegin);
    // A member that is added has to be sent, too: this names all of them.
    const auto& [terms, globals, procedures, sites, main] = program_;
    to_.number(terms->size());
    for (std::uint32_t id = 0; id < terms->size(); ++id) term(Term{id});
    variables(globals);
    to_.count(sites.size());
    for (const auto& [at, function, text, loop_head] : sites) {
      to_.text(at.file);
      to_.large(at.line);
      to_.large(at.column);
      to_.text(function);
      to_.text(text);
      to_.byte(loop_head ? 1 : 0);
    }
    to_.count(procedures.size());
    for (const auto& [name, parameters, results, locals, body, site] : procedures) {
      to_.text(name);
      variables(parameters);
      variables(results);
      variables(locals);
      block(body);
      to_.number(site);
    }
    to_.text(main);
    to_.number(kEnd);
    return to_.take();
  }

 private:
  void scalar_sort(const ScalarSort& sort) {
    to_.byte(static_cast<std::uint8_t>(sort.kind));
    to_.byte(sort.exponent);
    to_.number(sort.size);
  }
  void sort(const Sort& sort) {
    to_.byte(sort.array ? 1 : 0);
    scalar_sort(sort.element);
    if (sort.array) scalar_sort(sort.index);
  }
  void scalar(const Value& value) {
    switch (value.sort().element.kind) {
      case SortKind::Bool:
        return to_.byte(value.as_bool() ? 1 : 0);
      case SortKind::BitVector:
      case SortKind::Float:
        for (const std::uint64_t word : value.bits().words()) to_.large(word);
        return;
      case SortKind::Int:
        return to_.text(value.as_int().get_str());
      case SortKind::Real:
        return to_.text(value.as_real().get_str());
    }
  }
  void value(const Value& value) {
    if (!value.sort().is_array()) return scalar(value);
    scalar(value.array().otherwise);
    to_.count(value.array().entries.size());
    for (const auto& [index, element] : value.array().entries) {
      scalar(index);
      scalar(element);
    }
  }
  void term(Term term) {
    const Op op = terms_.op(term);
    to_.byte(static_cast<std::uint8_t>(op));
    sort(terms_.sort(term));
    if (op == Op::Variable) return to_.text(terms_.name(term));
    if (op == Op::Value) return value(terms_.value(term));
    const auto operands = terms_.operands(term);
    to_.count(operands.size());
    for (const Term operand : operands) to_.number(operand.id);
    for (unsigned i = 0; i < parameter_count(op); ++i) to_.number(terms_.parameter(term, i));
  }
  void list(const std::vector<Term>& terms) {
    to_.count(terms.size());
    for (const Term each : terms) to_.number(each.id);
  }
  void variables(const std::vector<ProgramVariable>& variables) {
    to_.count(variables.size());
    for (const auto& [term, source_name, function, show] : variables) {
      to_.number(term.id);
      to_.text(source_name);
      to_.text(function);
      to_.byte(static_cast<std::uint8_t>(show));
    }
  }
  void block(const Block& block) {
    to_.count(block.size());
    for (const auto& [kind, assert_kind, site, targets, values, blocks, names, note] : block) {
      to_.byte(static_cast<std::uint8_t>(kind));
      to_.byte(static_cast<std::uint8_t>(assert_kind));
      to_.number(site);
      list(targets);
      list(values);
      to_.count(blocks.size());
      for (const Block& each : blocks) this->block(each);
      to_.count(names.size());
      for (const std::string& name : names) to_.text(name);
      to_.text(note);
    }
  }

  const Program& program_;
  const Terms& terms_;
  ByteWriter to_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : from_(bytes) {}

  std::optional<Program> read() {
    from_.require(from_.number() == kBegin);
    const std::uint32_t size = from_.number();
    for (std::uint32_t id = 0; id < size && !from_.failed(); ++id) map_.push_back(term());
    program_.globals = variables();
    const std::size_t sites = from_.count(22);
    for (std::size_t i = 0; i < sites && !from_.failed(); ++i) {
      SourceSite site;
      site.at.file = from_.text();
      site.at.line = from_.large();
      site.at.column = from_.large();
      site.function = from_.text();
      site.text = from_.text();
      site.loop_head = from_.byte() != 0;
      program_.sites.push_back(std::move(site));
    }
    const std::size_t procedures = from_.count(24);
    for (std::size_t i = 0; i < procedures && !from_.failed(); ++i) {
      Procedure procedure;
      procedure.name = from_.text();
      procedure.parameters = variables();
      procedure.results = variables();
      procedure.locals = variables();
      procedure.body = block(0);
      procedure.site = site();
      program_.procedures.push_back(std::move(procedure));
    }
    program_.main = from_.text();
    from_.require(from_.number() == kEnd && from_.at_end());
    if (from_.failed()) return std::nullopt;
    return std::move(program_);
  }

 private:
  ScalarSort scalar_sort() {
    const std::uint8_t kind = from_.byte(), exponent = from_.byte();
    const std::uint32_t size = from_.number();
    from_.require(kind <= static_cast<std::uint8_t>(SortKind::Real) && size <= 0xFFFF);
    return {static_cast<SortKind>(kind), exponent, static_cast<std::uint16_t>(size)};
  }
  Sort sort() {
    Sort sort;
    sort.array = from_.byte() != 0;
    sort.element = scalar_sort();
    if (sort.array) sort.index = scalar_sort();
    return sort;
  }
  Value scalar(const Sort& sort) {
    switch (sort.element.kind) {
      case SortKind::Bool:
        return Value(from_.byte() != 0);
      case SortKind::BitVector:
      case SortKind::Float: {
        std::vector<std::uint64_t> words((sort.width() + 63) / 64);
        for (std::uint64_t& word : words) word = from_.large();
        if (from_.failed()) break;
        const BitVector bits = BitVector::from_words(sort.width(), words);
        return sort.is_float() ? Value::of_float(sort, bits) : Value(bits);
      }
      case SortKind::Int:
        return Value(mpz_class(number()));
      case SortKind::Real:
        return Value(mpq_class(number()));
    }
    return Value(false);
  }
  std::string number() {
    std::string text = from_.text();
    from_.require(!text.empty() && text.find_first_not_of("-/0123456789") == std::string::npos);
    return from_.failed() ? "0" : text;
  }
  Value value(const Sort& sort) {
    if (!sort.is_array()) return scalar(sort);
    const Value otherwise = scalar(sort.element_sort());
    const std::size_t count = from_.count(2);
    std::map<Value, Value> entries;
    for (std::size_t i = 0; i < count && !from_.failed(); ++i) {
      Value index = scalar(sort.index_sort());
      entries.insert_or_assign(std::move(index), scalar(sort.element_sort()));
    }
    if (from_.failed()) return Value(false);
    return Value::of_array(sort, otherwise, std::move(entries));
  }
  /// The next term; those before it have been read.
  Term term() {
    Terms& terms = *program_.terms;
    const std::uint8_t code = from_.byte();
    from_.require(code <= static_cast<std::uint8_t>(Op::ToInt));
    const Sort sort = this->sort();
    if (from_.failed()) return terms.true_term();
    const Op op = static_cast<Op>(code);
    if (op == Op::Variable) return terms.variable(from_.text(), sort);
    if (op == Op::Value) {
      const Value read = value(sort);
      return from_.failed() ? terms.true_term() : terms.constant(read);
    }
    const std::size_t count = from_.count(4);
    std::vector<Term> operands;
    std::vector<Sort> sorts;
    for (std::size_t i = 0; i < count; ++i) {
      operands.push_back(known_term());
      sorts.push_back(terms.sort(operands.back()));
    }
    std::vector<std::uint32_t> parameters(parameter_count(op));
    for (std::uint32_t& parameter : parameters) parameter = from_.number();
    from_.require(result_sort(op, sorts, parameters, sort) == sort);
    return from_.failed() ? terms.true_term() : terms.make(op, operands, parameters, sort);
  }
  Term known_term() {
    const std::uint32_t id = from_.number();
    from_.require(id < map_.size());
    return from_.failed() ? program_.terms->true_term() : map_[id];
  }
  SiteId site() {
    const SiteId id = from_.number();
    from_.require(id == kNoSite || id < program_.sites.size());
    return id;
  }
  std::vector<Term> list() {
    std::vector<Term> terms(from_.count(4));
    for (Term& each : terms) each = known_term();
    return terms;
  }
  std::vector<ProgramVariable> variables() {
    std::vector<ProgramVariable> result(from_.count(13));
    for (ProgramVariable& variable : result) {
      variable.term = known_term();
      variable.source_name = from_.text();
      variable.function = from_.text();
      const std::uint8_t show = from_.byte();
      from_.require(show <= static_cast<std::uint8_t>(Show::Hidden));
      variable.show = static_cast<Show>(show);
    }
    return result;
  }
  Block block(std::uint32_t depth) {
    from_.require(depth < kMostBlocks);
    Block result(from_.count(26));
    for (Statement& statement : result) {
      if (from_.failed()) break;
      const std::uint8_t kind = from_.byte(), assert_kind = from_.byte();
      from_.require(kind <= static_cast<std::uint8_t>(Statement::Kind::Return) && assert_kind <= 1);
      statement.kind = static_cast<Statement::Kind>(kind);
      statement.assert_kind = static_cast<AssertKind>(assert_kind);
      statement.site = site();
      statement.targets = list();
      statement.values = list();
      statement.blocks.resize(from_.count(4));
      for (Block& each : statement.blocks) each = block(depth + 1);
      statement.names.resize(from_.count(4));
      for (std::string& name : statement.names) name = from_.text();
      statement.note = from_.text();
    }
    return result;
  }

  ByteReader from_;
  Program program_;
  std::vector<Term> map_;  // by handle of the writer
};

}  // namespace

std::string program_bytes(const Program& program) {
  return Writer(program).write();
}

std::optional<Program> program_of_bytes(std::string_view bytes) {
  return Reader(bytes).read();
}

}  // namespace cairn
