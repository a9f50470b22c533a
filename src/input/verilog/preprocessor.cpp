// SPDX-License-Identifier: MIT
#include "input/verilog/preprocessor.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <map>
#include <optional>

#include "input/verilog/lexer.h"

namespace cairn::verilog {
namespace {

struct Macro {
  std::optional<std::vector<std::pair<std::string, std::optional<std::string>>>> parameters;
  std::string body;
};

std::string trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return "";
  return std::string(text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1));
}

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

class Preprocessor {
 public:
  explicit Preprocessor(const PreprocessorOptions& options) : options_(options) {
    for (const auto& [name, value] : options.defines) macros_[name] = {std::nullopt, value};
  }

  TokenStream run(const std::vector<Source>& files) {
    for (const Source& file : files) {
      read_text(file.bytes, file.name, file.name, nullptr);
      if (!conditions_.empty())
        throw InputError(stream_.position(conditions_.back().at),
                         "this condition has no `endif in its file");
    }
    Token end;
    stream_.tokens.push_back(end);
    return std::move(stream_);
  }

 private:
  /// An `ifdef: whether its current branch counts, and whether one did.
  struct Condition {
    Token at;
    bool active = false, taken = false, outer = false, last = false;
  };
  static constexpr std::size_t kDeepest = 64, kMostTokens = 50'000'000;

  bool active() const { return conditions_.empty() || conditions_.back().active; }

  /// `used`: where a macro's text is used, nullptr for a file.
  void read_text(std::string_view text, const std::string& name, const std::string& path,
                 const Token* used) {
    std::uint32_t file = 0;
    if (used != nullptr) {
      file = used->file;
    } else {
      file = static_cast<std::uint32_t>(stream_.files.size());
      stream_.files.push_back(name);
    }
    Lexer lexer(text, stream_.files[file], file);
    if (used != nullptr) lexer.pin(*used);
    bool first = used != nullptr;
    for (;;) {
      Token token = lexer.next();
      if (token.kind == Token::Kind::End) return;
      if (token.kind == Token::Kind::Symbol && token.text[0] == '`') {
        directive(token, lexer, path);
        first = true;
        continue;
      }
      if (!active()) continue;
      if (first) token.spaced = true;
      first = false;
      push(std::move(token), lexer);
    }
  }

  void push(Token token, const Lexer& lexer) {
    if (const char c = token.text.empty() ? 'a' : token.text[0]; c < 0x20 || c == 0x7f)
      lexer.fail(token, fmt::format("unexpected character '{}'", printable(token.text)));
    if (stream_.tokens.size() > kMostTokens) lexer.fail(token, "the design is too large");
    stream_.tokens.push_back(std::move(token));
  }

  void directive(const Token& token, Lexer& lexer, const std::string& path) {
    const std::string word = token.text.substr(1);
    if (word == "ifdef" || word == "ifndef" || word == "elsif") return condition(token, lexer);
    if (word == "else" || word == "endif") return branch(token, lexer);
    if (!active()) {
      if (word == "define") lexer.rest_of_line();
      return;
    }
    if (word == "define") return define(token, lexer);
    if (word == "undef") {
      macros_.erase(lexer.next().text);
    } else if (word == "undefineall") {
      macros_.clear();
    } else if (word == "include") {
      include(token, lexer, path);
    } else if (word == "default_nettype") {
      Token kept = token;
      kept.kind = Token::Kind::Directive;
      kept.text += ' ' + trimmed(lexer.rest_of_line());
      push(std::move(kept), lexer);
    } else if (word == "resetall") {
      Token kept = token;
      kept.kind = Token::Kind::Directive;
      kept.text = "`default_nettype wire";
      push(std::move(kept), lexer);
    } else if (word == "timescale" || word == "pragma" || word == "line" ||
               word == "unconnected_drive" || word == "begin_keywords") {
      lexer.rest_of_line();
    } else if (word == "celldefine" || word == "endcelldefine" || word == "end_keywords" ||
               word == "nounconnected_drive") {
      return;
    } else if (word == "__LINE__" || word == "__FILE__") {
      Token value = token;
      value.kind = word == "__LINE__" ? Token::Kind::Number : Token::Kind::String;
      value.text = word == "__LINE__" ? std::to_string(token.line)
                                      : fmt::format("\"{}\"", printable(stream_.files[token.file]));
      push(std::move(value), lexer);
    } else {
      expand(token, lexer, path);
    }
  }

  void condition(const Token& token, Lexer& lexer) {
    const Token name = lexer.next();
    if (!name.is_identifier())
      lexer.fail(token, "expected the name of a macro after " + token.text);
    const bool holds = macros_.contains(name.text) != (token.is("`ifndef"));
    if (!token.is("`elsif")) {
      if (conditions_.size() > 1000) lexer.fail(token, "conditions are nested too deeply");
      const bool outer = active();
      conditions_.push_back({token, outer && holds, holds, outer, false});
      return;
    }
    if (conditions_.empty() || conditions_.back().last)
      lexer.fail(token, "`elsif without an `ifdef before it");
    Condition& here = conditions_.back();
    here.active = here.outer && !here.taken && holds;
    here.taken = here.taken || holds;
  }

  void branch(const Token& token, Lexer& lexer) {
    if (conditions_.empty()) lexer.fail(token, token.text + " without an `ifdef before it");
    Condition& here = conditions_.back();
    if (token.is("`endif")) {
      conditions_.pop_back();
    } else {
      if (here.last) lexer.fail(token, "a second `else of one `ifdef");
      here.active = here.outer && !here.taken;
      here.last = true;
    }
  }

  void define(const Token& token, Lexer& lexer) {
    const Token name = lexer.next();
    if (!name.is_identifier()) lexer.fail(token, "expected a name after `define");
    Macro macro;
    // Parameters follow the name at once; a blank before the parenthesis makes it text.
    if (lexer.at_parenthesis()) {
      macro.parameters.emplace();
      const auto arguments = lexer.arguments();
      for (const std::string& argument : *arguments) {
        const std::size_t equals = argument.find('=');
        std::string parameter = trimmed(std::string_view(argument).substr(0, equals));
        std::optional<std::string> usual;
        if (equals != std::string::npos) usual = trimmed(argument.substr(equals + 1));
        if (!parameter.empty()) macro.parameters->emplace_back(std::move(parameter), usual);
      }
    }
    macro.body = trimmed(lexer.rest_of_line());
    macros_[name.text] = std::move(macro);
  }

  void include(const Token& token, Lexer& lexer, const std::string& path) {
    std::string name = trimmed(lexer.rest_of_line());
    if (name.starts_with('`')) {  // a macro that has the name
      const auto macro = macros_.find(name.substr(1));
      if (macro != macros_.end()) name = macro->second.body;
    }
    const bool quoted = name.size() > 2 && ((name.front() == '"' && name.back() == '"') ||
                                            (name.front() == '<' && name.back() == '>'));
    if (!quoted) lexer.fail(token, "expected `include \"FILE\"");
    name = name.substr(1, name.size() - 2);
    if (++depth_ > kDeepest) lexer.fail(token, "files include each other too deeply");
    std::vector<std::filesystem::path> places{std::filesystem::path(path).parent_path()};
    for (const std::string& folder : options_.folders) places.emplace_back(folder);
    places.emplace_back("");
    std::error_code failed;
    for (const std::filesystem::path& folder : places) {
      const std::string found = (folder / name).string();
      if (!std::filesystem::is_regular_file(found, failed)) continue;
      const Source source = read_source(found);
      const std::size_t outer = conditions_.size();
      read_text(source.bytes, source.name, found, nullptr);
      if (conditions_.size() != outer) lexer.fail(token, "a condition does not end in this file");
      --depth_;
      return;
    }
    lexer.fail(token, fmt::format("there is no file '{}' to include here or in a folder of -I",
                                  printable(name)));
  }

  void expand(const Token& token, Lexer& lexer, const std::string& path) {
    const auto found = macros_.find(token.text.substr(1));
    if (found == macros_.end())
      lexer.fail(token, fmt::format("the macro {} is not defined", printable(token.text)));
    const Macro macro = found->second;
    std::string text = macro.body;
    if (macro.parameters) {
      auto arguments = lexer.arguments();
      if (!arguments) lexer.fail(token, fmt::format("{} needs arguments", printable(token.text)));
      text = substituted(token, lexer, macro, *arguments);
    } else {
      text = pasted(text);
    }
    if (++depth_ > kDeepest)
      lexer.fail(token, fmt::format("{} expands to itself", printable(token.text)));
    expanded_ += text.size();
    if (expanded_ > (std::size_t{1} << 29)) lexer.fail(token, "macros expand to too much text");
    read_text(text, "", path, &token);
    --depth_;
  }

  static std::string pasted(std::string_view body) {
    std::string text;
    for (std::size_t i = 0; i < body.size(); ++i) {
      if (body.substr(i).starts_with("`\\`\"")) {
        text += "\\\"";
        i += 3;
      } else if (body.substr(i).starts_with("``")) {
        ++i;
      } else if (body.substr(i).starts_with("`\"")) {
        text += '"';
        ++i;
      } else {
        text += body[i];
      }
    }
    return text;
  }

  static std::string substituted(const Token& token, const Lexer& lexer, const Macro& macro,
                                 const std::vector<std::string>& arguments) {
    const auto& parameters = *macro.parameters;
    if (arguments.size() > parameters.size() &&
        !(parameters.empty() && trimmed(arguments[0]).empty()))
      lexer.fail(token, fmt::format("{} has {} arguments, got {}", printable(token.text),
                                    parameters.size(), arguments.size()));
    std::map<std::string, std::string, std::less<>> values;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      std::string value = i < arguments.size() ? trimmed(arguments[i]) : "";
      if (value.empty() && parameters[i].second) value = *parameters[i].second;
      if (i >= arguments.size() && !parameters[i].second)
        lexer.fail(token, fmt::format("{} has {} arguments, got {}", printable(token.text),
                                      parameters.size(), arguments.size()));
      values[parameters[i].first] = value;
    }
    std::string text;
    const std::string& body = macro.body;
    for (std::size_t i = 0; i < body.size();) {
      if (body[i] == '"') {  // arguments are no parts of strings
        const std::size_t begin = i++;
        while (i < body.size() && body[i] != '"') i += body[i] == '\\' ? 2 : 1;
        i = std::min(i + 1, body.size());
        text += body.substr(begin, i - begin);
        continue;
      }
      if (body[i] == '`' && i + 1 < body.size() && body[i + 1] == '"') {
        text += "`\"";
        i += 2;
        continue;
      }
      if (!is_word(body[i])) {
        text += body[i++];
        continue;
      }
      std::size_t end = i;
      while (end < body.size() && is_word(body[end])) ++end;
      const std::string word = body.substr(i, end - i);
      const auto value = values.find(word);
      text += value == values.end() ? word : value->second;
      i = end;
    }
    return pasted(text);
  }

  const PreprocessorOptions& options_;
  std::map<std::string, Macro> macros_;
  std::vector<Condition> conditions_;
  TokenStream stream_;
  std::size_t depth_ = 0;
  std::size_t expanded_ = 0;
};

}  // namespace

TokenStream preprocess(const std::vector<Source>& files, const PreprocessorOptions& options) {
  return Preprocessor(options).run(files);
}

}  // namespace cairn::verilog
