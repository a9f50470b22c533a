// SPDX-License-Identifier: MIT
//
// A witness has "sat", the properties that it claims ("b0 j1"), and for each step k the values of
// states after "#k" and of inputs after "@k", one a line: the position among the model's states or
// inputs, an index in brackets if it is an array, the bits, and a symbol that nobody reads. It ends
// with a line ".".
#include "format/btor2/btor2_witness.h"

#include <fmt/format.h>

#include <charconv>
#include <map>
#include <unordered_set>

#include "base/error.h"
#include "format/btor2/btor2_emitter.h"
#include "format/btor2/btor2_lines.h"

namespace cairn {
namespace {

/// An array input has no way to say what all elements are; those with indices up to this many bits
/// are listed one by one.
constexpr std::uint32_t kMaxListedIndexBits = 16;

std::string bits_of(const Value& value) {
  if (value.sort().is_bool()) return value.as_bool() ? "1" : "0";
  return value.bits().to_binary();
}

class WitnessWriter {
 public:
  explicit WitnessWriter(const WordModel& model) : model_(model), terms_(*model.system.terms) {}

  std::string write(const Btor2Witness& witness);

 private:
  void write_states(std::size_t step, const Assignment& values);
  void write_inputs(std::size_t step, const Assignment& values);
  void write_value(std::size_t position, Term variable, const Assignment& values,
                   std::string_view suffix, bool is_state);
  void write_line(std::size_t position, std::string_view index, const Value& value);

  const WordModel& model_;
  const Terms& terms_;
  std::string text_;
  std::string symbol_;  // of the lines that are written
};

std::string WitnessWriter::write(const Btor2Witness& witness) {
  text_ = "sat\n";
  const char* separator = "";
  for (const std::uint32_t bad : witness.bad) {
    text_ += fmt::format("{}b{}", separator, bad);
    separator = " ";
  }
  for (const std::uint32_t justice : witness.justice) {
    text_ += fmt::format("{}j{}", separator, justice);
    separator = " ";
  }
  text_ += '\n';
  for (std::size_t step = 0; step < witness.trace.length(); ++step) {
    write_states(step, step == 0 ? witness.trace.initial : witness.trace.inputs[step]);
    write_inputs(step, witness.trace.inputs[step]);
  }
  return std::move(text_ += ".\n");
}

// States with an initial value, and later those with a next value, follow from the others.
void WitnessWriter::write_states(std::size_t step, const Assignment& values) {
  const auto& states = model_.system.states;
  const auto is_free = [&](const WordState& state) {
    return step == 0 ? !state.init.valid() : !state.next.valid();
  };
  if (step > 0 && std::none_of(states.begin(), states.end(), is_free)) return;
  text_ += fmt::format("#{}\n", step);
  const std::string suffix = fmt::format("#{}", step);
  for (std::size_t i = 0; i < states.size(); ++i)
    if (is_free(states[i])) write_value(i, states[i].term, values, suffix, true);
}

void WitnessWriter::write_inputs(std::size_t step, const Assignment& values) {
  text_ += fmt::format("@{}\n", step);
  const std::string suffix = fmt::format("@{}", step);
  for (std::size_t i = 0; i < model_.system.inputs.size(); ++i)
    write_value(i, model_.system.inputs[i], values, suffix, false);
}

void WitnessWriter::write_line(std::size_t position, std::string_view index, const Value& value) {
  text_ += fmt::format("{} {}{}{}\n", position, index, bits_of(value), symbol_);
}

void WitnessWriter::write_value(std::size_t position, Term variable, const Assignment& values,
                                std::string_view suffix, bool is_state) {
  const Sort& sort = terms_.sort(variable);
  const auto found = values.find(variable);
  const Value value = found == values.end() ? Value::zero(sort) : found->second;
  symbol_ = fmt::format(" {}{}", btor2_symbol(terms_.name(variable)), suffix);
  if (!sort.is_array()) return write_line(position, "", value);

  // Elements that are not listed are zero.
  const ArrayValue& array = value.array();
  const bool zero_otherwise = array.otherwise == Value::zero(sort.element_sort());
  if (!zero_otherwise && !is_state && sort.index.bits() <= kMaxListedIndexBits) {
    for (std::uint64_t i = 0; i < std::uint64_t{1} << sort.index.bits(); ++i) {
      const Value index(BitVector(sort.index.bits(), i));
      write_line(position, fmt::format("[{}] ", bits_of(index)), value.select(index));
    }
    return;
  }
  if (!zero_otherwise) write_line(position, "[*] ", array.otherwise);
  for (const auto& [index, element] : array.entries)
    write_line(position, fmt::format("[{}] ", bits_of(index)), element);
}

class WitnessReader {
 public:
  WitnessReader(const Source& source, const WordModel& model)
      : lines_(source), model_(model), terms_(*model.system.terms) {}

  Btor2Witness read();

 private:
  /// An array of which some elements are known.
  struct Elements {
    bool follows = false;  ///< from the model: read, but not used
    std::optional<Value> otherwise;
    std::map<Value, Value> entries;
  };

  bool next() { return lines_.next(); }
  void read_properties();
  void read_frames();
  void read_header(char mark, std::string_view field);
  void read_assignment(std::string_view field);
  void read_element(const Sort& sort, Elements& elements);
  void finish_part();
  Assignment& values_of_part() {
    return part_ == '#' && step_ == 0 ? witness_.trace.initial : witness_.trace.inputs[step_];
  }
  Value read_bits(const Sort& sort);
  std::uint64_t number(std::string_view digits, const char* what) const;
  [[noreturn]] void fail(std::string_view message) const { lines_.fail(message); }

  Btor2Lines lines_;
  const WordModel& model_;
  const Terms& terms_;
  Btor2Witness witness_;
  // The part that is read: '#' for states, '@' for inputs, 0 before the first.
  char part_ = 0;
  std::uint64_t step_ = 0;
  std::unordered_set<Term> assigned_;
  std::unordered_map<Term, Elements> arrays_;
};

std::uint64_t WitnessReader::number(std::string_view digits, const char* what) const {
  std::uint64_t result = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), result);
  if (digits.empty() || end != digits.data() + digits.size() || error != std::errc())
    fail(fmt::format("expected {}, got {}", what, lines_.found()));
  return result;
}

Btor2Witness WitnessReader::read() {
  if (!next() || lines_.field() != "sat")
    fail(fmt::format("expected 'sat', got {}", lines_.found()));
  if (!lines_.at_end())
    fail(fmt::format("expected end of line after 'sat', got {}", lines_.found()));
  read_properties();
  read_frames();
  if (next()) {
    lines_.field();
    fail(fmt::format("expected end of file after '.', got {}", lines_.found()));
  }
  return std::move(witness_);
}

void WitnessReader::read_properties() {
  if (!next()) fail("expected properties such as 'b0', got end of file");
  while (!lines_.at_end()) {
    const std::string_view field = lines_.field();
    const bool bad = field.starts_with('b');
    if (!bad && !field.starts_with('j'))
      fail(fmt::format("expected a property such as 'b0' or 'j0', got {}", lines_.found()));
    const std::uint64_t position = number(field.substr(1), "a property such as 'b0' or 'j0'");
    const std::size_t count = bad ? model_.system.bad.size() : model_.justice.size();
    if (position >= count)
      fail(fmt::format("{} is claimed, but the model has {} {}", lines_.found(), count,
                       bad ? "bad states" : "justice properties"));
    (bad ? witness_.bad : witness_.justice).push_back(static_cast<std::uint32_t>(position));
  }
}

void WitnessReader::read_frames() {
  while (next()) {
    const std::string_view field = lines_.field();
    if (field == ".") {
      if (part_ != '@') fail(fmt::format("expected '@{}' before '.'", step_));
      if (!lines_.at_end())
        fail(fmt::format("expected end of line after '.', got {}", lines_.found()));
      finish_part();
      return;
    }
    if (field.starts_with('#') || field.starts_with('@'))
      read_header(field.front(), field);
    else
      read_assignment(field);
  }
  fail("expected '.' at the end, got end of file");
}

void WitnessReader::read_header(char mark, std::string_view field) {
  const std::uint64_t step = number(field.substr(1), "the number of a step");
  const bool starts_step = part_ != '#';  // after the inputs of the last one, or at the start
  const std::uint64_t expected = part_ == '@' ? step_ + 1 : step_;
  if (step != expected || (mark == '#' && !starts_step))
    fail(fmt::format("expected {}, got {}",
                     starts_step ? fmt::format("'#{}' or '@{}'", expected, expected)
                                 : fmt::format("'@{}'", expected),
                     lines_.found()));
  if (!lines_.at_end())
    fail(fmt::format("expected end of line after '{}', got {}", field, lines_.found()));
  finish_part();
  if (starts_step) witness_.trace.inputs.emplace_back();
  part_ = mark;
  step_ = step;
}

// Elements that are not listed are zero.
void WitnessReader::finish_part() {
  for (auto& [variable, elements] : arrays_) {
    if (elements.follows) continue;
    const Sort& sort = terms_.sort(variable);
    const Value otherwise = elements.otherwise.value_or(Value::zero(sort.element_sort()));
    values_of_part().emplace(variable,
                             Value::of_array(sort, otherwise, std::move(elements.entries)));
  }
  arrays_.clear();
  assigned_.clear();
}

Value WitnessReader::read_bits(const Sort& sort) {
  const std::string_view bits = lines_.field();
  if (bits.empty() || bits.find_first_not_of("01") != std::string_view::npos)
    fail(fmt::format("expected digits 0 and 1, got {}", lines_.found()));
  if (bits.size() != sort.width())
    fail(fmt::format("{} digits for a value of {} bits", bits.size(), sort.width()));
  if (sort.is_bool()) return Value(bits == "1");
  return Value(BitVector::parse(sort.width(), bits, 2));
}

void WitnessReader::read_element(const Sort& sort, Elements& elements) {
  std::string_view index = lines_.field();
  if (!index.starts_with('[') || !index.ends_with(']'))
    fail(fmt::format("expected an index in brackets, got {}", lines_.found()));
  index = index.substr(1, index.size() - 2);
  if (index == "*") {
    if (elements.otherwise) fail("the other elements are assigned twice");
    elements.otherwise = read_bits(sort.element_sort());
    return;
  }
  if (index.find_first_not_of("01") != std::string_view::npos || index.size() != sort.index.bits())
    fail(fmt::format("expected an index of {} digits 0 and 1, got {}", sort.index.bits(),
                     lines_.found()));
  const Value at(BitVector::parse(sort.index.bits(), index, 2));
  if (!elements.entries.emplace(at, Value()).second)
    fail(fmt::format("element {} is assigned twice", lines_.found()));
  elements.entries[at] = read_bits(sort.element_sort());
}

void WitnessReader::read_assignment(std::string_view field) {
  const bool is_state = part_ == '#';
  if (part_ == 0) fail(fmt::format("expected '#0' or '@0', got {}", lines_.found()));
  const std::uint64_t position =
      number(field, is_state ? "the position of a state" : "the position of an input");
  const WordSystem& system = model_.system;
  const std::size_t count = is_state ? system.states.size() : system.inputs.size();
  if (position >= count)
    fail(fmt::format("{} {}, but the model has {}", is_state ? "state" : "input", position, count));
  const Term variable = is_state ? system.states[position].term : system.inputs[position];
  const Sort& sort = terms_.sort(variable);
  // What a state with a next value is later follows from the rest.
  const bool follows = is_state && step_ > 0 && system.states[position].next.valid();
  if (sort.is_array()) {
    Elements& elements = arrays_[variable];
    elements.follows = follows;
    return read_element(sort, elements);
  }
  if (!assigned_.insert(variable).second)
    fail(fmt::format("{} {} is assigned twice in step {}", is_state ? "state" : "input", position,
                     step_));
  const Value value = read_bits(sort);
  if (!follows) values_of_part().emplace(variable, value);
}

}  // namespace

std::string write_btor2_witness(const WordModel& model, const Btor2Witness& witness) {
  return WitnessWriter(model).write(witness);
}

Btor2Witness read_btor2_witness(const Source& source, const WordModel& model) {
  return WitnessReader(source, model).read();
}

}  // namespace cairn
