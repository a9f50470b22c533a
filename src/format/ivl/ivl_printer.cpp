// SPDX-License-Identifier: MIT
#include "format/ivl/ivl_printer.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <unordered_map>

#include "format/ivl/ivl_lexer.h"
#include "format/ivl/ivl_names.h"
#include "format/ivl/ivl_reader.h"
#include "logic/word/term_print.h"

namespace cairn {

namespace {

using Kind = Statement::Kind;

/// A name that the reader takes: not empty, no control characters, nothing that looks like a sort.
std::string writable(std::string name) {
  for (char& c : name)
    if (static_cast<unsigned char>(c) < 0x20 || c == '`') c = '_';
  const bool sort = name.size() > 2 && name.starts_with("bv") &&
                    name.find_first_not_of("0123456789", 2) == std::string::npos;
  if (name.empty() || name == "@" || sort) name += "_";
  return name;
}

/// Of procedures, labels and functions.
std::string name_text(const std::string& name) {
  return name == "main" ? name : ivl_name(writable(name));
}

class Printer {
 public:
  explicit Printer(const Program& program) : program_(program), terms_(*program.terms) {}

  std::string print() {
    std::set<std::string> global_names;
    name_variables(program_.globals, global_names);
    if (program_.main != "main") line(fmt::format("main {};", name_text(program_.main)));
    for (const ProgramVariable& global : program_.globals)
      line(fmt::format("var {};", variable_text(global, "")));
    for (const Procedure& procedure : program_.procedures) {
      std::set<std::string> names = global_names;
      name_variables(procedure.parameters, names);
      name_variables(procedure.results, names);
      name_variables(procedure.locals, names);
      if (!text_.empty()) text_ += '\n';
      print_procedure(procedure);
    }
    return std::move(text_);
  }

 private:
  /// Variables whose names can't stay get others that can.
  void name_variables(const std::vector<ProgramVariable>& variables, std::set<std::string>& taken) {
    for (const ProgramVariable& variable : variables) {
      const std::string& original = terms_.name(variable.term);
      const std::string base = writable(original);
      std::string name = base;
      for (unsigned i = 2; !taken.insert(name).second; ++i) name = fmt::format("{}#{}", base, i);
      if (name != original)
        renamed_.emplace(variable.term.id, terms_.variable(name, terms_.sort(variable.term)));
    }
  }

  Term in_text(Term term) { return renamed_.empty() ? term : terms_.substitute(term, renamed_); }
  std::string expression(Term term) { return to_ivl(terms_, in_text(term)); }

  std::string list(const std::vector<Term>& terms) {
    std::string text;
    for (const Term term : terms)
      text += fmt::format("{}{}", text.empty() ? "" : ", ", expression(term));
    return text;
  }

  void line(std::string_view text) {
    text_.append(2 * depth_, ' ');
    text_ += text;
    text_ += '\n';
  }

  std::string variable_text(const ProgramVariable& variable, const std::string& function) {
    const Term term = in_text(variable.term);
    const Sort& sort = terms_.sort(term);
    std::string text = fmt::format("{}: {}", ivl_name(terms_.name(term)), to_string(sort));
    if (variable.show != default_show(sort))
      text += fmt::format(" show {}", kShowNames[static_cast<std::size_t>(variable.show)]);
    if (variable.source_name != terms_.name(term))
      text += fmt::format(" as {}", escape_ivl(variable.source_name));
    if (variable.function != function) text += fmt::format(" in {}", escape_ivl(variable.function));
    return text;
  }

  std::string variables_text(const std::vector<ProgramVariable>& variables,
                             const std::string& function) {
    std::string text;
    for (const ProgramVariable& variable : variables)
      text += fmt::format("{}{}", text.empty() ? "" : ", ", variable_text(variable, function));
    return text;
  }

  void print_procedure(const Procedure& procedure) {
    const std::string function =
        name_text(procedure.name) == procedure.name ? procedure.name : writable(procedure.name);
    std::string head =
        fmt::format("{}procedure {}({})", site_text(procedure.site), name_text(procedure.name),
                    variables_text(procedure.parameters, function));
    if (!procedure.results.empty())
      head += fmt::format(" returns ({})", variables_text(procedure.results, function));
    line(head + " {");
    ++depth_;
    for (const ProgramVariable& local : procedure.locals)
      line(fmt::format("var {};", variable_text(local, function)));
    print_block(procedure.body);
    --depth_;
    line("}");
  }

  /// The annotation of a statement, with a space after it; a new place has a line of its own.
  std::string site_text(SiteId id) {
    if (id == kNoSite) return "@ none ";
    if (id == last_site_) return "@ ";
    const SourceSite& site = program_.sites[id];
    std::string text = "@ ";
    const bool same_file = last_site_ != kNoSite && site.at.file == last_file_ &&
                           (!site.function.empty() || last_function_.empty());
    if (!same_file) {
      text += escape_ivl(site.at.file) + ":";
      last_function_.clear();
    }
    text += fmt::format("{}:{}", site.at.line, site.at.column);
    if (site.function != last_function_) text += fmt::format(" in {}", name_text(site.function));
    if (!site.text.empty()) text += fmt::format(" {}", escape_ivl(site.text));
    if (site.loop_head) text += " loop";
    last_site_ = id;
    last_file_ = site.at.file;
    last_function_ = site.function;
    return text + "\n" + std::string(2 * depth_, ' ');
  }

  void print_block(const Block& block) {
    for (const Statement& statement : block) print_statement(statement);
  }

  void print_inner(const Block& block) {
    ++depth_;
    print_block(block);
    --depth_;
  }

  static std::string note_text(const Statement& s) {
    return s.note.empty() ? std::string() : fmt::format(" {}", escape_ivl(s.note));
  }

  void print_statement(const Statement& s) {
    const std::string site = site_text(s.site);
    switch (s.kind) {
      case Kind::Assign:
        line(fmt::format("{}{};", site, assignment(s)));
        break;
      case Kind::Havoc:
        line(fmt::format("{}havoc {}{};", site, list(s.targets), note_text(s)));
        break;
      case Kind::Assume:
        line(fmt::format("{}assume {};", site, expression(s.values[0])));
        break;
      case Kind::Assert:
        line(fmt::format("{}{} {}{};", site,
                         s.assert_kind == AssertKind::Limit ? "limit" : "assert",
                         expression(s.values[0]), note_text(s)));
        break;
      case Kind::If:
        print_if(s, site);
        break;
      case Kind::While:
        line(fmt::format("{}while ({}) {{", site, expression(s.values[0])));
        print_inner(s.blocks[0]);
        line("}");
        break;
      case Kind::Choice:
        line(site + "choice {");
        for (std::size_t i = 0; i < s.blocks.size(); ++i) {
          if (i > 0) line("} or {");
          print_inner(s.blocks[i]);
        }
        line("}");
        break;
      case Kind::Label:
        line(fmt::format("{}{}:", site, name_text(s.names[0])));
        break;
      case Kind::Goto: {
        std::string labels;
        for (const std::string& name : s.names)
          labels += fmt::format("{}{}", labels.empty() ? "" : ", ", name_text(name));
        line(fmt::format("{}goto {};", site, labels));
        break;
      }
      case Kind::Call:
        line(fmt::format("{}{}{}call {}({});", site, list(s.targets),
                         s.targets.empty() ? "" : " := ", name_text(s.names[0]), list(s.values)));
        break;
      case Kind::Return:
        line(site + "return;");
        break;
    }
  }

  std::string assignment(const Statement& s) {
    const Term value = s.values[0];
    if (s.targets.size() == 1 && terms_.op(value) == Op::Store) {
      const auto operands = terms_.operands(value);
      if (operands[0] == s.targets[0])
        return fmt::format("{}[{}] := {}", expression(s.targets[0]), expression(operands[1]),
                           expression(operands[2]));
    }
    return fmt::format("{} := {}", list(s.targets), list(s.values));
  }

  /// With its chain of else if.
  void print_if(const Statement& s, std::string before) {
    const Statement* current = &s;
    for (;;) {
      line(fmt::format("{}if ({}) {{", before, expression(current->values[0])));
      print_inner(current->blocks[0]);
      const Block& otherwise = current->blocks[1];
      if (otherwise.empty()) break;
      if (otherwise.size() > 1 || otherwise[0].kind != Kind::If) {
        line("} else {");
        print_inner(otherwise);
        break;
      }
      current = &otherwise[0];
      before = fmt::format("}} else {}", site_text(current->site));
    }
    line("}");
  }

  const Program& program_;
  Terms& terms_;
  std::unordered_map<std::uint32_t, Term> renamed_;
  std::string text_;
  unsigned depth_ = 0;
  SiteId last_site_ = kNoSite;
  std::string last_file_, last_function_;
};

}  // namespace

std::string print_ivl(const Program& program) {
  const Source once{"program.ivl", Printer(program).print()};
  return Printer(read_ivl(once)).print();
}

}  // namespace cairn
