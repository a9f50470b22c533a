// SPDX-License-Identifier: MIT
#include "support/random_c_program.h"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "base/rng.h"

namespace cairn::support {
namespace {

constexpr std::array<const char*, 12> kIntegers = {
    "_Bool", "char",         "signed char", "unsigned char", "short",     "unsigned short",
    "int",   "unsigned int", "long",        "unsigned long", "long long", "unsigned long long"};

class Generator {
 public:
  Generator(std::uint64_t seed, const RandomCOptions& options) : rng_(seed), options_(options) {}

  std::string program() {
    line("typedef __SIZE_TYPE__ size_type;");
    line("void *memcpy(void *, const void *, size_type);");
    line("void *memset(void *, int, size_type);");
    line(
        "double floor(double); double ceil(double); double trunc(double); double fmod(double, "
        "double);");
    line("double rint(double); double round(double);");
    line(fmt::format("unsigned long long out[{}];", kRandomCOutputs));
    if (options_.records) records();
    globals();
    for (unsigned i = 0; i < options_.functions; ++i) pure_function(i);
    for (unsigned i = 0; i < options_.functions; ++i) function(i);
    run();
    line("#ifdef PRINT");
    line("int printf(const char *, ...);");
    line(
        fmt::format("int main(void) {{ run(); for (int i = 0; i < {}; i++) printf(\"%llx\\n\", "
                    "out[i]); return 0; }}",
                    kRandomCOutputs));
    line("#endif");
    return std::move(text_);
  }

 private:
  struct Place {
    std::string name;
    bool floating = false;
  };

  void line(const std::string& text) { text_ += std::string(2 * depth_, ' ') + text + "\n"; }
  unsigned pick(unsigned bound) { return static_cast<unsigned>(rng_.below(bound)); }
  bool chance(unsigned percent) { return rng_.chance(percent); }
  template <class List>
  const auto& any(const List& list) {
    return list[rng_.below(list.size())];
  }
  std::string integer_type() { return any(kIntegers); }
  std::string float_type() {
    return options_.long_doubles && chance(15) ? "long double" : chance(50) ? "float" : "double";
  }

  // --- Declarations ---
  void records() {
    line(
        "struct A { int i; unsigned char c[4]; short s; unsigned b1 : 3; int b2 : 5; unsigned b3 : "
        "17; long long w; };");
    line(fmt::format(
        "struct B {{ {} x; struct A a; {} y[3]; {} f; signed char z : 4; _Bool t : 1; }};",
        integer_type(), integer_type(), options_.floats ? "double" : "int"));
    line("union U { unsigned int i; unsigned char c[4]; short s[2]; float f; };");
    line("struct C { char tag; union U u; struct A *link; short k; };");
    line("struct A ga, gaa[4]; struct B gb; union U gu; struct C gc;");
    line("struct A make(int i, struct A a) { a.i += i; a.b1 = i; a.c[i & 3] ^= 5; return a; }");
    for (const char* name : {"ga.i", "ga.s", "ga.b1", "ga.b2", "ga.b3", "ga.w", "gb.x", "gb.a.i",
                             "gb.a.b2", "gb.z", "gb.t", "gu.i", "gc.tag", "gc.u.i", "gc.k"})
      integers_.push_back({name});
    arrays_ = {{"ga.c", 4}, {"gb.a.c", 4}, {"gu.c", 4}, {"gu.s", 2}, {"gc.u.c", 4}};
    element_fields_ = {"i", "s", "b1", "b3", "w", "c[2]"};
    if (options_.floats) floats_.push_back({"gb.f", true});
  }

  void globals() {
    for (unsigned i = 0; i < 6; ++i) {
      const std::string name = fmt::format("g{}", i);
      line(fmt::format("{} {} = {};", integer_type(), name, literal()));
      integers_.push_back({name});
    }
    line(
        "int gi = 5, gia[8] = {1, -2, 3}; short gsa[2][3] = {{1, 2}, {-4}}; unsigned char "
        "gbytes[16] = "
        "\"bytes\";");
    line(fmt::format("{} gxa[5];", integer_type()));
    integers_.push_back({"gi"});
    arrays_.push_back({"gia", 8});
    arrays_.push_back({"gbytes", 16});
    arrays_.push_back({"gxa", 5});
    if (options_.floats) {
      for (unsigned i = 0; i < 3; ++i) {
        line(fmt::format("{} f{} = {};", float_type(), i, float_literal()));
        floats_.push_back({fmt::format("f{}", i), true});
      }
      line("float fa[4];");
    }
    if (options_.pointers) {
      line(
          "int *pi = &gi; unsigned char *pb = gbytes; short *ps = &gsa[1][0]; int gj; int **ppi = "
          "&pi;");
      integers_.push_back({"gj"});
      if (options_.records) line("struct A *pa = &ga;");
    }
  }

  // --- Expressions: pure, and defined for all values ---
  std::string literal() {
    switch (pick(6)) {
      case 0:
        return fmt::format("{}", pick(10));
      case 1:
        return fmt::format("{}u", pick(1000));
      case 2:
        return fmt::format("-{}", pick(200));
      case 3:
        return fmt::format("{}LL", static_cast<std::int64_t>(rng_.next() >> pick(63)) >> 1);
      case 4:
        return fmt::format("0x{:x}u", static_cast<std::uint32_t>(rng_.next() >> pick(32)));
      default:
        return fmt::format("'{}'", static_cast<char>('a' + pick(26)));
    }
  }

  std::string float_literal() {
    static const std::array<const char*, 9> special = {
        "0.0", "-0.0", "1.0f", "0.1", "1e30f", "-1.5", "3e-39", "1.0/3.0", "16777217.0"};
    if (chance(60)) return any(special);
    return fmt::format("{}.{}{}", pick(100), pick(1000), chance(50) ? "f" : "");
  }

  std::string index(unsigned depth, unsigned count) {
    return fmt::format("(unsigned)({}) % {}u", integer(depth), count);
  }

  std::string integer_place(unsigned depth) {
    const unsigned kind = pick(10);
    if (kind < 2 && !locals_.empty()) return any(locals_).name;
    if (kind < 4) {
      const auto& [name, count] = any(arrays_);
      return fmt::format("{}[{}]", name, index(depth, count));
    }
    if (kind == 4) return fmt::format("gsa[{}][{}]", index(depth, 2), index(depth, 3));
    if (kind == 5 && !element_fields_.empty())
      return fmt::format("gaa[{}].{}", index(depth, 4), any(element_fields_));
    if (kind == 6 && options_.pointers && allow_pointers_) {
      switch (pick(options_.records ? 6 : 4)) {
        case 0:
          return "(*pi)";
        case 1:
          return fmt::format("pb[{}]", index(depth, 4));
        case 2:
          return "(*ps)";
        case 3:
          return "(**ppi)";
        case 4:
          return fmt::format("pa->{}", any(element_fields_));
        default:
          return fmt::format("((unsigned char *)pa)[{}]", index(depth, 20));
      }
    }
    return any(integers_).name;
  }

  std::string integer(unsigned depth) {
    if (depth == 0) return chance(40) ? literal() : readable(0);
    const unsigned next = depth - 1;
    static const std::array<const char*, 12> operators = {"+", "-", "*",  "&",  "|",  "^",
                                                          "<", ">", "<=", ">=", "==", "!="};
    switch (pick(14)) {
      case 0:
        return literal();
      case 1:
      case 2:
        return readable(next);
      case 3:
        return fmt::format("({}({}))", any(std::array{"-", "~", "!", "+"}), integer(next));
      case 4: {
        const std::string a = integer(next);
        const std::string b = integer(next);
        return fmt::format("(({0}) != 0 && ({0}) != -1 ? ({1}) {2} ({0}) : ({1}))", b, a,
                           chance(50) ? "/" : "%");
      }
      case 5:
        return fmt::format("(({}) {} (({}) & 31))", integer(next), chance(50) ? "<<" : ">>",
                           integer(next));
      case 6:
        return fmt::format("((long long)({}) {} (({}) & 63))", integer(next),
                           chance(50) ? "<<" : ">>", integer(next));
      case 7:
        return fmt::format("({})({})", integer_type(), integer(next));
      case 8:
        return fmt::format("({} ? {} : {})", integer(next), integer(next), integer(next));
      case 9:
        return fmt::format("(({}) {} ({}))", integer(next), chance(50) ? "&&" : "||",
                           integer(next));
      case 10:
        if (pure_ > 0)
          return fmt::format("pure{}({}, {})", pick(pure_), integer(next), integer(next));
        return literal();
      case 11:
        if (options_.floats && chance(50)) return from_float(next);
        return fmt::format("(({}) {} ({}))", integer(next), any(operators), integer(next));
      default:
        return fmt::format("(({}) {} ({}))", integer(next), any(operators), integer(next));
    }
  }

  std::string readable(unsigned depth) {
    if (reads_globals_) return integer_place(depth);
    return locals_.empty() ? literal() : any(locals_).name;
  }

  std::string from_float(unsigned depth) {
    const std::string f = floating(depth);
    switch (pick(3)) {
      case 0:
        return fmt::format("(({0}) > -1e9 && ({0}) < 1e9 ? (int)({0}) : 7)", f);
      case 1:
        return fmt::format("(({0}) > -0.9 && ({0}) < 1e9 ? ({1})({0}) : 3)", f,
                           chance(50) ? "unsigned" : "long long");
      default:
        return fmt::format("(({}) {} ({}))", f, any(std::array{"<", "<=", "==", "!=", ">", ">="}),
                           floating(depth));
    }
  }

  std::string floating(unsigned depth) {
    if (depth == 0 || !reads_globals_)
      return chance(40) || !reads_globals_ ? float_literal() : any(floats_).name;
    const unsigned next = depth - 1;
    switch (pick(10)) {
      case 0:
        return float_literal();
      case 1:
        return fmt::format("fa[{}]", index(next, 4));
      case 2:
        return fmt::format("({})({})", float_type(), integer(next));
      case 3:
        return fmt::format("(-({}))", floating(next));
      case 4:
        return fmt::format("({})({})", float_type(), floating(next));
      case 5:
        return fmt::format("({} ? {} : {})", integer(next), floating(next), floating(next));
      case 6:
        return fmt::format("{}({})",
                           any(std::array{"floor", "ceil", "trunc", "rint", "round",
                                          "__builtin_fabs", "__builtin_sqrt"}),
                           floating(next));
      case 7:
        return chance(30) ? fmt::format("fmod({}, {})", floating(next), floating(next))
                          : any(floats_).name;
      default:
        return fmt::format("(({}) {} ({}))", floating(next), any(std::array{"+", "-", "*", "/"}),
                           floating(next));
    }
  }

  // --- Statements ---
  void block(unsigned depth) {
    const std::size_t locals = locals_.size();
    ++depth_;
    const unsigned count = 1 + pick(options_.statements);
    for (unsigned i = 0; i < count; ++i) statement(depth);
    --depth_;
    locals_.resize(locals);
  }

  void assign() {
    static const std::array<const char*, 10> operators = {
        "=", "=", "=", "+=", "-=", "*=", "&=", "|=", "^=", "="};
    if (options_.floats && chance(25)) {
      const std::string target =
          chance(30) ? fmt::format("fa[{}]", index(1, 4)) : any(floats_).name;
      return line(fmt::format("{} {} {};", target,
                              any(std::array{"=", "+=", "-=", "*=", "/=", "="}), floating(3)));
    }
    const std::string target = integer_place(1);
    switch (pick(8)) {
      case 0:
        return line(fmt::format("{}{};", target, chance(50) ? "++" : "--"));
      case 1:
        return line(fmt::format("{} {} ({}) & 7;", target, chance(50) ? "<<=" : ">>=", integer(1)));
      case 2:
        return line(fmt::format("g0 = (gi++, {});", integer(2)));
      default:
        return line(fmt::format("{} {} {};", target, any(operators), integer(3)));
    }
  }

  void memory() {
    if (options_.pointers) {
      switch (pick(options_.records ? 9 : 5)) {
        case 0:
          return line(fmt::format("pi = {};", any(std::array{"&gi", "&gj", "&gia[3]", "gia + 7"})));
        case 1:
          return line(fmt::format("pi = &gia[{}];", index(1, 8)));
        case 2:
          return line(fmt::format("ps = &gsa[{}][{}];", index(1, 2), index(1, 3)));
        case 3:
          return line(
              fmt::format("pb = {};", any(std::array{"gbytes", "gbytes + 9", "(unsigned char *)&gi",
                                                     "(unsigned char *)&gia[2]"})));
        case 4:
          return line(fmt::format("if (pi == &gia[2] && pi - gia == 2) gj = {};", integer(1)));
        case 5:
          return line(
              fmt::format("pa = {};", any(std::array{"&ga", "&gaa[1]", "&gb.a", "gaa + 3"})));
        case 6:
          return line(fmt::format("pa = &gaa[{}];", index(1, 4)));
        case 7:
          return line("gc.link = pa; if (gc.link) gc.link->s++;");
        default:
          return line("pi = &pa->i;");
      }
    }
    assign();
  }

  void record() {
    if (!options_.records) return assign();
    switch (pick(7)) {
      case 0:
        return line(fmt::format("ga = gaa[{}];", index(1, 4)));
      case 1:
        return line(fmt::format("gaa[{}] = gb.a;", index(1, 4)));
      case 2:
        return line(fmt::format("ga = make({}, gaa[{}]);", integer(1), index(1, 4)));
      case 3:
        return line("memcpy(&gaa[1], &ga, sizeof ga);");
      case 4:
        return line(fmt::format("memset(&{}, {}, sizeof(struct A));",
                                any(std::array{"gaa[2]", "gb.a", "ga"}), pick(256)));
      case 5:
        return line("{ union U t = gu; gu.c[0] = t.c[3]; gc.u = t; }");
      default:
        return line(fmt::format("ga = (struct A){{.i = {}, .b1 = {}, .c = {{1, {}}}}};", integer(1),
                                integer(1), integer(1)));
    }
  }

  void statement(unsigned depth) {
    switch (depth == 0 ? pick(5) : pick(14)) {
      case 0:
      case 1:
      case 2:
        return assign();
      case 3:
        return memory();
      case 4:
        return record();
      case 5: {
        const std::string name = fmt::format("v{}", ++names_);
        line(fmt::format("{} {} = {};", integer_type(), name, integer(2)));
        locals_.push_back({name});
        return;
      }
      case 6:
      case 7:
        line(fmt::format("if ({}) {{", integer(2)));
        block(depth - 1);
        if (chance(50)) {
          line("} else {");
          block(depth - 1);
        }
        return line("}");
      case 8:
      case 9:
        return loop(depth);
      case 10:
        return choice(depth);
      case 11:
        if (functions_ == 0) return assign();
        return line(fmt::format("{} = func{}({}, {});", any(integers_).name, pick(functions_),
                                integer(2), integer(2)));
      case 12: {
        const std::string name = fmt::format("skip{}", ++names_);
        line(fmt::format("if ({}) goto {};", integer(2), name));
        line("{");
        block(depth - 1);
        line("}");
        return line(fmt::format("{}: ;", name));
      }
      default:
        line(fmt::format("{} = ({{ int q{} = {}; q{} + 1; }});", any(integers_).name, names_,
                         integer(2), names_));
        return;
    }
  }

  void loop(unsigned depth) {
    const std::string name = fmt::format("i{}", ++names_);
    const unsigned count = 1 + pick(4);
    const unsigned kind = pick(3);
    if (kind == 0) {
      line(fmt::format("for (int {0} = 0; {0} < {1}; {0}++) {{", name, count));
    } else if (kind == 1) {
      line(fmt::format("unsigned {0} = {1}; while ({0}-- > 0) {{", name, count));
    } else {
      line(fmt::format("short {} = 0; do {{", name));
    }
    // Readable inside, but no target of assignments.
    const std::size_t locals = locals_.size();
    block(depth - 1);
    ++depth_;
    if (chance(30)) line(fmt::format("if ({}) break;", integer(1)));
    if (chance(30)) line(fmt::format("if ({}) continue;", integer(1)));
    if (chance(30)) line(fmt::format("gxa[{0} % 5u] += {0};", "(unsigned)" + name));
    --depth_;
    locals_.resize(locals);
    line(kind == 2 ? fmt::format("}} while (++{} < {});", name, count) : "}");
  }

  void choice(unsigned depth) {
    line(fmt::format("switch (({}) & 7) {{", integer(2)));
    for (unsigned i = 0; i < 4; ++i) {
      line(i == 3 ? "default:" : i == 1 ? "case 2 ... 3:" : fmt::format("case {}:", i * 2 + 1));
      line("{");
      block(depth - 1);
      line("}");
      if (chance(60)) line("break;");
    }
    line("}");
  }

  void pure_function(unsigned number) {
    line(fmt::format("static {} pure{}({} a, {} b) {{", integer_type(), number, integer_type(),
                     integer_type()));
    reads_globals_ = false;
    locals_ = {{"a"}, {"b"}};
    line(fmt::format("  {} c = {};", integer_type(), integer(2)));
    locals_.push_back({"c"});
    line(fmt::format("  if ({}) return {};", integer(2), integer(2)));
    line(fmt::format("  return {};", integer(3)));
    line("}");
    locals_.clear();
    reads_globals_ = true;
    pure_ = number + 1;
  }

  void function(unsigned number) {
    line(fmt::format("{} func{}({} a, {} b) {{", integer_type(), number, integer_type(),
                     integer_type()));
    locals_ = {{"a"}, {"b"}};
    block(2);
    line(fmt::format("  return {};", integer(2)));
    line("}");
    locals_.clear();
    functions_ = number + 1;
  }

  void run() {
    line("void run(void) {");
    block(3);
    block(3);
    unsigned next = 0;
    const auto output = [&](const std::string& value) {
      if (next + 1 < kRandomCOutputs) line(fmt::format("  out[{}] = {};", next++, value));
    };
    for (const Place& place : integers_) output(place.name);
    for (const Place& place : floats_) {
      line(
          fmt::format("  {{ double d = {}; unsigned long long bits; if (d != d) bits = 1; else "
                      "memcpy(&bits, &d, 8); out[{}] = bits; }}",
                      place.name, next++));
    }
    if (options_.floats) {
      for (unsigned i = 0; i < 4; ++i)
        line(fmt::format(
            "  {{ union {{ float f; unsigned i; }} u; u.f = fa[{0}]; out[{1}] = fa[{0}] != "
            "fa[{0}] ? 1 : u.i; }}",
            i, next++));
    }
    for (const auto& [name, count] : arrays_)
      for (unsigned i = 0; i < count && i < 8; ++i) output(fmt::format("{}[{}]", name, i));
    for (unsigned i = 0; i < 4; ++i)
      for (const std::string& field : element_fields_) output(fmt::format("gaa[{}].{}", i, field));
    // What nobody reads, a front end need not keep.
    line(fmt::format("  out[{}] = out[(unsigned)out[0] % {}u];", kRandomCOutputs - 1,
                     kRandomCOutputs - 1));
    line("}");
  }

  Rng rng_;
  RandomCOptions options_;
  std::string text_;
  unsigned depth_ = 0;
  unsigned names_ = 0;
  unsigned pure_ = 0;
  unsigned functions_ = 0;
  bool reads_globals_ = true;
  bool allow_pointers_ = true;
  std::vector<Place> integers_;
  std::vector<Place> floats_;
  std::vector<Place> locals_;
  std::vector<std::pair<std::string, unsigned>> arrays_;
  std::vector<std::string> element_fields_;
};

}  // namespace

std::string random_c_program(std::uint64_t seed, const RandomCOptions& options) {
  return Generator(seed, options).program();
}

}  // namespace cairn::support
