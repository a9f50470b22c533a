// SPDX-License-Identifier: MIT
#include "format/ivl/program_certificate.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "base/error.h"
#include "format/ivl/ivl_expression.h"
#include "format/ivl/ivl_lexer.h"
#include "logic/word/term_print.h"

namespace cairn {
namespace {

constexpr std::uint32_t kVersion = 1;
// A reader's limits, against files that are small and make something large of it.
constexpr std::uint32_t kMostInduction = 1u << 12;
constexpr std::uint64_t kMostCopies = 20'000'000;  ///< of edges, for a proof over k steps
constexpr std::uint32_t kMostNumber = 999'999'999;

/// How variables of an automaton are called in a file: by their names, if these are different as
/// IVL writes them; else their positions belong to the names.
std::vector<std::string> names_of(const Cfa& cfa) {
  std::map<std::string, std::size_t> count;
  for (const ProgramVariable& variable : cfa.variables)
    ++count[ivl_name(cfa.terms->name(variable.term))];
  std::vector<std::string> names;
  for (std::size_t i = 0; i < cfa.variables.size(); ++i) {
    std::string name = cfa.terms->name(cfa.variables[i].term);
    if (count[ivl_name(name)] > 1) name += fmt::format("@@{}", i);
    std::replace(name.begin(), name.end(), '`', '\'');  // as ivl_name has it
    names.push_back(std::move(name));
  }
  return names;
}

/// A formula over variables that have the names of the file.
class Renaming {
 public:
  explicit Renaming(const Cfa& cfa) : terms_(*cfa.terms) {
    const std::vector<std::string> names = names_of(cfa);
    for (std::size_t i = 0; i < names.size(); ++i) {
      const Term term = cfa.variables[i].term;
      if (names[i] != terms_.name(term))
        renamed_.emplace(term.id, terms_.variable(names[i], terms_.sort(term)));
    }
  }
  std::string text(Term formula) {
    return to_ivl(terms_, renamed_.empty() ? formula : terms_.substitute(formula, renamed_));
  }

 private:
  Terms& terms_;
  std::unordered_map<std::uint32_t, Term> renamed_;
};

std::string place(const Cfa& cfa, LocationId location) {
  const SiteId site = cfa.locations[location.index].site;
  if (site == kNoSite || !cfa.sites || site >= cfa.sites->size()) return "";
  const SourceSite& at = (*cfa.sites)[site];
  return fmt::format("  // {}:{}:{}: {}", printable(at.at.file), at.at.line, at.at.column,
                     printable(at.text, 60));
}

std::string list(const std::vector<std::size_t>& numbers) {
  return fmt::format("{}", fmt::join(numbers, ", "));
}

class Scope : public IvlScope {
 public:
  explicit Scope(const Cfa& cfa) {
    const std::vector<std::string> names = names_of(cfa);
    for (std::size_t i = 0; i < names.size(); ++i)
      variables_.emplace(names[i], cfa.variables[i].term);
  }
  Term find(std::string_view name) const override {
    const auto found = variables_.find(name);
    return found == variables_.end() ? kNoTerm : found->second;
  }
  bool is_record_array(std::string_view) const override { return false; }

 private:
  std::map<std::string, Term, std::less<>> variables_;
};

/// For the parts that are not expressions of an automaton.
class NoNames : public IvlScope {
 public:
  Term find(std::string_view) const override { return kNoTerm; }
  bool is_record_array(std::string_view) const override { return false; }
};

class Reader {
 public:
  Reader(const Source& source, const std::function<const Cfa*(const JudgedAssertions&)>& automaton)
      : lexer_(source), automaton_(automaton), frame_(lexer_, terms_, no_names_) {}

  std::vector<ProgramProof> run() {
    for (const char* word : {"cairn", "certificate"}) frame_.expect(word);
    const IvlToken at = lexer_.token();
    if (count("a version") != kVersion)
      lexer_.fail(at, fmt::format("expected version {}", kVersion));
    frame_.expect(";");
    std::vector<ProgramProof> proofs;
    do proofs.push_back(proof());
    while (lexer_.token().kind != IvlToken::Kind::End);
    return proofs;
  }

 private:
  std::uint32_t count(std::string_view what) { return frame_.read_count(what, 0, kMostNumber); }

  JudgedAssertions about() {
    if (frame_.accept("all")) return std::nullopt;
    std::vector<std::size_t> numbers;
    do {
      const IvlToken at = lexer_.token();
      numbers.push_back(count("the number of an assertion"));
      if (numbers.size() > 1 && numbers.back() <= numbers[numbers.size() - 2])
        lexer_.fail(at, "expected ascending numbers of assertions");
    } while (frame_.accept(","));
    return numbers;
  }

  void require_size(const char* what, std::size_t expected) {
    const IvlToken at = lexer_.token();
    const std::uint32_t number = count(what);
    if (number != expected)
      lexer_.fail(at, fmt::format("the automaton of this program has {} {}, not {}: the "
                                  "certificate is about another program, or the program was read "
                                  "with other options",
                                  expected, what, number));
    frame_.expect(what);
  }

  ProgramProof proof() {
    ProgramProof result;
    frame_.expect("proof");
    frame_.expect("of");
    result.about = about();
    frame_.expect("automaton");
    result.cfa = automaton_(result.about);
    require_size("locations", result.cfa->locations.size());
    frame_.expect(",");
    require_size("edges", result.cfa->edges.size());
    frame_.expect(",");
    require_size("variables", result.cfa->variables.size());
    if (frame_.accept("induction")) {
      const IvlToken at = lexer_.token();
      result.invariant.k = frame_.read_count("how many steps", 1, kMostInduction);
      if (std::uint64_t{result.invariant.k} * result.cfa->edges.size() > kMostCopies)
        lexer_.fail(at, "too many steps for this program");
    }
    if (frame_.accept("unrolling")) result.invariant.unrolling.emplace();
    frame_.expect("{");
    const Scope scope(*result.cfa);
    IvlExpressions expressions(lexer_, *result.cfa->terms, scope);
    while (!frame_.accept("}")) formula(expressions, result);
    return result;
  }

  void formula(IvlExpressions& expressions, ProgramProof& proof) {
    frame_.expect("at");
    const IvlToken at = lexer_.token();
    const LocationId location{count("a location")};
    if (location.index >= proof.cfa->locations.size())
      lexer_.fail(at, fmt::format("the automaton has no location {}", location.index));
    frame_.expect(":");
    bool is_new = false;
    if (proof.invariant.unrolling)
      is_new = proof.invariant.unrolling->rounds.emplace(location, count("a bound")).second;
    else
      is_new = proof.invariant.at.emplace(location, expressions.read(Sort::boolean(), "a formula"))
                   .second;
    if (!is_new) lexer_.fail(at, fmt::format("location {} is there already", location.index));
    frame_.expect(";");
  }

  IvlLexer lexer_;
  const std::function<const Cfa*(const JudgedAssertions&)>& automaton_;
  Terms terms_;
  NoNames no_names_;
  IvlExpressions frame_;
};

}  // namespace

std::string write_program_certificate(const std::vector<ProgramProof>& proofs,
                                      const InWords& in_words) {
  std::string text = fmt::format("cairn certificate {};\n", kVersion);
  for (const ProgramProof& proof : proofs) {
    const Cfa& cfa = *proof.cfa;
    text += fmt::format("\nproof of {}\nautomaton {} locations, {} edges, {} variables\n",
                        proof.about ? list(*proof.about) : "all", cfa.locations.size(),
                        cfa.edges.size(), cfa.variables.size());
    if (proof.invariant.k != 1) text += fmt::format("induction {}\n", proof.invariant.k);
    if (proof.invariant.unrolling) text += "unrolling\n";
    text += "{\n";
    if (proof.invariant.unrolling)
      for (const auto& [head, rounds] : proof.invariant.unrolling->rounds)
        text += fmt::format("  at {}: {};{}\n", head.index, rounds, place(cfa, head));
    Renaming names(cfa);
    for (const auto& [location, formula] : proof.invariant.at) {
      text += fmt::format("  at {}:{}\n", location.index, place(cfa, location));
      if (in_words)
        for (const std::string& fact : in_words(proof, location))
          text += fmt::format("    // {}\n", printable(fact));
      text += fmt::format("    {};\n", names.text(formula));
    }
    text += "}\n";
  }
  return text;
}

bool looks_like_program_certificate(std::string_view bytes) {
  return bytes.starts_with("cairn certificate");
}

std::vector<ProgramProof> read_program_certificate(
    const Source& source, const std::function<const Cfa*(const JudgedAssertions&)>& automaton) {
  return Reader(source, automaton).run();
}

}  // namespace cairn
