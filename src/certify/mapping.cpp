// SPDX-License-Identifier: MIT
#include "certify/mapping.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

#include "base/error.h"

namespace cairn {
namespace {

constexpr std::string_view kSpace = " \t\r\f\v";
constexpr std::string_view kMapping = "MAPPING";
constexpr std::string_view kIntervention = "INTERVENTION";

/// Takes a decimal number that fits in 32 bits off the front of `text`, with the space before it.
std::optional<std::uint32_t> take_number(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(kSpace), text.size()));
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (!text.empty() && kSpace.find(text.front()) == std::string_view::npos) return std::nullopt;
  return value;
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(kSpace) == std::string_view::npos;
}

bool announces(std::string_view keyword, std::string_view comment) {
  if (!comment.starts_with(keyword)) return false;
  comment.remove_prefix(keyword.size());
  return comment.empty() || kSpace.find(comment.front()) != std::string_view::npos;
}

class MappingReader {
 public:
  MappingReader(const CircuitFile& model, const CircuitFile& witness)
      : model_(model),
        witness_(witness),
        model_used_(model.system.aig.size(), false),
        witness_used_(witness.system.aig.size(), false) {}

  Mapping read() {
    const auto map = [this](const Place& place, std::uint32_t ours, std::uint32_t models) {
      add(place, ours, models);
    };
    if (read_comments(kMapping, map)) {
      mapping_.origin = Mapping::Origin::Comment;
    } else if (read_symbols()) {
      mapping_.origin = Mapping::Origin::Symbols;
    } else {
      mapping_.origin = Mapping::Origin::Position;
      pair_by_position();
    }
    if (!witness_.system.justice.empty()) read_interventions();
    return std::move(mapping_);
  }

 private:
  /// Where a pair stands, for messages.
  struct Place {
    Position position;
    std::string text;
  };

  [[noreturn]] static void fail(const Place& place, std::string_view message) {
    throw InputError(place.position, fmt::format("{}: {}", place.text, message));
  }

  Place comment_place(std::size_t index) const {
    const std::uint64_t first = witness_.first_comment_line;
    return {{witness_.name, first == 0 ? 1 : first + index},
            fmt::format("line {} of the comment", index + 1)};
  }

  /// Pairs of literals after a line that announces them.
  template <class Add>
  bool read_comments(std::string_view keyword, Add take) {
    // The lines from the announcement on; `start` is its number among all of them.
    std::vector<std::string_view> lines;
    std::size_t start = 0;
    for (const std::string_view line : witness_.system.comments) {
      if (!lines.empty() || announces(keyword, line))
        lines.push_back(line);
      else
        ++start;
    }
    if (lines.empty()) return false;

    std::string_view rest = lines[0].substr(keyword.size());
    const auto count = take_number(rest);
    if (!count || !is_blank(rest))
      fail(comment_place(start),
           fmt::format("expected '{}' and the number of pairs that follow", keyword));
    for (std::size_t i = 1; i <= *count; ++i) {
      if (i >= lines.size())
        fail(comment_place(start),
             fmt::format("expected {} lines with pairs of literals, found {}", *count, i - 1));
      const auto literals = parse_pair(lines[i]);
      if (!literals)
        fail(comment_place(start + i),
             fmt::format("expected a certificate literal and {} literal (pair {} of {})",
                         keyword == kMapping ? "a model" : "another", i, *count));
      take(comment_place(start + i), literals->first, literals->second);
    }
    for (std::size_t i = *count + 1; i < lines.size(); ++i) {
      if (announces(keyword, lines[i]))
        fail(comment_place(start + i), keyword == kMapping ? "expected only one mapping"
                                                           : "expected one list of interventions");
      if (i == *count + 1 && parse_pair(lines[i]))
        fail(comment_place(start + i),
             fmt::format("expected {} pairs of literals, found more", *count));
    }
    return true;
  }

  static std::optional<std::pair<std::uint32_t, std::uint32_t>> parse_pair(std::string_view line) {
    const auto witness = take_number(line);
    if (!witness) return std::nullopt;
    const auto model = take_number(line);
    if (!model || !is_blank(line)) return std::nullopt;
    return std::pair{*witness, *model};
  }

  bool read_symbols() {
    const BitSystem& system = witness_.system;
    for (std::size_t i = 0; i < system.inputs.size(); ++i)
      read_symbol(fmt::format("symbol i{}", i), system.names.inputs.get(i), system.inputs[i]);
    for (std::size_t i = 0; i < system.latches.size(); ++i)
      read_symbol(fmt::format("symbol l{}", i), system.names.latches.get(i), system.latches[i].var);
    return !mapping_.pairs.empty();
  }

  void read_symbol(std::string text, std::string_view name, Var leaf) {
    if (!name.starts_with('=')) return;
    const Place place{{witness_.name}, std::move(text)};
    name.remove_prefix(1);
    const auto literal = take_number(name);
    if (!literal) fail(place, "expected a model literal after '='");
    add_resolved(place, Lit(leaf), *literal);
  }

  void read_interventions() {
    const auto intervene = [this](const Place& place, std::uint32_t later, std::uint32_t gate) {
      const auto value = witness_.resolve(later);
      if (!value) fail(place, fmt::format("the certificate has no literal {}", later));
      add_intervention(place, *value, gate);
    };
    if (read_comments(kIntervention, intervene)) return;
    const BitSystem& system = witness_.system;
    bool found = false;
    for (std::size_t i = 0; i < system.inputs.size(); ++i)
      found |= read_intervention(fmt::format("symbol i{}", i), system.names.inputs.get(i),
                                 system.inputs[i]);
    for (std::size_t i = 0; i < system.latches.size(); ++i)
      found |= read_intervention(fmt::format("symbol l{}", i), system.names.latches.get(i),
                                 system.latches[i].var);
    if (found) return;
    for (const Latch& latch : system.latches)
      if (!latch.next.is_constant()) mapping_.interventions.push_back(latch_intervention(latch));
  }

  static Intervention latch_intervention(const Latch& latch) {
    return {latch.next.var(), Lit(latch.var, latch.next.negated())};
  }

  bool read_intervention(std::string text, std::string_view name, Var leaf) {
    const std::size_t at = name.find('<');
    if (at == std::string_view::npos) return false;
    const Place place{{witness_.name}, std::move(text)};
    name.remove_prefix(at + 1);
    const auto literal = take_number(name);
    if (!literal) fail(place, "expected a certificate literal after '<'");
    add_intervention(place, Lit(leaf), *literal);
    return true;
  }

  void add_intervention(const Place& place, Lit later, std::uint32_t gate) {
    const auto replaced = witness_.resolve(gate);
    if (!replaced) fail(place, fmt::format("the certificate has no literal {}", gate));
    if (replaced->is_constant()) fail(place, "a constant can't stand for a second state");
    mapping_.interventions.push_back({replaced->var(), later ^ replaced->negated()});
  }

  void pair_by_position() {
    const BitSystem& w = witness_.system;
    const BitSystem& m = model_.system;
    for (std::size_t i = 0; i < std::min(w.inputs.size(), m.inputs.size()); ++i)
      mapping_.pairs.push_back({w.inputs[i], m.inputs[i]});
    for (std::size_t i = 0; i < std::min(w.latches.size(), m.latches.size()); ++i)
      mapping_.pairs.push_back({w.latches[i].var, m.latches[i].var});
  }

  void add(const Place& place, std::uint32_t witness_literal, std::uint32_t model_literal) {
    const auto witness = witness_.resolve(witness_literal);
    if (!witness) fail(place, fmt::format("the certificate has no literal {}", witness_literal));
    if (!witness_.system.aig.is_leaf(witness->var()))
      fail(place, fmt::format("certificate literal {} must be an input or a latch; a mapping of "
                              "gates or constants proves nothing",
                              witness_literal));
    add_resolved(place, *witness, model_literal);
  }

  void add_resolved(const Place& place, Lit witness, std::uint32_t model_literal) {
    const auto model = model_.resolve(model_literal);
    if (!model) fail(place, fmt::format("the model has no literal {}", model_literal));
    if (!model_.system.aig.is_leaf(model->var()))
      fail(place, fmt::format("model literal {} must be an input or a latch", model_literal));
    if (witness_used_[witness.var().index])
      fail(place, "this input or latch of the certificate is mapped twice");
    if (model_used_[model->var().index])
      fail(place, fmt::format("model literal {} is mapped twice", model_literal));
    witness_used_[witness.var().index] = true;
    model_used_[model->var().index] = true;
    mapping_.pairs.push_back({witness.var(), model->var(), witness.negated() != model->negated()});
  }

  const CircuitFile& model_;
  const CircuitFile& witness_;
  std::vector<bool> model_used_;
  std::vector<bool> witness_used_;
  Mapping mapping_;
};

}  // namespace

CircuitFile reencoded(const BitSystem& system, std::string name) {
  std::vector<Var> order{Var{0}};
  order.reserve(system.aig.size());
  order.insert(order.end(), system.inputs.begin(), system.inputs.end());
  for (const Latch& latch : system.latches) order.push_back(latch.var);
  for (std::uint32_t v = 1; v < system.aig.size(); ++v)
    if (system.aig.is_and(Var{v})) order.push_back(Var{v});
  auto resolve = [order = std::move(order)](std::uint32_t literal) -> std::optional<Lit> {
    if (literal / 2 >= order.size()) return std::nullopt;
    return Lit(order[literal / 2], literal % 2 == 1);
  };
  return {system, std::move(resolve), std::move(name)};
}

Mapping read_mapping(const CircuitFile& model, const CircuitFile& witness) {
  return MappingReader(model, witness).read();
}

bool is_well_formed(const Mapping& mapping, const BitSystem& model, const BitSystem& witness) {
  std::vector<bool> model_used(model.aig.size(), false);
  std::vector<bool> witness_used(witness.aig.size(), false);
  const auto use = [](const Aig& aig, std::vector<bool>& used, Var var) {
    if (var.index >= aig.size() || !aig.is_leaf(var) || used[var.index]) return false;
    used[var.index] = true;
    return true;
  };
  return std::all_of(mapping.pairs.begin(), mapping.pairs.end(), [&](const Mapping::Pair& pair) {
    return use(model.aig, model_used, pair.model) && use(witness.aig, witness_used, pair.witness);
  });
}

}  // namespace cairn
