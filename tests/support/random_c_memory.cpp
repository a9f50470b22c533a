// SPDX-License-Identifier: MIT
#include "support/random_c_memory.h"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "base/rng.h"
#include "support/random_c_program.h"

namespace cairn::support {
namespace {

struct Scalar {
  const char* name;
  unsigned size;
  bool floating = false;
};

constexpr std::array<Scalar, 9> kScalars = {{{"unsigned char", 1},
                                             {"signed char", 1},
                                             {"short", 2},
                                             {"unsigned short", 2},
                                             {"int", 4},
                                             {"unsigned", 4},
                                             {"long long", 8},
                                             {"float", 4, true},
                                             {"double", 8, true}}};

/// What a pointer variable may be used for: it always has this many bytes before it.
constexpr unsigned kRoom = 16;

class Generator {
 public:
  Generator(std::uint64_t seed, const RandomCMemoryOptions& options)
      : rng_(seed), options_(options) {
    if (options_.floats) {
      pointers_.emplace_back("pf", "float");
      pointers_.emplace_back("pe", "double");
    }
  }

  std::string program() {
    header();
    for (unsigned i = 0; i < 3; ++i) record(i);
    objects();
    helpers();
    if (options_.constructors) constructors();
    for (unsigned i = 0; i < 2; ++i) function(i);
    run();
    footer();
    return std::move(text_);
  }

 private:
  struct Field {
    std::string name;
    Scalar type;
  };
  struct Record {
    unsigned size = 0;
    std::vector<Field> fields;
  };
  /// Something with memory: its address is `(char *)base`, aligned to 8 bytes.
  struct Object {
    std::string base;
    unsigned size;
  };

  void line(const std::string& text) { text_ += text + "\n"; }
  unsigned pick(unsigned bound) { return static_cast<unsigned>(rng_.below(bound)); }
  bool chance(unsigned percent) { return rng_.chance(percent); }
  template <class List>
  const auto& any(const List& list) {
    return list[rng_.below(list.size())];
  }
  Scalar scalar() {
    for (;;) {
      const Scalar& type = any(kScalars);
      if (!type.floating || options_.floats) return type;
    }
  }
  Scalar integer_scalar() {
    for (;;) {
      const Scalar& type = any(kScalars);
      if (!type.floating) return type;
    }
  }

  // --- Declarations ---
  void header() {
    line("typedef __SIZE_TYPE__ size_type;");
    line("void *memcpy(void *, const void *, size_type);");
    line("void *memmove(void *, const void *, size_type);");
    line("void *memset(void *, int, size_type);");
    line("int memcmp(const void *, const void *, size_type);");
    line("void *malloc(size_type); void *calloc(size_type, size_type); void free(void *);");
    line("size_type strlen(const char *); int strcmp(const char *, const char *);");
    line("char *strcpy(char *, const char *); char *strchr(const char *, int);");
    line(
        "char *strncpy(char *, const char *, size_type); void *memchr(const void *, int, "
        "size_type);");
    line("int abs(int); long labs(long); int atoi(const char *);");
    line("int isdigit(int); int isalpha(int); int toupper(int); int tolower(int);");
    line(fmt::format("unsigned long long out[{}];", kRandomCOutputs));
  }

  /// A field at each multiple of its size, and no gap: the layout is the same in both data models.
  void record(unsigned number) {
    Record made;
    std::string body;
    unsigned offset = 0;
    const unsigned count = 2 + pick(5);
    const auto add = [&](const Scalar& type, unsigned elements) {
      const std::string name = fmt::format("m{}", made.fields.size());
      if (elements == 1) {
        body += fmt::format(" {} {};", type.name, name);
        made.fields.push_back({name, type});
      } else {
        body += fmt::format(" {} {}[{}];", type.name, name, elements);
        made.fields.push_back({fmt::format("{}[{}]", name, pick(elements)), type});
      }
      offset += elements * type.size;
    };
    for (unsigned i = 0; i < count; ++i) {
      const Scalar type = scalar();
      while (offset % type.size != 0) add(kScalars[0], 1);
      add(type, chance(35) ? 2 + pick(4) : 1);
    }
    if (number > 0 && chance(60)) {
      while (offset % 8 != 0) add(kScalars[0], 1);
      const unsigned inner = pick(number);
      body += fmt::format(" struct S{} in;", inner);
      made.fields.push_back(
          {"in." + records_[inner].fields[0].name, records_[inner].fields[0].type});
      offset += records_[inner].size;
    }
    while (offset % 8 != 0 || offset < kRoom) add(kScalars[0], 1);
    made.size = offset;
    line(fmt::format("struct S{} {{{} }} __attribute__((aligned(8)));", number, body));
    line(fmt::format("_Static_assert(sizeof(struct S{}) == {}, \"no padding\");", number, offset));
    records_.push_back(made);
  }

  void objects() {
    for (unsigned i = 0; i < records_.size(); ++i) {
      line(fmt::format("struct S{0} s{0}, t{0}, as{0}[3];", i));
      objects_.push_back({fmt::format("&s{}", i), records_[i].size});
      objects_.push_back({fmt::format("&t{}", i), records_[i].size});
      objects_.push_back({fmt::format("as{}", i), 3 * records_[i].size});
    }
    line("unsigned char raw[40] __attribute__((aligned(8))) = \"raw bytes\";");
    line("int words[12] __attribute__((aligned(8))) = {1, -2, 3, 0x7fc01234};");
    line("union U { unsigned char c[24]; short s[12]; int i[6]; long long l[3]; float f[6]; } un;");
    line("struct L { struct L *next; int v; char *bytes; } l0, l1, l2;");
    line("char text[24] = \"some text\", other[24] = \"12ab\";");
    objects_.push_back({"raw", 40});
    objects_.push_back({"words", 48});
    line("_Alignas(8) union U ua[2];");
    objects_.push_back({"ua", 48});
    line(
        "unsigned char *pc = raw; signed char *pd = (signed char *)words; short *ps = (short "
        "*)raw;");
    line("int *pi = words; long long *pl = (long long *)&s0; void *pv = &s0; int g0 = 3, g1 = -7;");
    line("unsigned g2 = 11; long long g3 = 5;");
    if (options_.floats) line("float *pf = (float *)words; double *pe = (double *)ua; double d0;");
    if (options_.heap) {
      for (unsigned i = 0; i < 2; ++i) {
        line(fmt::format("struct S{0} *h{0};", i));
        heap_.push_back({fmt::format("h{}", i), records_[i].size});
      }
      line("unsigned char *hb;");
      heap_.push_back({"hb", 32});
    }
  }

  void helpers() {
    line("static void copy(void *to, const void *from, unsigned n) {");
    line("  char *a = to; const char *b = from; while (n--) *a++ = *b++; }");
    line("static void fill(void *to, unsigned n, int v) {");
    line("  unsigned char *a = to; for (unsigned i = 0; i < n; i++) a[i] = v + i; }");
    line("static void swap(void *x, void *y, unsigned n) {");
    line("  unsigned char *a = x, *b = y; for (; n > 0; n--, a++, b++) {");
    line("    unsigned char t = *a; *a = *b; *b = t; } }");
    line("static unsigned sum(const void *p, unsigned n) {");
    line("  const unsigned char *a = p; unsigned s = 0;");
    line("  for (unsigned i = 0; i < n; i++) s = s * 31 + a[i]; return s; }");
    for (unsigned i = 0; i < records_.size(); ++i) {
      const Field& field = integer_field(i);
      line(fmt::format(
          "static struct S{0} change{0}(struct S{0} s, int v) {{ s.{1} += v; ((unsigned "
          "char *)&s)[(unsigned)v % {2}u] ^= 0x55; return s; }}",
          i, field.name, records_[i].size));
    }
  }

  /// A field that is an integer; the bytes at the end of a record always are.
  const Field& integer_field(unsigned number) {
    const std::vector<Field>& fields = records_[number].fields;
    std::vector<const Field*> integers;
    for (const Field& field : fields)
      if (!field.type.floating) integers.push_back(&field);
    if (integers.empty()) return fields[0];
    return *any(integers);
  }

  void constructors() {
    const unsigned first = 101 + pick(50);
    line(
        fmt::format("__attribute__((constructor)) static void begin(void) {{ g0 += {}; words[2] = "
                    "g1; }}",
                    pick(100)));
    if (chance(50))
      line(
          fmt::format("__attribute__((constructor({}))) static void before(void) {{ g1 = g0 * {}; "
                      "}}",
                      first, 2 + pick(5)));
    if (chance(50))
      line(
          fmt::format("__attribute__((constructor({}))) static void between(void) {{ g1 -= 3; "
                      "memset(&s1, {}, sizeof s1 / 2); }}",
                      first + 1 + pick(9), pick(256)));
  }

  // --- Expressions ---
  std::string value(unsigned depth = 2) {
    if (depth == 0) {
      switch (pick(4)) {
        case 0:
          return fmt::format("{}", static_cast<int>(pick(600)) - 200);
        case 1:
          return any(std::array{"g0", "g1", "g2", "g3"});
        case 2:
          return fmt::format("0x{:x}", static_cast<std::uint32_t>(rng_.next()) >> pick(24));
        default:
          return place(integer_scalar());
      }
    }
    switch (pick(6)) {
      case 0:
        return place(integer_scalar());
      case 1:
        return field_place(false);
      case 2:
        return fmt::format("({})({})", integer_scalar().name, value(depth - 1));
      case 3:
        return fmt::format("(({}) ? {} : {})", value(depth - 1), value(depth - 1),
                           value(depth - 1));
      default:
        return fmt::format("(({}) {} ({}))", value(depth - 1),
                           any(std::array{"+", "-", "^", "*", "&", "|", "<", "=="}),
                           value(depth - 1));
    }
  }

  std::string index(unsigned count) { return fmt::format("(unsigned)({}) % {}u", value(0), count); }

  const Object& object() {
    if (live_heap_ && chance(25)) return any(heap_);
    return any(objects_);
  }

  /// An lvalue of a type somewhere: through a view of an object, or through a pointer variable.
  std::string place(const Scalar& type) {
    switch (pick(5)) {
      case 0: {
        const Object& o = object();
        return fmt::format("*({} *)((char *){} + {})", type.name, o.base,
                           pick(o.size / type.size) * type.size);
      }
      case 1: {
        const Object& o = object();
        return fmt::format("(({} *){})[{}]", type.name, o.base, small_index(o.size / type.size));
      }
      case 2:
        return fmt::format("(({} *)pv)[{}]", type.name, small_index(kRoom / type.size));
      default:
        for (const auto& [name, pointer] : pointers_)
          if (pointer == type.name)
            return fmt::format("{}[{}]", name, small_index(kRoom / type.size));
        return fmt::format("(({} *){})[{}]", type.name, any(pointers_).first,
                           small_index(kRoom / type.size));
    }
  }

  /// Without memory inside, so that expressions stay small.
  std::string small_index(unsigned count) {
    if (count <= 1 || chance(50)) return fmt::format("{}", count <= 1 ? 0 : pick(count));
    return fmt::format("(unsigned){} % {}u", any(std::array{"g0", "g1", "g2"}), count);
  }

  std::string field_place(bool floating) {
    for (unsigned tries = 0; tries < 20; ++tries) {
      const unsigned number = pick(static_cast<unsigned>(records_.size()));
      const Field& field = any(records_[number].fields);
      if (field.type.floating != floating) continue;
      switch (pick(options_.heap && live_heap_ && number < 2 ? 4 : 3)) {
        case 0:
          return fmt::format("s{}.{}", number, field.name);
        case 1:
          return fmt::format("t{}.{}", number, field.name);
        case 2:
          return fmt::format("as{}[{}].{}", number, small_index(3), field.name);
        default:
          return fmt::format("h{}->{}", number, field.name);
      }
    }
    return floating ? "d0" : "g0";
  }

  /// The address of some bytes inside an object, with at least `room` bytes from there on.
  std::string address(unsigned room, unsigned align) {
    const Object& o = object();
    if (o.size < room) return fmt::format("(char *)raw + {}", pick((40 - kRoom) / 8) * 8);
    const unsigned slots = (o.size - room) / align + 1;
    const unsigned offset = pick(slots) * align;
    switch (pick(4)) {
      case 0:
        return fmt::format("(char *){} + {}", o.base, offset);
      case 1:
        return fmt::format("(char *)((size_type){} + {})", o.base, offset);
      case 2:
        if (slots > 1)
          return fmt::format("(char *){} + (unsigned)g{} % {}u * {}", o.base, pick(3), slots,
                             align);
        return fmt::format("(char *){}", o.base);
      default:
        return fmt::format("(char *){} + {} - {}", o.base, o.size, o.size - offset);
    }
  }

  // --- Statements ---
  void statement() {
    switch (pick(options_.library ? 15 : 13)) {
      case 0:
      case 1: {
        const Scalar type = integer_scalar();
        return line(fmt::format("  {} {} {};", place(type), any(std::array{"=", "=", "+=", "^="}),
                                value()));
      }
      case 2:
        return line(fmt::format("  {} {} {};", field_place(false), any(std::array{"=", "-=", "|="}),
                                value()));
      case 3:
      case 4:
        return point();
      case 5:
        return whole();
      case 6:
        return loop();
      case 7:
        return bytes();
      case 8:
        return floats();
      case 9:
        return line(fmt::format("  {} = {};", any(std::array{"g0", "g1", "g2", "g3"}), value()));
      case 10:
        return list();
      case 11:
        line(fmt::format("  if ({}) {{", value()));
        statement();
        return line("  }");
      case 12:
        if (functions_ > 0)
          return line(fmt::format("  g{} = func{}({}, {});", pick(4), pick(functions_),
                                  address(kRoom, 8), address(kRoom, 8)));
        return point();
      default:
        return library();
    }
  }

  void point() {
    const auto& [name, type] = any(pointers_);
    if (chance(30)) return line(fmt::format("  pv = {};", address(kRoom, 8)));
    if (chance(20)) return line(fmt::format("  {} = pv;", name));
    line(fmt::format("  {} = ({} *)({});", name, type, address(kRoom, 8)));
  }

  void whole() {
    const unsigned i = pick(static_cast<unsigned>(records_.size()));
    switch (pick(6)) {
      case 0:
        return line(fmt::format("  s{0} = as{0}[{1}];", i, small_index(3)));
      case 1:
        return line(
            fmt::format("  as{0}[{1}] = change{0}(t{0}, {2});", i, small_index(3), value(1)));
      case 2:
        return line(fmt::format("  *(struct S{0} *)as{0} = s{0};", i));
      case 3:
        return line(fmt::format("  {{ struct S{0} *p = as{0} + {1}; t{0} = *p; p->{2} = {3}; }}", i,
                                pick(3), integer_field(i).name, value(1)));
      case 4:
        return line("  un = ua[0]; un.s[3] = un.c[1]; ua[1] = un;");
      default:
        return line(
            fmt::format("  {{ struct S{0} u; fill(&u, sizeof u, {1}); u.{2} += {3}; copy(&s{0}, "
                        "&u, sizeof u); }}",
                        i, pick(256), integer_field(i).name, value(1)));
    }
  }

  void loop() {
    const Object& o = object();
    const Scalar type = integer_scalar();
    const unsigned count = 1 + pick(o.size / type.size);
    switch (pick(3)) {
      case 0:
        return line(fmt::format(
            "  {{ {0} *p = ({0} *){1}; for (int i = 0; i < {2}; i++) p[i] = {3} + i; }}", type.name,
            o.base, count, value(0)));
      case 1:
        return line(fmt::format("  for ({0} *p = ({0} *){1}, *e = p + {2}; p != e; p++) *p ^= {3};",
                                type.name, o.base, count, pick(200)));
      default:
        return line(
            fmt::format("  {{ {0} *p = ({0} *){1} + {2}; while (p-- > ({0} *){1}) g2 = g2 * 3 + "
                        "*p; }}",
                        type.name, o.base, count));
    }
  }

  void bytes() {
    const unsigned n = 1 + pick(kRoom);
    switch (pick(8)) {
      case 0:
        return line(fmt::format("  memcpy(raw + {}, {}, {});", pick(8), not_raw(n), n));
      case 1:
        return line(fmt::format("  memmove({}, {}, {});", address(kRoom, 1), address(kRoom, 1), n));
      case 2:
        return line(fmt::format("  memset({}, {}, {});", address(kRoom, 1), value(0), n));
      case 3:
        return line(fmt::format("  copy(raw + {}, {}, {});", pick(24), not_raw(n), n));
      case 4:
        return line(fmt::format("  fill({}, {}, {});", address(kRoom, 1), n, value(0)));
      case 5:
        return line(fmt::format("  swap(raw, {}, {});", not_raw(n), n));
      case 6:
        return line(fmt::format("  g2 ^= sum({}, {});", address(kRoom, 1), n));
      default:
        return line(
            fmt::format("  g1 += (memcmp({0}, {1}, {2}) < 0) + 2 * (memcmp({0}, {1}, {2}) > 0);",
                        address(kRoom, 1), address(kRoom, 1), n));
    }
  }

  /// An address outside of `raw`.
  std::string not_raw(unsigned room) {
    for (;;) {
      std::string found = address(room < kRoom ? kRoom : room, 1);
      if (found.find("raw") == std::string::npos) return found;
    }
  }

  void floats() {
    if (!options_.floats) return bytes();
    const char* type = chance(50) ? "float" : "double";
    const Scalar& scalar = type[0] == 'f' ? kScalars[7] : kScalars[8];
    switch (pick(5)) {
      case 0:  // moves keep every bit
        return line(fmt::format("  {} = {};", place(scalar), place(scalar)));
      case 1:
        return line(fmt::format("  {} = {};", field_place(true), float_value()));
      case 2:
        return line(fmt::format(
            "  {{ {0} f; memcpy(&f, {1}, sizeof f); {2} x = f; memcpy({3}, &x, sizeof x); }}", type,
            address(kRoom, 4), type, address(kRoom, 4)));
      case 3:
        return line(fmt::format("  {} = {};", place(scalar), float_value()));
      default:
        return line(
            fmt::format("  {{ {0} f = {1}; g1 += f < 1.0; g0 ^= f != f; if (f > -1e6 && f < 1e6) "
                        "g3 += (int)f; }}",
                        type, place(scalar)));
    }
  }

  /// Never a NaN: whose bits an operation makes is the processor's affair.
  std::string float_value() {
    const std::string source = chance(50) ? field_place(true) : place(kScalars[8]);
    return fmt::format("({{ double x = {}; x = x {} {}; x == x ? x : 0.25; }})", source,
                       any(std::array{"+", "*", "-"}),
                       any(std::array{"0.5", "3.0", "-1e10", "g0"}));
  }

  void list() {
    switch (pick(5)) {
      case 0:
        return line("  l0.next = &l1; l1.next = &l2; l2.next = 0; l1.v = g0; l2.v = g1;");
      case 1:
        return line(
            "  for (struct L *p = &l0; p; p = p->next) { p->v++; g2 += p->v; if (p == &l2) break; "
            "}");
      case 2:  // a pointer moves byte by byte
        return line("  copy(&l2.bytes, &pc, sizeof pc); if (l2.bytes) l2.bytes[1] ^= 3;");
      case 3:
        return line(fmt::format(
            "  {{ int *q; memcpy(&q, &pi, sizeof q); *q += {}; q++; *q = g1; }}", pick(50)));
      default:
        return line(
            "  { void *v[2] = {pc, pi}; copy(&v[0], &v[1], sizeof v[0]); *(unsigned char *)v[0] = "
            "9; "
            "g0 += v[0] == v[1]; }");
    }
  }

  void library() {
    switch (pick(10)) {
      case 0:
        return line("  g0 += strlen(text) + 3 * (strcmp(text, other) < 0);");
      case 1:
        return line("  if (strlen(text) < 20) strcpy(other, text + 1);");
      case 2:
        return line(fmt::format("  {{ char *q = strchr(text, '{}'); g1 += q ? q - text : -1; }}",
                                static_cast<char>('a' + pick(26))));
      case 3:
        return line(fmt::format("  strncpy(other, text, {}); other[23] = 0;", 1 + pick(22)));
      case 4:
        return line("  g1 += abs(g0 % 1000) + (int)labs(-(long)g0 % 100);");
      case 5:
        return line(
            fmt::format("  text[{}] = {};", pick(8), any(std::array{"'x'", "'5'", "'A'", "' '"})));
      case 6:
        return line(
            "  for (int i = 0; text[i]; i++) { if (isdigit((unsigned char)text[i])) g2++; text[i] "
            "= "
            "toupper((unsigned char)text[i]); }");
      case 7:
        return line(fmt::format(
            "  {{ unsigned char *q = memchr(raw, {}, 30); g0 ^= q ? (int)(q - raw) : 77; }}",
            pick(256)));
      case 8:
        return line("  g0 = atoi(other); other[0] = '1' + (g1 & 7); other[1] = 0;");
      default:
        return line("  g2 += !!isalpha((unsigned char)other[0]) + tolower('Q');");
    }
  }

  void function(unsigned number) {
    line(fmt::format("int func{}(void *a, char *b) {{", number));
    line(fmt::format("  int *x = a; {} *y = (void *)b;", integer_scalar().name));
    const unsigned count = 1 + pick(3);
    for (unsigned i = 0; i < count; ++i) statement();
    line(fmt::format("  x[{}] += y[0]; y[1] = {}; return x[1];", pick(4), value(1)));
    line("}");
    functions_ = number + 1;
  }

  void run() {
    line("void run(void) {");
    for (const Object& o : objects_)
      if (chance(70)) line(fmt::format("  fill({}, {}, {});", o.base, o.size, pick(256)));
    if (options_.heap) {
      line("  h0 = malloc(sizeof *h0); memset(h0, 1, sizeof *h0); h1 = calloc(1, sizeof *h1);");
      line("  hb = calloc(4, 8);");
      live_heap_ = true;
    }
    const unsigned count = 4 + pick(options_.statements);
    for (unsigned i = 0; i < count; ++i) {
      if (chance(12)) {
        line(fmt::format("  for (int i{0} = 0; i{0} < {1}; i{0}++) {{", i, 2 + pick(2)));
        statement();
        statement();
        line("  }");
      } else {
        statement();
      }
    }
    outputs();
    if (options_.heap) line("  free(hb);");
    line("}");
  }

  void outputs() {
    std::vector<std::string> values = {
        "g0", "g1", "g2", "g3", "l0.v", "l1.v", "l2.v", "sum(text, 24)", "sum(other, 24)"};
    for (const Object& o : objects_) values.push_back(fmt::format("sum({}, {})", o.base, o.size));
    if (options_.heap)
      for (const Object& o : heap_) values.push_back(fmt::format("sum({}, {})", o.base, o.size));
    for (unsigned i = 0; i < records_.size(); ++i)
      for (const Field& field : records_[i].fields)
        if (!field.type.floating) values.push_back(fmt::format("s{}.{}", i, field.name));
    for (unsigned i = 0; i < values.size() && i + 1 < kRandomCOutputs; ++i)
      line(fmt::format("  out[{}] = {};", i, values[i]));
    // What nobody reads, a front end need not keep.
    line(fmt::format("  out[{0}] = out[(unsigned)out[0] % {0}u];", kRandomCOutputs - 1));
  }

  void footer() {
    line("#ifdef PRINT");
    line("int printf(const char *, ...);");
    line("#endif");
    line("int main(void) {");
    line("  run();");
    line("#ifdef PRINT");
    line(fmt::format("  for (int i = 0; i < {}; i++) printf(\"%llx\\n\", out[i]);",
                     kRandomCOutputs));
    line("#endif");
    line("  return 0;");
    line("}");
  }

  Rng rng_;
  RandomCMemoryOptions options_;
  std::string text_;
  bool live_heap_ = false;
  unsigned functions_ = 0;
  std::vector<std::pair<std::string, std::string>> pointers_ = {{"pc", "unsigned char"},
                                                                {"pd", "signed char"},
                                                                {"ps", "short"},
                                                                {"pi", "int"},
                                                                {"pl", "long long"}};
  std::vector<Record> records_;
  std::vector<Object> objects_;
  std::vector<Object> heap_;
};

}  // namespace

std::string random_c_memory(std::uint64_t seed, const RandomCMemoryOptions& options) {
  return Generator(seed, options).program();
}

}  // namespace cairn::support
