// SPDX-License-Identifier: MIT
#include "input/c/library.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "input/c/conversions.h"

namespace cairn {

extern const std::array<std::pair<std::string_view, std::string_view>, 10> kLibraryFiles;

namespace {

/// Functions that kLibraryFiles defines. Every definition starts a line, and no other line that
/// starts with a word has a parenthesis.
struct Definition {
  std::string_view part;
  CLibraryEntry::Meaning meaning = CLibraryEntry::Meaning::Exact;
};

/// What in kLibraryFiles chooses a value.
constexpr std::array<std::string_view, 13> kArbitrary = {
    "__cairn_any_",       "__cairn_between(", "__cairn_input(", "__cairn_receive(",
    "__cairn_order(",     "__cairn_class(",   "__cairn_not_",   "__cairn_count(",
    "__cairn_outside(",   "__cairn_in(",      "__cairn_open(",  "__cairn_status(",
    "__cairn_descriptor("};

/// The name that a line defines, or nothing.
std::string_view defined_name(std::string_view line) {
  if (line.starts_with(' ') || line.starts_with('}') || line.starts_with('/') ||
      line.starts_with("static ") || line.ends_with(';'))
    return {};
  const std::size_t parenthesis = line.find('(');
  if (parenthesis == std::string_view::npos) return {};
  line = line.substr(0, parenthesis);
  const std::size_t start = line.find_last_of(" *");
  return start == std::string_view::npos ? std::string_view() : line.substr(start + 1);
}

void find_definitions(std::string_view part, std::string_view text,
                      std::map<std::string_view, Definition>& found) {
  Definition* last = nullptr;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    if (const std::string_view name = defined_name(line); !name.empty())
      last = &found.emplace(name, Definition{part}).first->second;
    else if (!line.starts_with(' '))
      last = line.starts_with('}') ? last : nullptr;
    if (last == nullptr) continue;
    if (line.find("__cairn_approximate(") != std::string_view::npos)
      last->meaning = CLibraryEntry::Meaning::Bounds;
    const bool any = std::ranges::any_of(kArbitrary, [line](std::string_view word) {
      return line.find(word) != std::string_view::npos;
    });
    if (any && last->meaning == CLibraryEntry::Meaning::Exact)
      last->meaning = CLibraryEntry::Meaning::Arbitrary;
  }
}

const std::map<std::string_view, Definition>& definitions() {
  static const std::map<std::string_view, Definition> found = [] {
    std::map<std::string_view, Definition> map;
    for (const auto& [part, text] : kLibraryFiles) find_definitions(part, text, map);
    return map;
  }();
  return found;
}

const std::map<std::string_view, CPrint>& print_functions() {
  static const std::map<std::string_view, CPrint> known = {
      {"printf", {0, {}, {}, false}},         {"fprintf", {1, {}, {}, false}},
      {"dprintf", {1, {}, {}, false}},        {"printk", {0, {}, {}, false}},
      {"syslog", {1, {}, {}, false}},         {"sprintf", {1, 0u, {}, false}},
      {"snprintf", {2, 0u, 1u, false}},       {"__printf_chk", {1, {}, {}, false}},
      {"__fprintf_chk", {2, {}, {}, false}},  {"__sprintf_chk", {3, 0u, {}, false}},
      {"__snprintf_chk", {4, 0u, 1u, false}}, {"vprintf", {0, {}, {}, true}},
      {"vfprintf", {1, {}, {}, true}},        {"vdprintf", {1, {}, {}, true}},
      {"vsyslog", {1, {}, {}, true}}};
  return known;
}

const std::map<std::string_view, CScan>& scan_functions() {
  static const std::map<std::string_view, CScan> known = {
      {"scanf", {0, false}},           {"fscanf", {1, false}},
      {"sscanf", {1, true}},           {"__isoc99_scanf", {0, false}},
      {"__isoc99_fscanf", {1, false}}, {"__isoc99_sscanf", {1, true}}};
  return known;
}

const std::unordered_map<std::string_view, CLibrary>& known_functions() {
  static const std::unordered_map<std::string_view, CLibrary> known = [] {
    std::unordered_map<std::string_view, CLibrary> map;
    const auto add = [&map](CLibrary kind, std::initializer_list<std::string_view> names) {
      for (const std::string_view name : names) map.emplace(name, kind);
    };
    add(CLibrary::Assume, {"__VERIFIER_assume", "__CPROVER_assume", "__ESBMC_assume"});
    add(CLibrary::Assert, {"assert", "static_assert", "__CPROVER_assert", "__ESBMC_assert"});
    add(CLibrary::AssertFail, {"__assert_fail", "__assert", "__assert_perror_fail"});
    add(CLibrary::Stop, {"abort", "_Exit", "_exit", "unreachable", "trap", "debugtrap",
                         "exit_group", "__chk_fail", "__stack_chk_fail", "__fortify_fail"});
    add(CLibrary::Exit, {"exit"});
    add(CLibrary::Own, {"__cairn_limit", "__cairn_assume", "__cairn_approximate"});
    add(CLibrary::Nothing, {"prefetch", "va_start", "va_end", "va_copy", "__VERIFIER_atomic_begin",
                            "__VERIFIER_atomic_end"});
    add(CLibrary::Allocate,
        {"malloc", "kmalloc", "alloca", "__alloca", "valloc", "vmalloc", "xmalloc", "ldv_malloc"});
    add(CLibrary::AllocateZero, {"kzalloc", "vzalloc", "ldv_zalloc", "xzalloc"});
    add(CLibrary::AllocateCells, {"calloc", "kcalloc"});
    add(CLibrary::AllocateAligned, {"aligned_alloc", "memalign"});
    add(CLibrary::AllocateAt, {"posix_memalign"});
    add(CLibrary::Reallocate, {"realloc"});
    add(CLibrary::ReallocateCells, {"reallocarray"});
    add(CLibrary::Free, {"free", "kfree", "vfree", "cfree"});
    add(CLibrary::Copy, {"memcpy", "memmove", "memcpy_inline"});
    add(CLibrary::Fill, {"memset"});
    add(CLibrary::First, {"expect", "expect_with_probability", "assume_aligned"});
    add(CLibrary::Rounding, {"fesetround"});
    add(CLibrary::Math, {"fabs",         "sqrt",           "isnan",
                         "__isnan",      "isinf",          "__isinf",
                         "isinf_sign",   "finite",         "__finite",
                         "isfinite",     "isnormal",       "__isnormal",
                         "signbit",      "__signbit",      "__signbitd",
                         "__fpclassify", "fmin",           "fmax",
                         "trunc",        "ceil",           "floor",
                         "round",        "rint",           "nearbyint",
                         "roundeven",    "fmod",           "remainder",
                         "drem",         "copysign",       "nan",
                         "fma",          "fdim",           "abs",
                         "labs",         "llabs",          "imaxabs",
                         "bswap16",      "bswap32",        "bswap64",
                         "isgreater",    "isgreaterequal", "isless",
                         "islessequal",  "islessgreater",  "isunordered"});
    for (const auto& [name, unused] : print_functions()) add(CLibrary::Print, {name});
    for (const auto& [name, unused] : scan_functions()) add(CLibrary::Scan, {name});
    add(CLibrary::Limit,
        {"vsprintf",    "vsnprintf",     "vasprintf",      "asprintf",      "swprintf",
         "vswprintf",   "wprintf",       "fwprintf",       "vscanf",        "vsscanf",
         "vfscanf",     "getline",       "getdelim",       "setjmp",        "_setjmp",
         "sigsetjmp",   "__sigsetjmp",   "longjmp",        "_longjmp",      "siglongjmp",
         "signal",      "sigaction",     "raise",          "fork",          "vfork",
         "clone",       "thrd_create",   "pthread_create", "feraiseexcept", "wcscpy",
         "shuffle",     "shufflevector", "return_address", "frame_address", "apply",
         "setlocale",   "strtod",        "strtof",         "strtold",       "atof",
         "nexttoward",  "remquo",        "on_exit",        "tsearch",       "getcontext",
         "makecontext", "swapcontext",   "setcontext"});
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
    if (name == "abs" || name == "labs" || name == "llabs" || name == "imaxabs")
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
    if (name == "signbit" || name == "__signbit" || name == "__signbitd") return flag(negative);
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

}  // namespace

CLibrary library_function(std::string_view name) {
  for (const std::string_view prefix :
       {"__VERIFIER_nondet_", "__CPROVER_nondet_", "__ESBMC_nondet_", "nondet_"})
    if (name.starts_with(prefix)) return CLibrary::Nondet;
  if (name.starts_with("__cairn_any_") && !in_library_source(name)) return CLibrary::Own;
  if (name.starts_with("__builtin_")) name.remove_prefix(10);
  return look_up(name);
}

std::optional<CUnknownWrites> unknown_writes(std::string_view name) {
  if (name.starts_with("__builtin_")) name.remove_prefix(10);
  static const std::unordered_map<std::string_view, CUnknownWrites> writes = {
      {"vsprintf", {0, false}},
      {"vsnprintf", {0, false}},
      {"swprintf", {0, false}},
      {"vswprintf", {0, false}}};
  if (const auto print = print_function(name); print && print->buffer)
    return CUnknownWrites{*print->buffer, false};
  if (const auto scan = scan_function(name)) return CUnknownWrites{scan->format + 1, true};
  const auto found = writes.find(name);
  return found == writes.end() ? std::nullopt : std::optional(found->second);
}

std::optional<CPrint> print_function(std::string_view name) {
  if (name.starts_with("__builtin_")) name.remove_prefix(10);
  const auto found = print_functions().find(name);
  return found == print_functions().end() ? std::nullopt : std::optional(found->second);
}

std::optional<CScan> scan_function(std::string_view name) {
  if (name.starts_with("__builtin_")) name.remove_prefix(10);
  const auto found = scan_functions().find(name);
  return found == scan_functions().end() ? std::nullopt : std::optional(found->second);
}

std::optional<Term> c_math(Terms& terms, std::string_view name, std::span<const Term> arguments,
                           const Sort& result, RoundingMode mode) {
  if (name.starts_with("__builtin_")) name.remove_prefix(10);
  if (!known_functions().contains(name) && (name.ends_with('f') || name.ends_with('l')))
    name.remove_suffix(1);
  return Math(terms, arguments, result, mode).value(name);
}

bool may_set_errno(std::string_view name) {
  if (name.starts_with("__builtin_")) name.remove_prefix(10);
  for (const std::string_view known : {"sqrt", "fmod", "remainder", "drem", "fdim", "fma"})
    if (name.starts_with(known)) return true;
  return false;
}

std::string library_source() {
  std::string text;
  for (const auto& [part, source] : kLibraryFiles) text += source;
  return text;
}

bool in_library_source(std::string_view name) {
  return definitions().contains(name);
}

std::vector<CLibraryEntry> library_entries() {
  std::vector<CLibraryEntry> entries;
  for (const auto& [name, definition] : definitions()) {
    if (name.starts_with("_") && name != "_Exit") continue;
    entries.push_back({std::string(name), std::string(definition.part), definition.meaning});
  }
  static const std::map<CLibrary, CLibraryEntry::Meaning> meanings = {
      {CLibrary::Stop, CLibraryEntry::Meaning::Exact},
      {CLibrary::Exit, CLibraryEntry::Meaning::Exact},
      {CLibrary::Allocate, CLibraryEntry::Meaning::Exact},
      {CLibrary::AllocateCells, CLibraryEntry::Meaning::Exact},
      {CLibrary::AllocateAligned, CLibraryEntry::Meaning::Exact},
      {CLibrary::AllocateAt, CLibraryEntry::Meaning::Exact},
      {CLibrary::Reallocate, CLibraryEntry::Meaning::Exact},
      {CLibrary::ReallocateCells, CLibraryEntry::Meaning::Exact},
      {CLibrary::Free, CLibraryEntry::Meaning::Exact},
      {CLibrary::Rounding, CLibraryEntry::Meaning::Exact},
      {CLibrary::Print, CLibraryEntry::Meaning::Exact},
      {CLibrary::Scan, CLibraryEntry::Meaning::Exact},
      {CLibrary::Math, CLibraryEntry::Meaning::Exact},
      {CLibrary::Limit, CLibraryEntry::Meaning::Refused}};
  for (const auto& [name, kind] : known_functions()) {
    const auto meaning = meanings.find(kind);
    if (meaning == meanings.end() || name.starts_with("_") || in_library_source(name)) continue;
    // These have no meaning without "__builtin_".
    static const std::set<std::string_view> builtins = {
        "apply",          "bswap16",    "bswap32", "bswap64",       "debugtrap", "frame_address",
        "return_address", "isinf_sign", "shuffle", "shufflevector", "trap",      "unreachable"};
    if (builtins.contains(name)) continue;
    entries.push_back({std::string(name), "built in", meaning->second});
  }
  std::ranges::sort(entries, {},
                    [](const CLibraryEntry& entry) { return std::tie(entry.part, entry.name); });
  return entries;
}

}  // namespace cairn
