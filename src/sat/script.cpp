// SPDX-License-Identifier: MIT
#include "sat/script.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <ostream>
#include <sstream>
#include <unordered_map>

#include "base/error.h"
#include "sat/text_cursor.h"

namespace cairn::sat {
namespace {

using Kind = Operation::Kind;

constexpr std::uint32_t kMaxNumber = 0xFFFFFFFEu;
constexpr std::uint32_t kMaxCost = 1u << 16;  // so that the costs of a cone can be summed

class ScriptReader {
 public:
  ScriptReader(std::string_view name, std::string_view text) : in_(name, text) {}

  Script read() {
    while (!in_.at_end()) {
      in_.skip_blanks();
      if (!in_.at_line_end() && in_.peek() != '#') read_operation();
      in_.skip_line();
    }
    return std::move(script_);
  }

 private:
  /// What a solver of the script knows.
  struct State {
    std::uint32_t num_vars = 1;
    std::unordered_map<std::uint32_t, std::uint32_t> lemmas;  // the file's number to ours
    std::unordered_map<std::uint32_t, Layer> layers;          // by ours
  };

  void read_operation() {
    const std::size_t start = in_.offset();
    const std::string_view word = in_.word();
    if (word.size() != 1) fail_letter(start);
    Operation operation;
    operation.begin = static_cast<std::uint32_t>(script_.literals.size());
    read_fields(word[0], start, operation);
    in_.skip_blanks();
    if (!in_.at_line_end()) in_.fail(fmt::format("expected end of line, got {}", in_.found()));
    const std::size_t size = script_.literals.size() - operation.begin;
    operation.size = static_cast<std::uint32_t>(size);
    if (script_.literals.size() > kMaxNumber)
      in_.fail_at(start, "the script has too many literals");
    script_.operations.push_back(operation);
  }

  void read_fields(char letter, std::size_t start, Operation& operation) {
    switch (letter) {
      case 'v':
        operation.kind = Kind::NewVars;
        operation.number =
            in_.number("a number of variables", kMaxScriptVariables - state().num_vars);
        state().num_vars += operation.number;
        break;
      case 'd':
        operation.kind = Kind::Definition;
        operation.number = in_.number("a variable", state().num_vars - 1);
        read_literals();
        break;
      case 'c':
        operation.kind = Kind::Clause;
        read_literals();
        break;
      case 'l':
        read_lemma(operation);
        break;
      case 'u':
        operation.kind = Kind::Raise;
        operation.number = read_lemma_number();
        read_raised_layer(operation);
        break;
      case 'r':
        operation.kind = Kind::Remove;
        operation.number = read_lemma_number();
        state().lemmas.erase(file_number_);
        state().layers.erase(operation.number);
        break;
      case 't':
        operation.kind = Kind::Temporary;
        read_literals();
        break;
      case 'p':
        operation.kind = Kind::Phase;
        read_literal();
        break;
      case 'x':
        operation.kind = Kind::Cost;
        operation.number = in_.number("a cost", kMaxCost);
        read_variables();
        break;
      case 'f':
        operation.kind = Kind::WholeConstraints;
        break;
      case 'n':
        operation.kind = Kind::ConflictLimit;
        operation.number = in_.number("a number of conflicts", kMaxNumber);
        break;
      case 's':
        operation.kind = Kind::Solve;
        operation.layer = read_layer();
        read_literals();
        operation.expected = read_expected();
        break;
      case 'q':
        operation.kind = Kind::Drop;
        read_variables();
        break;
      case 'h':
        operation.kind = Kind::Hold;
        operation.layer = read_layer();
        read_variables();
        break;
      case 'e':
        operation.kind = Kind::Release;
        break;
      case 'k':
        operation.kind = Kind::Copy;
        states_.push_back(State(state()));
        break;
      case 'w':
        operation.kind = Kind::Use;
        current_ = operation.number =
            in_.number("a solver", static_cast<std::uint32_t>(states_.size() - 1));
        break;
      default:
        fail_letter(start);
    }
  }

  [[noreturn]] void fail_letter(std::size_t start) {
    in_.fail_at(start,
                "expected an operation: one of the letters v d c l u r t p x f n s q h e k w");
  }

  State& state() { return states_[current_]; }

  void read_literal() {
    script_.literals.push_back(Lit::from_code(in_.number("a literal", 2 * state().num_vars - 1)));
  }
  bool at_literal() {
    in_.skip_blanks();
    return !in_.at_line_end() && in_.peek() != '=';
  }
  void read_literals() {
    while (at_literal()) read_literal();
  }
  void read_variables() {
    while (at_literal())
      script_.literals.push_back(Lit(Var{in_.number("a variable", state().num_vars - 1)}));
  }

  Layer read_layer() {
    in_.skip_blanks();
    if (in_.peek() != '*')
      return static_cast<Layer>(in_.number("a layer", static_cast<std::uint32_t>(kPermanent) - 1));
    in_.skip();
    return kPermanent;
  }

  void read_lemma(Operation& operation) {
    operation.kind = Kind::Lemma;
    in_.skip_blanks();
    const std::size_t start = in_.offset();
    const std::uint32_t number = in_.number("the number of a lemma", kMaxNumber);
    operation.number = num_lemmas_++;
    if (!state().lemmas.emplace(number, operation.number).second)
      in_.fail_at(start, fmt::format("lemma {} exists already", number));
    operation.layer = state().layers[operation.number] = read_layer();
    read_literals();
  }

  std::uint32_t read_lemma_number() {
    in_.skip_blanks();
    const std::size_t start = in_.offset();
    file_number_ = in_.number("the number of a lemma", kMaxNumber);
    const auto found = state().lemmas.find(file_number_);
    if (found == state().lemmas.end())
      in_.fail_at(start, fmt::format("lemma {} does not exist", file_number_));
    return found->second;
  }

  void read_raised_layer(Operation& operation) {
    in_.skip_blanks();
    const std::size_t start = in_.offset();
    operation.layer = read_layer();
    Layer& layer = state().layers[operation.number];
    if (operation.layer < layer)
      in_.fail_at(start, fmt::format("the lemma's layer is {} already and cannot sink", layer));
    layer = operation.layer;
  }

  std::optional<Result> read_expected() {
    if (in_.peek() != '=') return std::nullopt;
    in_.skip();
    in_.skip_blanks();
    const std::size_t start = in_.offset();
    const std::string_view word = in_.word();
    for (const Result result : {Result::Satisfiable, Result::Unsatisfiable, Result::Unknown})
      if (word == to_word(result)) return result;
    in_.fail_at(start, "expected sat, unsat or unknown");
  }

  TextCursor in_;
  Script script_;
  std::vector<State> states_ = std::vector<State>(1);
  std::uint32_t current_ = 0;
  std::uint32_t num_lemmas_ = 0;
  std::uint32_t file_number_ = 0;  // of the lemma that was named last
};

std::vector<Var> variables_of(std::span<const Lit> lits) {
  std::vector<Var> variables;
  for (const Lit lit : lits) variables.push_back(lit.var());
  return variables;
}

void record(const Script& script, const Operation& operation, Recorder& recorder) {
  const auto lits = script.literals_of(operation);
  switch (operation.kind) {
    case Kind::NewVars:
      for (std::uint32_t i = 0; i < operation.number; ++i) recorder.new_var();
      break;
    case Kind::Definition:
      recorder.add_definition(Var{operation.number}, lits);
      break;
    case Kind::Clause:
      recorder.add_clause(lits);
      break;
    case Kind::Lemma:
      recorder.add_lemma(LemmaId{operation.number}, lits, operation.layer);
      break;
    case Kind::Raise:
      recorder.raise_lemma(LemmaId{operation.number}, operation.layer);
      break;
    case Kind::Remove:
      recorder.remove_lemma(LemmaId{operation.number});
      break;
    case Kind::Temporary:
      recorder.add_temporary(lits);
      break;
    case Kind::Phase:
      recorder.set_phase(lits[0]);
      break;
    case Kind::Cost:
      for (const Lit lit : lits) recorder.set_cost(lit.var(), operation.number);
      break;
    case Kind::WholeConstraints:
      recorder.use_whole_constraints();
      break;
    case Kind::ConflictLimit:
      recorder.set_conflict_limit(operation.number);
      break;
    case Kind::Solve:
      recorder.solve(lits, operation.layer, operation.expected);
      break;
    case Kind::Drop:
      for (const Lit lit : lits) recorder.drop_from_model(lit.var());
      break;
    case Kind::Hold:
      recorder.hold_domain(variables_of(lits), operation.layer);
      break;
    case Kind::Release:
      recorder.release_domain();
      break;
    case Kind::Copy:
      recorder.copy();
      break;
    case Kind::Use:
      recorder.use(operation.number);
      break;
  }
}

}  // namespace

void Script::add(Operation operation, std::span<const Lit> lits) {
  operation.begin = static_cast<std::uint32_t>(literals.size());
  operation.size = static_cast<std::uint32_t>(lits.size());
  literals.insert(literals.end(), lits.begin(), lits.end());
  operations.push_back(operation);
}

Script read_script(std::string_view name, std::string_view text) {
  return ScriptReader(name, text).read();
}

void write_script(const Script& script, std::ostream& out) {
  Recorder recorder(out);
  for (const Operation& operation : script.operations) record(script, operation, recorder);
}

std::string to_text(const Script& script, const Operation& operation) {
  std::ostringstream out;
  {
    Recorder recorder(out);
    record(script, operation, recorder);
  }
  std::string text = out.str();
  if (!text.empty()) text.pop_back();
  return text;
}

std::string_view to_word(Result result) {
  switch (result) {
    case Result::Satisfiable:
      return "sat";
    case Result::Unsatisfiable:
      return "unsat";
    case Result::Unknown:
      break;
  }
  return "unknown";
}

void Recorder::number(std::uint64_t value) {
  std::array<char, 24> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  buffer_.push_back(' ');
  buffer_.append(digits.data(), end);
}

void Recorder::layer(Layer value) {
  if (value == kPermanent)
    buffer_ += " *";
  else
    number(static_cast<std::uint64_t>(value));
}

void Recorder::literals(std::span<const Lit> lits) {
  for (const Lit lit : lits) number(lit.code());
}

void Recorder::begin(char letter) {
  end_row();
  buffer_.push_back(letter);
}

void Recorder::end() {
  constexpr std::size_t kEnough = std::size_t{1} << 16;
  buffer_.push_back('\n');
  if (buffer_.size() < kEnough) return;
  out_.write(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
  buffer_.clear();
}

void Recorder::end_row() {
  if (new_vars_ > 0) {
    buffer_.push_back('v');
    number(new_vars_);
    new_vars_ = 0;
    end();
  }
  if (!costly_.empty()) {
    buffer_.push_back('x');
    number(cost_);
    for (const Var var : costly_) number(var.index);
    costly_.clear();
    end();
  }
  if (!drops_.empty()) {
    buffer_.push_back('q');
    for (const Var var : drops_) number(var.index);
    drops_.clear();
    end();
  }
}

void Recorder::flush() {
  end_row();
  out_.write(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
  out_.flush();
  buffer_.clear();
}

void Recorder::new_var() {
  if (!drops_.empty() || !costly_.empty()) end_row();
  ++new_vars_;
}

void Recorder::drop_from_model(Var var) {
  if (new_vars_ > 0 || !costly_.empty()) end_row();
  drops_.push_back(var);
}

void Recorder::set_cost(Var var, std::uint32_t cost) {
  if (new_vars_ > 0 || !drops_.empty() || cost != cost_) end_row();
  cost_ = cost;
  costly_.push_back(var);
}

void Recorder::use_whole_constraints() {
  begin('f');
  end();
}

void Recorder::add_clause(std::span<const Lit> clause) {
  begin('c');
  literals(clause);
  end();
}

void Recorder::add_definition(Var owner, std::span<const Lit> clause) {
  begin('d');
  number(owner.index);
  literals(clause);
  end();
}

void Recorder::add_lemma(LemmaId lemma, std::span<const Lit> clause, Layer at) {
  begin('l');
  number(lemma.index);
  layer(at);
  literals(clause);
  end();
}

void Recorder::raise_lemma(LemmaId lemma, Layer to) {
  begin('u');
  number(lemma.index);
  layer(to);
  end();
}

void Recorder::remove_lemma(LemmaId lemma) {
  begin('r');
  number(lemma.index);
  end();
}

void Recorder::add_temporary(std::span<const Lit> clause) {
  begin('t');
  literals(clause);
  end();
}

void Recorder::set_phase(Lit lit) {
  begin('p');
  number(lit.code());
  end();
}

void Recorder::set_conflict_limit(std::uint64_t conflicts) {
  begin('n');
  number(std::min<std::uint64_t>(conflicts, kMaxNumber));
  end();
}

void Recorder::solve(std::span<const Lit> assumptions, Layer at, std::optional<Result> result) {
  begin('s');
  layer(at);
  literals(assumptions);
  if (result) buffer_.append(" = ").append(to_word(*result));
  end();
}

void Recorder::hold_domain(std::span<const Var> variables, Layer at) {
  begin('h');
  layer(at);
  for (const Var var : variables) number(var.index);
  end();
}

void Recorder::release_domain() {
  begin('e');
  end();
}

void Recorder::copy() {
  begin('k');
  end();
}

void Recorder::use(std::uint32_t solver) {
  begin('w');
  number(solver);
  end();
}

}  // namespace cairn::sat
