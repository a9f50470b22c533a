// SPDX-License-Identifier: MIT
#include "engine/ic3/journal.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace cairn::ic3 {
namespace {

constexpr int kVersion = 1;  // of the lines

/// How many bytes the character of UTF-8 has that begins there; 0: none does, or a rare one.
std::size_t length_of_character(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(at);
  std::size_t length = 0;
  if (first < 0x80) length = 1;
  if (first >= 0xC2 && first < 0xE0) length = 2;
  if ((first >= 0xE1 && first < 0xED) || first == 0xEE || first == 0xEF) length = 3;
  if (first >= 0xF1 && first < 0xF4) length = 4;
  if (length == 0 || at + length > text.size()) return 0;
  for (std::size_t i = at + 1; i < at + length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  return length;
}

/// JSON; what is no UTF-8 becomes U+FFFD.
std::string quoted(std::string_view text) {
  std::string json = "\"";
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = length_of_character(text, i);
    const auto byte = static_cast<unsigned char>(text[i]);
    if (text[i] == '"' || text[i] == '\\')
      (json += '\\') += text[i];
    else if (byte < 0x20 || byte == 0x7F)
      json += fmt::format("\\u{:04x}", byte);
    else if (length == 0)
      json += "\xEF\xBF\xBD";
    else
      json += text.substr(i, length);
    i += std::max<std::size_t>(length, 1);
  }
  return json + "\"";
}

std::string level_json(Level level) {
  return level == kInfinity ? "\"inf\"" : std::to_string(level);
}

std::string level_text(Level level) {
  return level == kInfinity ? "F_inf" : fmt::format("F_{}", level);
}

}  // namespace

Journal::Journal(const BitSystem& system, const Transition& transition, const std::string& file,
                 const Log& log)
    : log_(log), names_(transition.num_vars()), path_(file) {
  std::string latches, reset;
  for (std::uint32_t i = 0; i < system.latches.size(); ++i) {
    const Latch& latch = system.latches[i];
    const std::string_view given = system.names.latches.get(i);
    std::string name = given.empty() ? fmt::format("l{}", i) : std::string(given);
    if (i > 0) latches += ',';
    latches += quoted(name);
    reset += i == 0 ? "" : ",";
    reset += latch.reset == kTrue ? "1" : latch.reset == kFalse ? "0" : "null";
  }
  for (std::uint32_t v = 1; v < transition.num_vars(); ++v) {
    if (!transition.is_latch(Var{v})) continue;
    const std::uint32_t position = transition.latch_position(Var{v});
    const std::string_view given =
        position < system.latches.size() ? system.names.latches.get(position) : std::string_view();
    names_[v] = given.empty() ? fmt::format("l{}", position) : std::string(given);
  }
  if (!file.empty()) {
    file_.open(file, std::ios::app);
    if (!file_) throw InputError({file}, "cannot write the log of IC3");
  }
  std::string bad;
  for (std::size_t i = 0; i < system.bad.size(); ++i) {
    const std::string_view name = system.names.bad.get(i);
    if (i > 0) bad += ',';
    bad += quoted(name.empty() ? fmt::format("b{}", i) : std::string(name));
  }
  tell("start",
       {{"version", std::to_string(kVersion)},
        {"inputs", std::to_string(system.inputs.size())},
        {"latches", "[" + latches + "]"},
        {"resets", "[" + reset + "]"},
        {"bad", "[" + bad + "]"}},
       fmt::format("{} latches; F_0 is the initial states", system.latches.size()));
}

std::string Journal::name_of(Var var) const {
  const std::string& name = names_[var.index];
  return name.empty() ? fmt::format("v{}", var.index) : name;
}

std::string Journal::cube_json(const Cube& cube) const {
  std::string json = "[";
  for (const Lit lit : cube) {
    if (json.size() > 1) json += ',';
    std::string literal(lit.negated() ? 1 : 0, '!');
    literal += name_of(lit.var());
    json += quoted(literal);
  }
  json += ']';
  return json;
}

/// The literals of a cube, or those of the clause that it is the negation of.
std::string Journal::text_of(const Cube& cube, std::string_view between, bool is_clause) const {
  std::string text;
  for (const Lit lit : cube) {
    if (!text.empty()) text += between;
    if (lit.negated() != is_clause) text += '!';
    text += printable(name_of(lit.var()));
  }
  return text;
}

std::string Journal::cube_text(const Cube& cube) const {
  return cube.empty() ? "any state" : text_of(cube, " & ", false);
}

std::string Journal::clause_text(const Cube& cube) const {
  return cube.empty() ? "false" : text_of(cube, " | ", true);
}

void Journal::tell(std::string_view event, std::initializer_list<Field> fields,
                   const std::string& text) {
  if (file_.is_open()) {
    std::string line = fmt::format("{{\"event\":\"{}\"", event);
    for (const auto& [name, value] : fields) line += fmt::format(",\"{}\":{}", name, value);
    file_ << line << "}\n";
  }
  if (is_shown()) log_.detail("ic3: {}", text);
}

void Journal::frame(Level top) {
  tell("frame", {{"top", level_json(top)}},
       fmt::format("F_{} has no bad state: F_{} begins", top - 1, top));
}

void Journal::bad(ObligationName& name, Level level, const Cube& cube) {
  name = ++last_name_;
  tell("bad",
       {{"name", std::to_string(name)}, {"level", level_json(level)}, {"cube", cube_json(cube)}},
       fmt::format("bad in {}: {} (obligation {})", level_text(level), cube_text(cube), name));
}

void Journal::take(ObligationName name, Level level, std::size_t waiting) {
  tell("take",
       {{"name", std::to_string(name)},
        {"level", level_json(level)},
        {"waiting", std::to_string(waiting)}},
       fmt::format("obligation {} at {}; {} wait", name, level_text(level), waiting));
}

void Journal::predecessor(ObligationName& name, ObligationName of, Level level, const Cube& cube) {
  name = ++last_name_;
  tell("predecessor",
       {{"name", std::to_string(name)},
        {"of", std::to_string(of)},
        {"level", level_json(level)},
        {"cube", cube_json(cube)}},
       fmt::format("{} of {} steps into {} (obligation {})", cube_text(cube), level_text(level), of,
                   name));
}

void Journal::settled(ObligationName name, Level level) {
  tell("settled", {{"name", std::to_string(name)}, {"level", level_json(level)}},
       fmt::format("obligation {} is excluded already, up to {}", name, level_text(level)));
}

void Journal::dropped(ObligationName name) {
  tell("dropped", {{"name", std::to_string(name)}},
       fmt::format("obligation {} came back too often, and is given up for now", name));
}

void Journal::blocked(ObligationName name, Level level, const Cube& core) {
  tell("blocked",
       {{"name", std::to_string(name)}, {"level", level_json(level)}, {"core", cube_json(core)}},
       fmt::format("no step leads into obligation {}; {} is enough for that", name,
                   cube_text(core)));
}

void Journal::kept(ObligationName name, Level level) {
  tell("kept", {{"name", std::to_string(name)}, {"level", level_json(level)}},
       fmt::format("obligation {} waits for {}", name, level_text(level)));
}

void Journal::drop(Lit lit, bool is_dropped, const Cube& left) {
  const Cube one({lit});
  tell("drop",
       {{"literal", cube_json(one)},
        {"done", is_dropped ? "true" : "false"},
        {"left", cube_json(left)}},
       fmt::format("  without {}? {}", cube_text(one),
                   is_dropped ? fmt::format("yes: {}", cube_text(left)) : std::string("no")));
}

void Journal::ctg(const Cube& cube, Level level) {
  tell("ctg", {{"level", level_json(level)}, {"cube", cube_json(cube)}},
       fmt::format("  {} of {} stands in the way", cube_text(cube), level_text(level)));
}

void Journal::ctg_ended(bool is_blocked) {
  tell("ctg_ended", {{"blocked", is_blocked ? "true" : "false"}},
       is_blocked ? "  it is excluded now" : "  it can't be excluded so easily");
}

void Journal::lemma(LemmaSerial serial, const Cube& cube, Level level, Reason reason) {
  constexpr const char* kReasons[] = {"obligation", "ctg", "pushed", "imported"};
  const char* const why = kReasons[static_cast<std::size_t>(reason)];
  tell("lemma",
       {{"serial", std::to_string(serial)},
        {"level", level_json(level)},
        {"cube", cube_json(cube)},
        {"reason", quoted(why)}},
       fmt::format("lemma {} up to {}: {}", serial, level_text(level), clause_text(cube)));
}

void Journal::pushed(LemmaSerial serial, Level from, Level to) {
  tell("push",
       {{"serial", std::to_string(serial)}, {"from", level_json(from)}, {"to", level_json(to)}},
       fmt::format("lemma {} holds in {}, too", serial, level_text(to)));
}

void Journal::stays(LemmaSerial serial, Level level) {
  tell("stay", {{"serial", std::to_string(serial)}, {"level", level_json(level)}},
       fmt::format("lemma {} stays in {}", serial, level_text(level)));
}

void Journal::invariant(Level level, std::size_t lemmas) {
  tell("invariant", {{"level", level_json(level)}, {"lemmas", std::to_string(lemmas)}},
       level == kInfinity
           ? fmt::format("the {} lemmas at infinity exclude the bad states", lemmas)
           : fmt::format("F_{} = F_{}: {} lemmas are an invariant", level, level + 1, lemmas));
  flush();
}

void Journal::counterexample(std::uint32_t steps) {
  tell("counterexample", {{"steps", std::to_string(steps)}},
       fmt::format("an obligation has an initial state: a bad one is {} steps away", steps));
  flush();
}

void Journal::flush() {
  if (!file_.is_open() || file_.flush() || has_failed_) return;
  has_failed_ = true;
  log_.warning("{}: the log of IC3 is not complete", path_);
}

}  // namespace cairn::ic3
