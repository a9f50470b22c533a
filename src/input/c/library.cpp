// SPDX-License-Identifier: MIT
#include "input/c/library.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "input/c/conversions.h"

namespace cairn {
namespace {

const std::unordered_map<std::string_view, CLibrary>& known_functions() {
  static const std::unordered_map<std::string_view, CLibrary> known = [] {
    std::unordered_map<std::string_view, CLibrary> map;
    const auto add = [&map](CLibrary kind, std::initializer_list<std::string_view> names) {
      for (const std::string_view name : names) map.emplace(name, kind);
    };
    add(CLibrary::Assume, {"__VERIFIER_assume", "__CPROVER_assume", "__ESBMC_assume"});
    add(CLibrary::Assert, {"assert", "static_assert", "__CPROVER_assert", "__ESBMC_assert"});
    add(CLibrary::AssertFail, {"__assert_fail", "__assert", "__assert_perror_fail"});
    add(CLibrary::Stop,
        {"abort", "exit", "_Exit", "_exit", "quick_exit", "unreachable", "trap", "exit_group"});
    add(CLibrary::Nothing, {"printf",
                            "fprintf",
                            "vprintf",
                            "vfprintf",
                            "puts",
                            "putchar",
                            "putc",
                            "fputs",
                            "fputc",
                            "perror",
                            "fflush",
                            "printk",
                            "syslog",
                            "srand",
                            "srandom",
                            "prefetch",
                            "va_start",
                            "va_end",
                            "va_copy",
                            "__VERIFIER_atomic_begin",
                            "__VERIFIER_atomic_end"});
    add(CLibrary::Allocate,
        {"malloc", "kmalloc", "alloca", "__alloca", "valloc", "vmalloc", "xmalloc", "ldv_malloc"});
    add(CLibrary::AllocateZero, {"kzalloc", "vzalloc", "ldv_zalloc", "xzalloc"});
    add(CLibrary::AllocateCells, {"calloc", "kcalloc"});
    add(CLibrary::Free, {"free", "kfree", "vfree", "cfree"});
    add(CLibrary::Copy, {"memcpy", "memmove", "__memcpy_chk", "__memmove_chk"});
    add(CLibrary::Fill, {"memset", "__memset_chk"});
    add(CLibrary::First, {"expect", "expect_with_probability", "assume_aligned"});
    add(CLibrary::Rounding, {"fesetround"});
    add(CLibrary::Math,
        {"fabs",       "sqrt",      "isnan",          "__isnan",  "isinf",       "__isinf",
         "isinf_sign", "finite",    "__finite",       "isfinite", "isnormal",    "__isnormal",
         "signbit",    "__signbit", "__fpclassify",   "fmin",     "fmax",        "trunc",
         "ceil",       "floor",     "round",          "rint",     "nearbyint",   "roundeven",
         "fmod",       "remainder", "drem",           "copysign", "nan",         "fma",
         "fdim",       "abs",       "labs",           "llabs",    "bswap16",     "bswap32",
         "bswap64",    "isgreater", "isgreaterequal", "isless",   "islessequal", "islessgreater",
         "isunordered"});
    add(CLibrary::Limit,
        {"sin",       "cos",       "tan",         "asin",           "acos",          "atan",
         "atan2",     "sinh",      "cosh",        "tanh",           "asinh",         "acosh",
         "atanh",     "exp",       "exp2",        "expm1",          "log",           "log2",
         "log10",     "log1p",     "pow",         "cbrt",           "hypot",         "erf",
         "erfc",      "tgamma",    "lgamma",      "frexp",          "ldexp",         "scalbn",
         "modf",      "nextafter", "ilogb",       "logb",           "lround",        "llround",
         "lrint",     "llrint",    "realloc",     "strdup",         "strndup",       "sprintf",
         "snprintf",  "vsprintf",  "vsnprintf",   "swprintf",       "scanf",         "fscanf",
         "sscanf",    "gets",      "fgets",       "fread",          "read",          "recv",
         "strtok",    "getline",   "qsort",       "bsearch",        "setjmp",        "_setjmp",
         "sigsetjmp", "longjmp",   "siglongjmp",  "signal",         "sigaction",     "fork",
         "vfork",     "clone",     "thrd_create", "pthread_create", "feraiseexcept", "wcscpy",
         "asprintf",  "vswprintf"});
    return map;
  }();
  return known;
}

/// "sqrtf" and "__isnanl" are found without their last letter; the arguments' types tell.
CLibrary look_up(std::string_view name) {
  const auto& known = known_functions();
  if (const auto found = known.find(name); found != known.end()) return found->second;
  if (name.ends_with('f') || name.ends_with('l')) {
    const auto found = known.find(name.substr(0, name.size() - 1));
    if (found != known.end() &&
        (found->second == CLibrary::Math || found->second == CLibrary::Limit))
      return found->second;
  }
  return CLibrary::Unknown;
}

class Math {
 public:
  Math(Terms& terms, std::span<const Term> arguments, const Sort& result, RoundingMode mode)
      : terms_(terms), arguments_(arguments), result_(result), mode_(mode) {}

  std::optional<Term> value(std::string_view name) {
    if (name == "nan" && result_.is_float()) return not_a_number();
    if (arguments_.empty() || !same_sorts()) return std::nullopt;
    if (!terms_.sort(arguments_[0]).is_float()) return of_integers(name);
    std::optional<Term> found;
    if (arguments_.size() == 1) found = classify(name);
    if (!found && arguments_.size() == 1) found = of_one(name);
    if (!found && arguments_.size() == 2) found = of_two(name);
    if (!found && name == "fma" && arguments_.size() == 3) found = rounded(Op::FpFma, arguments_);
    return found;
  }

 private:
  bool same_sorts() const {
    return std::ranges::all_of(arguments_, [this](Term argument) {
      return terms_.sort(argument) == terms_.sort(arguments_[0]);
    });
  }
  Term rounded(Op op, std::span<const Term> operands) {
    return terms_.rounded(op, mode_, operands);
  }
  Term number(std::int64_t value) {
    return terms_.constant(Value(BitVector::from_signed(result_.width(), value)));
  }
  Term not_a_number() {
    return terms_.constant(Value::of_float(result_, BitVector::ones(result_.width())));
  }
  Term flag(Term condition) { return terms_.ite(condition, number(1), number(0)); }
  Term is(Op op, Term x) { return terms_.make(op, {x}); }

  std::optional<Term> of_integers(std::string_view name) {
    const Term x = arguments_[0];
    const std::uint32_t width = terms_.sort(x).width();
    if (arguments_.size() != 1) return std::nullopt;
    if (name == "abs" || name == "labs" || name == "llabs")
      return terms_.ite(terms_.make(Op::BvSlt, {x, terms_.bv(width, 0)}),
                        terms_.make(Op::BvNeg, {x}), x);
    if (name.starts_with("bswap") && width % 8 == 0) {
      Term swapped = terms_.extract(x, 7, 0);
      for (std::uint32_t low = 8; low < width; low += 8)
        swapped = terms_.concat(swapped, terms_.extract(x, low + 7, low));
      return swapped;
    }
    return std::nullopt;
  }

  std::optional<Term> classify(std::string_view name) {
    if (!result_.is_bit_vector()) return std::nullopt;
    const Term x = arguments_[0];
    const Term nan = is(Op::FpIsNan, x);
    const Term infinite = is(Op::FpIsInfinite, x);
    const Term negative = is(Op::FpIsNegative, x);
    if (name == "isnan" || name == "__isnan") return flag(nan);
    if (name == "isinf" || name == "__isinf" || name == "isinf_sign")
      return terms_.ite(infinite, terms_.ite(negative, number(-1), number(1)), number(0));
    if (name == "finite" || name == "__finite" || name == "isfinite")
      return flag(terms_.and_(terms_.not_(nan), terms_.not_(infinite)));
    if (name == "isnormal" || name == "__isnormal") return flag(is(Op::FpIsNormal, x));
    if (name == "signbit" || name == "__signbit") return flag(negative);
    if (name ==
        "__fpclassify")  // the order of FP_NAN, FP_INFINITE, FP_ZERO, FP_SUBNORMAL, FP_NORMAL
      return terms_.ite(
          nan, number(0),
          terms_.ite(infinite, number(1),
                     terms_.ite(is(Op::FpIsZero, x), number(2),
                                terms_.ite(is(Op::FpIsSubnormal, x), number(3), number(4)))));
    return std::nullopt;
  }

  std::optional<Term> of_one(std::string_view name) {
    const Term x = arguments_[0];
    if (name == "fabs") return terms_.make(Op::FpAbs, {x});
    if (name == "sqrt") return rounded(Op::FpSqrt, arguments_);
    if (name == "rint" || name == "nearbyint") return rounded(Op::FpRoundToIntegral, arguments_);
    static const std::unordered_map<std::string_view, RoundingMode> modes = {
        {"trunc", RoundingMode::Zero},
        {"ceil", RoundingMode::Up},
        {"floor", RoundingMode::Down},
        {"round", RoundingMode::NearestAway},
        {"roundeven", RoundingMode::NearestEven}};
    const auto mode = modes.find(name);
    if (mode == modes.end()) return std::nullopt;
    return terms_.rounded(Op::FpRoundToIntegral, mode->second, arguments_);
  }

  Term with_sign_of(Term magnitude, Term sign) {
    const Term positive = terms_.make(Op::FpAbs, {magnitude});
    return terms_.ite(is(Op::FpIsNegative, sign), terms_.make(Op::FpNeg, {positive}), positive);
  }

  /// The remainder of the division that truncates, from that of the division that rounds: both are
  /// exact, so that the sum is too.
  Term fmod(Term x, Term y) {
    const Term size = terms_.make(Op::FpAbs, {y});
    const Term rest = terms_.make(Op::FpRem, {terms_.make(Op::FpAbs, {x}), size});
    const Term zero = c_zero(terms_, terms_.sort(x));
    const std::array<Term, 2> sum{rest, size};
    const Term raised =
        terms_.ite(terms_.make(Op::FpLt, {rest, zero}), rounded(Op::FpAdd, sum), rest);
    return with_sign_of(raised, x);
  }

  std::optional<Term> of_two(std::string_view name) {
    const Term x = arguments_[0];
    const Term y = arguments_[1];
    if (name == "fmin") return terms_.make(Op::FpMin, {x, y});
    if (name == "fmax") return terms_.make(Op::FpMax, {x, y});
    if (name == "remainder" || name == "drem") return terms_.make(Op::FpRem, {x, y});
    if (name == "fmod") return fmod(x, y);
    if (name == "copysign") return with_sign_of(x, y);
    const Term greater = terms_.make(Op::FpLt, {y, x});
    const Term less = terms_.make(Op::FpLt, {x, y});
    const Term unordered = terms_.or_(is(Op::FpIsNan, x), is(Op::FpIsNan, y));
    if (name == "fdim") {
      return terms_.ite(terms_.or_(greater, unordered), rounded(Op::FpSub, arguments_),
                        c_zero(terms_, terms_.sort(x)));
    }
    if (!result_.is_bit_vector()) return std::nullopt;
    if (name == "isgreater") return flag(greater);
    if (name == "isless") return flag(less);
    if (name == "isgreaterequal") return flag(terms_.make(Op::FpLe, {y, x}));
    if (name == "islessequal") return flag(terms_.make(Op::FpLe, {x, y}));
    if (name == "islessgreater") return flag(terms_.or_(greater, less));
    if (name == "isunordered") return flag(unordered);
    return std::nullopt;
  }

  Terms& terms_;
  std::span<const Term> arguments_;
  const Sort& result_;
  RoundingMode mode_;
};

constexpr std::string_view kLibrarySource = R"(
typedef __SIZE_TYPE__ size_t;
size_t strlen(const char *s) { size_t n = 0; while (s[n]) n++; return n; }
size_t strnlen(const char *s, size_t m) { size_t n = 0; while (n < m && s[n]) n++; return n; }
int strcmp(const char *a, const char *b) {
  while (*a && *a == *b) { a++; b++; }
  return *(const unsigned char *)a < *(const unsigned char *)b ? -1
       : *(const unsigned char *)a > *(const unsigned char *)b;
}
int strncmp(const char *a, const char *b, size_t n) {
  for (; n; n--, a++, b++) {
    if (*a != *b) return *(const unsigned char *)a < *(const unsigned char *)b ? -1 : 1;
    if (!*a) return 0;
  }
  return 0;
}
char *strcpy(char *d, const char *s) { char *p = d; while ((*p++ = *s++)) {} return d; }
char *strncpy(char *d, const char *s, size_t n) {
  size_t i = 0;
  for (; i < n && s[i]; i++) d[i] = s[i];
  for (; i < n; i++) d[i] = 0;
  return d;
}
char *strcat(char *d, const char *s) {
  char *p = d;
  while (*p) p++;
  while ((*p++ = *s++)) {}
  return d;
}
char *strchr(const char *s, int c) {
  for (;; s++) { if (*s == (char)c) return (char *)s; if (!*s) return 0; }
}
char *strrchr(const char *s, int c) {
  const char *last = 0;
  for (;; s++) { if (*s == (char)c) last = s; if (!*s) return (char *)last; }
}
int memcmp(const void *a, const void *b, size_t n) {
  const unsigned char *p = a, *q = b;
  for (; n; n--, p++, q++) if (*p != *q) return *p < *q ? -1 : 1;
  return 0;
}
void *memchr(const void *s, int c, size_t n) {
  const unsigned char *p = s;
  for (; n; n--, p++) if (*p == (unsigned char)c) return (void *)p;
  return 0;
}
void *memcpy(void *d, const void *s, size_t n) {
  char *p = d; const char *q = s;
  for (size_t i = 0; i < n; i++) p[i] = q[i];
  return d;
}
void *memmove(void *d, const void *s, size_t n) {
  char *p = d; const char *q = s;
  if (p < q) for (size_t i = 0; i < n; i++) p[i] = q[i];
  else for (size_t i = n; i > 0; i--) p[i - 1] = q[i - 1];
  return d;
}
void *memset(void *d, int c, size_t n) {
  char *p = d;
  for (size_t i = 0; i < n; i++) p[i] = (char)c;
  return d;
}
int __cairn_popcount(unsigned x) { int n = 0; for (; x; x &= x - 1) n++; return n; }
int __cairn_popcountl(unsigned long x) { int n = 0; for (; x; x &= x - 1) n++; return n; }
int __cairn_popcountll(unsigned long long x) { int n = 0; for (; x; x &= x - 1) n++; return n; }
int __cairn_parity(unsigned x) { return __cairn_popcount(x) & 1; }
int __cairn_ctz(unsigned x) { int n = 0; for (; n < 32 && !(x & 1); x >>= 1) n++; return n; }
int __cairn_ctzl(unsigned long x) { int n = 0; for (; n < 8 * sizeof x && !(x & 1); x >>= 1) n++; return n; }
int __cairn_ctzll(unsigned long long x) { int n = 0; for (; n < 64 && !(x & 1); x >>= 1) n++; return n; }
int __cairn_clz(unsigned x) { int n = 32; for (; x; x >>= 1) n--; return n; }
int __cairn_clzl(unsigned long x) { int n = 8 * sizeof x; for (; x; x >>= 1) n--; return n; }
int __cairn_clzll(unsigned long long x) { int n = 64; for (; x; x >>= 1) n--; return n; }
int __cairn_ffs(int x) { return x ? __cairn_ctz(x) + 1 : 0; }
)";

}  // namespace

CLibrary library_function(std::string_view name) {
  for (const std::string_view prefix :
       {"__VERIFIER_nondet_", "__CPROVER_nondet_", "__ESBMC_nondet_", "nondet_"})
    if (name.starts_with(prefix)) return CLibrary::Nondet;
  if (name.starts_with("__builtin_")) name.remove_prefix(10);
  return look_up(name);
}

std::optional<CUnknownWrites> unknown_writes(std::string_view name) {
  if (name.starts_with("__builtin_")) name.remove_prefix(10);
  static const std::unordered_map<std::string_view, CUnknownWrites> writes = {
      {"sprintf", {0, false}},   {"snprintf", {0, false}}, {"vsprintf", {0, false}},
      {"vsnprintf", {0, false}}, {"swprintf", {0, false}}, {"vswprintf", {0, false}},
      {"gets", {0, false}},      {"fgets", {0, false}},    {"fread", {0, false}},
      {"read", {1, false}},      {"recv", {1, false}},     {"scanf", {1, true}},
      {"fscanf", {2, true}},     {"sscanf", {2, true}}};
  const auto found = writes.find(name);
  return found == writes.end() ? std::nullopt : std::optional(found->second);
}

std::optional<Term> c_math(Terms& terms, std::string_view name, std::span<const Term> arguments,
                           const Sort& result, RoundingMode mode) {
  if (name.starts_with("__builtin_")) name.remove_prefix(10);
  if (!known_functions().contains(name) && (name.ends_with('f') || name.ends_with('l')))
    name.remove_suffix(1);
  return Math(terms, arguments, result, mode).value(name);
}

std::string_view library_source() {
  return kLibrarySource;
}

bool in_library_source(std::string_view name) {
  // Every definition starts a line, and no other text has the name before a parenthesis there.
  for (std::size_t line = 0; line < kLibrarySource.size();
       line = kLibrarySource.find('\n', line) + 1) {
    std::string_view text = kLibrarySource.substr(line, kLibrarySource.find('\n', line) - line);
    if (text.starts_with(' ') || text.starts_with('}')) continue;
    const std::size_t parenthesis = text.find('(');
    if (parenthesis == std::string_view::npos) continue;
    text = text.substr(0, parenthesis);
    const std::size_t start = text.find_last_of(" *");
    if (start != std::string_view::npos && text.substr(start + 1) == name) return true;
  }
  return false;
}

}  // namespace cairn
