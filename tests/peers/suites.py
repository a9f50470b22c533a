# SPDX-License-Identifier: MIT
"""Reads the tests of other model checkers and says what each expects, in terms that Cairn knows.

Each reader takes the folder of a checkout and yields `Test`s. A test that has no meaning for Cairn
(another language, threads, an option of the peer's inner life) is yielded as well, with the reason
in `incomparable`, so that the counts add up.
"""
import dataclasses
import pathlib
import re
import shlex

SAFE, UNSAFE = "safe", "unsafe"


@dataclasses.dataclass
class Test:
    suite: str
    name: str
    files: list
    options: str = ""  # as the peer writes them
    expected: str = ""
    incomparable: str = ""
    lp64: bool = True
    checks: set = dataclasses.field(default_factory=set)
    defines: list = dataclasses.field(default_factory=list)
    includes: list = dataclasses.field(default_factory=list)
    entry: str = ""
    std: str = ""
    property_file: str = ""
    unwind: int = 0  # the bound, if going beyond it may be what the peer reports
    prelude: list = dataclasses.field(default_factory=list)  # declarations that the peer has built in
    reachable_is_kept: bool = False  # memory that a pointer leads to is no leak
    unrelated: bool = False  # pointers into two objects may be compared
    allocation_fails: bool = False  # the peer lets malloc return null
    self_checking: bool = False  # abort() and a result of main other than 0 are the error

    def refuse(self, why):
        if not self.incomparable:
            self.incomparable = why
        return self


def text_of(path):
    try:
        return pathlib.Path(path).read_text(errors="replace")
    except OSError:
        return ""


def without_comments(text):
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    return re.sub(r"//[^\n]*", "", text)


THREADS = re.compile(
    r"\bpthread_\w+|\bthrd_create|__CPROVER_ASYNC|"
    r"__ESBMC_(atomic|yield|spawn|get_thread)|__CPROVER_thread|__CPROVER_atomic|_begin_?thread|"
    r"__VERIFIER_atomic|\bsem_(wait|post|init)\b"
)

# What the peers' own languages have beside C, an assumption and an assertion.
OWN_LANGUAGE = re.compile(
    r"\b(__CPROVER_(?!assume\b|assert\b|assertion\b|printf\b)\w+|"
    r"__ESBMC_(?!assume\b|assert\b)\w+|sea_\w+)|(==>|\u2200|\u2203)"
)


def refuse_by_text(test):
    """Tests that use what Cairn does not claim to know."""
    for path in test.files:
        if not path.is_file():
            return test.refuse("the file is not in the checkout")
        text = without_comments(text_of(path))
        if THREADS.search(text):
            return test.refuse("threads")
        own = OWN_LANGUAGE.search(text)
        if own:
            return test.refuse("the peer's own language: " + own.group(0))
        if re.search(r"\b(requires|ensures|invariant|assigns|assume_cannot)\s*\(.*\)\s*;", text) and (
            "__CPROVER" in text
        ):
            return test.refuse("contracts")
    if not test.entry and not any(re.search(r"\bmain\s*\(", text_of(path)) for path in test.files):
        test.refuse("no function main")
    return test


NONDET_TYPES = {
    "bool": "_Bool", "char": "char", "uchar": "unsigned char", "schar": "signed char",
    "short": "short", "ushort": "unsigned short", "int": "int", "uint": "unsigned",
    "long": "long", "ulong": "unsigned long", "longlong": "long long",
    "ulonglong": "unsigned long long", "float": "float", "double": "double",
    "size_t": "__SIZE_TYPE__", "unsigned": "unsigned",
}


def declare_nondet(test):
    """Declarations of the functions for inputs that ESBMC knows without any."""
    text = "\n".join(without_comments(text_of(path)) for path in test.files)
    for name, kind in sorted(set(re.findall(r"\b((?:__VERIFIER_)?nondet_(\w+))\s*\(", text))):
        declared = re.search(rf"\b(?!return\b|else\b)\w+[\s*]+{name}\s*\([^;{{}}]*\)\s*[;{{,]", text)
        if kind in NONDET_TYPES and not declared:
            test.prelude.append(f"{NONDET_TYPES[kind]} {name}(void);")
    return test


# --- test.desc of CBMC and ESBMC ------------------------------------------------------------


def read_description(path):
    """(tags, file, options, lines that must match) of a test.desc."""
    lines = text_of(path).splitlines()
    while len(lines) < 3:
        lines.append("")
    wanted = []
    for line in lines[3:]:
        if line.strip() == "--":
            break
        if line.strip():
            wanted.append(line.strip())
    return lines[0].split(), lines[1].strip(), lines[2].strip(), wanted


def split_options(text):
    try:
        return shlex.split(text)
    except ValueError:
        return text.split()


class OptionReader:
    """Goes through a peer's options. `table` maps an option to what it means:
    None (no meaning for the answer), a string (why it is not comparable), or a function of the
    test and the reader (which may take an argument)."""

    def __init__(self, test, words, table, folder):
        self.test, self.words, self.table, self.folder = test, words, table, folder
        self.at = 0

    def argument(self):
        self.at += 1
        return self.words[self.at - 1] if self.at <= len(self.words) else ""

    def read(self):
        while self.at < len(self.words):
            word = self.argument()
            if word.startswith("-D"):
                self.test.defines.append(word[2:] or self.argument())
            elif word.startswith("-I"):
                self.test.includes.append(self.folder / (word[2:] or self.argument()))
            elif word.startswith("-W") or word.startswith("-f"):
                if word in ("-funsigned-char",):
                    self.test.refuse("char is unsigned")
            elif not word.startswith("-"):
                if word.endswith((".c", ".i")):
                    self.test.files.append(self.folder / word)
                else:
                    self.test.refuse("an option that is not understood: " + word)
            else:
                name, _, value = word.partition("=")
                if value:
                    self.words.insert(self.at, value)
                if name not in self.table:
                    self.test.refuse("an option that is not understood: " + name)
                    continue
                meaning = self.table[name]
                if isinstance(meaning, str):
                    self.test.refuse(meaning)
                elif meaning is not None:
                    meaning(self.test, self)


def adds(*checks):
    return lambda test, reader: test.checks.update(checks)


def removes(*checks):
    return lambda test, reader: test.checks.difference_update(checks)


def sets(**values):
    def apply(test, reader):
        for name, value in values.items():
            setattr(test, name, value)

    return apply


def takes(name):
    return lambda test, reader: setattr(test, name, reader.argument())


def skips(count):
    def apply(test, reader):
        for _ in range(count):
            reader.argument()

    return apply


def takes_unwind(test, reader):
    value = reader.argument()
    test.unwind = int(value) if value.isdigit() else 0


def without_pointer_check(test, reader):
    # The peers' check of bounds is then one of named arrays only, and Cairn's is of all accesses.
    test.checks.difference_update({"null", "memory"} | ({"bounds"} if test.expected == SAFE else set()))


OUTPUT_ONLY = "it is about the peer's output, not about the program"
BIG = "big endian"

CBMC_STANDARD = {"bounds", "null", "memory", "division", "overflow", "shift"}

CBMC_OPTIONS = {
    "--pointer-check": adds("bounds", "null", "memory"),
    "--bounds-check": adds("bounds"),
    "--div-by-zero-check": adds("division"),
    "--signed-overflow-check": adds("overflow"),
    "--undefined-shift-check": adds("shift"),
    "--unsigned-overflow-check": adds("unsigned overflow"),
    "--pointer-overflow-check": adds("pointer overflow"),
    "--conversion-check": adds("conversion"),
    "--float-overflow-check": adds("float overflow"),
    "--float-div-by-zero-check": adds("float division"),
    "--nan-check": adds("nan"),
    "--enum-range-check": adds("enum range"),
    "--memory-leak-check": adds("leak"),
    "--memory-cleanup-check": adds("leak"),
    "--pointer-primitive-check": adds("pointer primitives"),
    "--no-pointer-check": without_pointer_check,
    "--no-bounds-check": removes("bounds"),
    "--no-div-by-zero-check": removes("division"),
    "--no-signed-overflow-check": removes("overflow"),
    "--no-undefined-shift-check": removes("shift"),
    "--no-pointer-primitive-check": None,
    "-no-pointer-primitive-check": None,
    "--no-standard-checks": lambda test, reader: (
        test.checks.difference_update(CBMC_STANDARD),
        setattr(test, "allocation_fails", False),
        setattr(test, "unwind", 0),
    ),
    "--malloc-may-fail": sets(allocation_fails=True),
    "--malloc-fail-null": sets(allocation_fails=True),
    "--no-malloc-may-fail": sets(allocation_fails=False),
    "--malloc-fail-assert": "allocation that fails is an error",
    "--unwind": takes_unwind,
    "--unwinding-assertions": None,
    "--no-unwinding-assertions": lambda test, reader: test.checks.add("only bounded"),
    "--partial-loops": "loops that are left early",
    "--unwind-max": takes_unwind,
    "--unwind-min": skips(1),
    "--unwindset": skips(1),
    "--incremental-loop": "a loop that is unrolled one by one",
    "--ignore-properties-before-unwind-min": "a loop that is unrolled one by one",
    "--depth": "the peer looks only so deep",
    "--function": takes("entry"),
    "--error-label": takes("label"),
    "--32": sets(lp64=False),
    "--64": sets(lp64=True),
    "--16": "16 bits",
    "--i386-linux": sets(lp64=False),
    "--i386-win32": "Windows",
    "--win32": "Windows",
    "-win32": "Windows",
    "--winx64": "Windows",
    "-winx64": "Windows",
    "--arch": "another machine",
    "--little-endian": None,
    "--big-endian": BIG,
    "--unsigned-char": "char is unsigned",
    "--fixedbv": "fixed-point numbers",
    "--no-assertions": "the assertions do not count",
    "--no-built-in-assertions": None,
    "--nondet-static": "static variables are arbitrary",
    "--property": "one of several properties",
    "--string-abstraction": "strings are abstracted",
    "--cover": OUTPUT_ONLY,
    "--contract": "contracts",
    "--c89": sets(std="gnu89"),
    "--c99": sets(std="gnu99"),
    "--c11": sets(std="gnu11"),
    "--min-null-tree-depth": "arguments of the entry",
    "--max-nondet-tree-depth": "arguments of the entry",
    "--stop-when-unsat": OUTPUT_ONLY,
    "--safety": adds("bounds", "null", "memory", "division"),
    "--no-safety": removes("bounds", "null", "memory", "division"),
    "--slice-formula": None,
    "--verbosity": skips(1),
    "--object-bits": skips(1),
    "--sat-solver": skips(1),
    "--paths": skips(1),
    "--outfile": OUTPUT_ONLY,
    "--external-sat-solver": skips(1),
    "--symex-coverage-report": skips(1),
    "--graphml-witness": skips(1),
}
for word in """--trace --floatbv --no-propagation --no-simplify --arrays-uf-always --inline --solve --text
    --refine-arrays --full-slice --stop-on-fail --all-properties --z3 --smt2 --reachability-slice
    --reachability-slice-fb --localize-faults --refine --refine-strings --earliest-loop-exit
    --symex-cache-dereferences --retain-trivial-checks --no-self-loops-to-assumptions --fpa -z3
    --validate-goto-model --beautify --no-sat-preprocessor --no-memory-check --trace-hex
    --trace-show-code --compact-trace --trace-json-extended --trace-show-function-calls
    --magic-numbers --stack-trace --json-ui --xml-ui --arrays-uf-never --validate-ssa-equation
    --validate-trace --incremental --arithmetic-right-shift""".split():
    CBMC_OPTIONS.setdefault(word, None)
for word in """--show-vcc --show-symbol-table --show-goto-functions --program-only --show-points-to-sets
    --show-array-constraints --show-properties --show-byte-ops --dimacs --export-symex-ready-goto
    --show-loops --list-goto-functions --version --help --show-parse-tree --preprocess
    --show-claims --cover-failed-assertions""".split():
    CBMC_OPTIONS[word] = OUTPUT_ONLY

# What the names of properties in the lines that must match mean.
KINDS = {
    "assertion": "", "precondition": "library", "array_bounds": "bounds", "bounds": "bounds",
    "pointer_dereference": "null", "pointer": "null", "overflow": "overflow",
    "division-by-zero": "division", "undefined-shift": "shift", "unwind": "unwinding",
    "pointer_arithmetic": "pointer overflow", "pointer_primitives": "pointer primitives",
    "NaN": "nan", "memory-leak": "leak", "enum-range-check": "enum range",
    "precondition_instance": "library", "no-body": "no body", "recursion": "unwinding",
    "conversion": "conversion", "alignment": "alignment", "error_label": "",
}


def failing_kinds(wanted):
    """The kinds of the properties that a description says fail."""
    kinds = set()
    for line in wanted:
        if "FAILURE" not in line and "FAILED" not in line:
            continue
        names = re.findall(r"\\?\.([A-Za-z_-]+)\\?\.", line)
        kinds.update(KINDS.get(name, name) for name in names[-1:])
    return kinds


CBMC_FOLDERS = """cbmc cbmc-library cbmc-with-incr cbmc-primitives cbmc-incr cbmc-incr-oneloop
    cbmc-incr-smt2 array-refinement-with-incr acceleration cprover book-examples strings
    cbmc-concurrency cbmc-cpp""".split()


def cbmc(root):
    for folder in CBMC_FOLDERS:
        base = root / "regression" / folder
        for path in sorted(base.rglob("*.desc")):
            yield cbmc_test(base.parent, folder, path)


def cbmc_test(regression, folder, path):
    tags, name, options, wanted = read_description(path)
    where = path.parent
    label = str(path.relative_to(regression)).removesuffix("/test.desc")
    test = Test("cbmc", label, [where / name], options)
    test.checks = set(CBMC_STANDARD)
    test.allocation_fails = True
    if folder == "cprover":
        test.checks = {"bounds", "null", "memory"}
        test.allocation_fails = False
    if folder.startswith("cbmc-cpp") or not name.endswith((".c", ".i")):
        return test.refuse("not C")
    if folder == "cbmc-concurrency":
        return test.refuse("threads")
    if folder == "acceleration":
        return test.refuse("the program is accelerated first")
    if "KNOWNBUG" in tags:
        return test.refuse("a known bug: the peer does not answer what it expects either")
    text = "\n".join(wanted)
    if re.search(r"VERIFICATION\\? SUCCESSFUL", text):
        test.expected = SAFE
    elif re.search(r"VERIFICATION\\? FAILED", text):
        test.expected = UNSAFE
    elif re.search(r"EXIT=0\b", text):
        test.expected = SAFE
    elif re.search(r"EXIT=10\b", text):
        test.expected = UNSAFE
    else:
        return test.refuse("no verdict is expected")
    words = split_options(options)
    if "--cover" in words or any(word.startswith("--show") for word in words):
        return test.refuse(OUTPUT_ONLY)
    if test.expected == SAFE and "VERIFICATION" not in text and folder not in ("cprover",):
        return test.refuse("no verdict is expected")
    if folder in ("cbmc-with-incr", "cbmc-incr", "array-refinement-with-incr"):
        # Written for a version whose checks were all off unless asked for.
        test.checks = set()
        test.allocation_fails = False
    OptionReader(test, words, CBMC_OPTIONS, where).read()
    if getattr(test, "label", "ERROR") != "ERROR":
        test.refuse("the label of the error is not ERROR")
    if "only bounded" in test.checks:
        test.checks.discard("only bounded")
        test.unwind = 0
        if test.expected == SAFE and re.search(r"--(unwind|depth)", options):
            test.refuse("safe only within the bound")
    kinds = failing_kinds(wanted)
    if test.expected == UNSAFE and kinds and kinds <= {"library", "no body", "unwinding"}:
        if kinds == {"library"}:
            test.refuse("a precondition of the peer's library")
        elif "no body" in kinds:
            test.refuse("a function without a body is an error")
    test.kinds = kinds
    return refuse_by_text(test)


ESBMC_STANDARD = {"bounds", "null", "memory", "division"}

ESBMC_OPTIONS = {
    "--unwind": takes_unwind,
    "--no-unwinding-assertions": lambda test, reader: test.checks.add("only bounded"),
    "--no-unwinding-assertion": lambda test, reader: test.checks.add("only bounded"),
    "--partial-loops": "loops that are left early",
    "--unwindset": skips(1),
    "--unwindsetname": skips(1),
    "--function": takes("entry"),
    "--func": takes("entry"),
    "--error-label": takes("label"),
    "--32": sets(lp64=False),
    "--64": sets(lp64=True),
    "--16": "16 bits",
    "--i386-linux": sets(lp64=False),
    "--i386-macos": sets(lp64=False),
    "--ppc-macos": BIG,
    "--big-endian": BIG,
    "--force-malloc-success": sets(allocation_fails=False),
    "--force-realloc-success": None,
    "--malloc-zero-is-null": "malloc(0) is null",
    "--overflow-check": adds("overflow"),
    "--overflow": adds("overflow"),
    "--unsigned-overflow-check": adds("unsigned overflow"),
    "--ub-shift-check": adds("shift"),
    "--nan-check": adds("nan"),
    "--memory-leak-check": adds("leak"),
    "--no-pointer-check": without_pointer_check,
    "--no-bounds-check": removes("bounds"),
    "--no-div-by-zero-check": removes("division"),
    "--no-align-check": None,
    "--no-vla-size-check": None,
    "--no-reachable-memory-leak": sets(reachable_is_kept=True),
    "--no-pointer-relation-check": sets(unrelated=True),
    "--no-standard-checks": removes(*ESBMC_STANDARD),
    "--no-assertions": "the assertions do not count",
    "--no-library": "the C library is unknown",
    "--data-races-check": "threads",
    "--data-races-check-only": "threads",
    "--deadlock-check": "threads",
    "--lock-order-check": "threads",
    "--atomicity-check": "threads",
    "--termination": "termination",
    "--enforce-contract": "contracts",
    "--replace-call-with-contract": "contracts",
    "--enforce-all-contracts": "contracts",
    "--replace-all-contracts": "contracts",
    "--loop-invariant-check": "the peer's loop invariants",
    "--loop-invariant": "the peer's loop invariants",
    "--loop-frame-rule": "the peer's loop invariants",
    "--ir-ieee": "real numbers instead of floats",
    "--ir": "unbounded integers instead of words",
    "--ir-ra": "real numbers instead of floats",
    "--fixedbv": "fixed-point numbers",
    "--binary": "the peer's own format",
    "--gcc-nested-functions": "nested functions",
    "--uninitialised-vars-check": adds("uninitialised"),
    "--dead-code-check": "dead code",
    "--dead-store-check": "dead code",
    "--printf-check": "formats of printf",
    "--restrict-check": "restrict",
    "--restrict-assume": "restrict",
    "--stack-limit": "the size of the stack",
    "--total-stack-limit": "the size of the stack",
    "--excessive-alloc-check": "sizes of allocations",
    "--unchecked-return-value-check": "a check of style",
    "--double-assign-check": "a check of style",
    "--volatile-check": "volatile variables",
    "--conv-assert-to-assume": "assertions become assumptions",
    "--claim": "one of several properties",
    "--depth": "the peer looks only so deep",
    "--sv-comp": None,
    "--std": takes("std"),
    "--context-bound": skips(1),
    "--timeout": skips(1),
    "--memlimit": skips(1),
    "--verbosity": skips(1),
    "--k-step": skips(1),
    "--max-k-step": skips(1),
    "--base-k-step": skips(1),
    "--max-inductive-step": skips(1),
    "--goto-contractor": skips(0),
    "--default-solver": skips(1),
    "--smtlib-solver-prog": skips(1),
    "--color": skips(0),
    "--no-propagation": None,
    "--max-witnesses": OUTPUT_ONLY,
    "--falsify-context-bound": "threads",
    "--enable-unreachability-intrinsic": None,
    "--struct-fields-check": "a check of the peer's",
    "--unknown-method-args-check": "a check of the peer's",
    "--clz-zero-check": "a check of the peer's",
    "--funsigned-char": "char is unsigned",
    "--show-loops": OUTPUT_ONLY,
    "--multi-property": None,
}
for word in """--z3 --incremental-bmc --floatbv --k-induction --interval-analysis --state-hashing
    --no-simplify --add-symex-value-sets --k-induction-parallel --no-slice --bitwuzla --goto-unwind
    --unlimited-k-steps --smt-during-symex --unlimited-k-step --smt-symex-guard
    --no-abnormal-memory-leak --irep2-native-body --no-por
    --clang-c-irep2-adjust-only --compact-trace --smt-symex-assert --incremental
    --unlimited-goto-unwind --irep2-bodies --result-only --boolector --bv --little-endian --gcse
    --cswitch-skip-readonly-globals --interval-analysis-ibex-contractor --sleep-sets
    --no-return-value-opt --schedule --smt-symex-assume --smt-model --multi-fail-fast
    --array-flattener --tuple-node-flattener --tuple-sym-flattener --no-library-assertions
    --interval-analysis-simplify --parallel-solving --interval-symex-assert --old-frontend
    --incremental-context-bound --no-goto-merge --yices --print-stack-traces --show-stacktrace
    --ssa-full-names --memstats --symex-trace --ssa-trace --full-inlining
    --no-unlimited-scanf-check --show-cex --smt-thread-guard --all-runs --falsification --mathsat
    --cvc --cvc5 --no-cache-asserts --bidirectional --goto-merge --validate-correctness-witness
    --interval-analysis-arithmetic --interval-analysis-bitwise --interval-analysis-extrapolate
    --state-hash --dont-care-about-missing-extensions""".split():
    ESBMC_OPTIONS.setdefault(word, None)
for word in """--goto-functions-only --smt-formula-too --smt-formula-only --output --sarif-output
    --witness-output --witness-output-graphml --witness-output-yaml --all-witnesses --cex-output
    --symbol-table-only --show-vcc --show-goto-value-sets --show-call-sites --smtlib
    --goto-functions-too --parse-tree-too --parse-tree-only --preprocess""".split():
    ESBMC_OPTIONS[word] = OUTPUT_ONLY

ESBMC_FOLDERS = """esbmc esbmc-unix esbmc-unix2 esbmc-old cbmc cstd clang_builtins csmith extensions
    floats floats-regression llvm linux k-induction k-induction-parallel incremental-smt z3 bitwuzla
    nonz3 goto-contractor Interval-analysis-ibex-contractor disabled yices mathsat cvc
    function_contract loop-invariants termination ir-ra goto-transcoder esbmc-cpp""".split()


def esbmc(root):
    for folder in ESBMC_FOLDERS:
        base = root / "regression" / folder
        for path in sorted(base.rglob("test.desc")):
            yield esbmc_test(base.parent, folder, path)


def esbmc_test(regression, folder, path):
    tags, name, options, wanted = read_description(path)
    where = path.parent
    label = str(where.relative_to(regression))
    test = Test("esbmc", label, [where / name], options)
    test.checks = set(ESBMC_STANDARD)
    test.allocation_fails = True
    if not name.endswith((".c", ".i")):
        return test.refuse("not C")
    if "KNOWNBUG" in tags or folder == "disabled":
        return test.refuse("a known bug: the peer does not answer what it expects either")
    text = "\n".join(wanted)
    if "VERIFICATION SUCCESSFUL" in text:
        test.expected = SAFE
    elif "VERIFICATION FAILED" in text:
        test.expected = UNSAFE
    else:
        return test.refuse("no verdict is expected")
    OptionReader(test, split_options(options), ESBMC_OPTIONS, where).read()
    if getattr(test, "label", "ERROR") != "ERROR":
        test.refuse("the label of the error is not ERROR")
    if "only bounded" in test.checks:
        test.checks.discard("only bounded")
        test.unwind = 0
        if test.expected == SAFE and "--unwind" in options:
            test.refuse("safe only within the bound")
    if "forgotten memory" in text and "leak" not in test.checks:
        test.refuse("leaks")
    if "recursion unwinding" in text or "unwinding assertion" in text:
        test.kinds = {"unwinding"}
    return declare_nondet(refuse_by_text(test))


# --- CPAchecker: task definitions -----------------------------------------------------------


def scalar_after(text, key):
    found = re.search(rf"^\s*-?\s*{key}:\s*[\"']?([^\"'\n#]*)", text, re.M)
    return found.group(1).strip() if found else ""


def input_files(text):
    one = re.search(r"^input_files:[ \t]*(\S.*)$", text, re.M)
    if one:
        return [word.strip(" \"'") for word in one.group(1).strip("[] ").split(",")]
    many = re.search(r"^input_files:[ \t]*\n((?:\s*-\s*.*\n)+)", text, re.M)
    return [line.strip(" -\"'") for line in many.group(1).splitlines()] if many else []


PROPERTIES = {
    "unreach-label": set(),
    "unreach-call": set(),
    "no-overflow": {"overflow"},
    "valid-memsafety": {"bounds", "null", "memory", "leak"},
    "valid-memcleanup": {"cleanup"},
    "assert": set(),
    "Assertion": set(),
}


def cpachecker(root):
    base = root / "test" / "programs"
    for path in sorted(base.rglob("*.yml")):
        text = text_of(path)
        if "property_file" not in text:
            continue
        parts = re.split(r"^\s*-\s*property_file:", text, flags=re.M)
        for part in parts[1:]:
            prp = part.strip().splitlines()[0].strip(" \"'")
            verdict = scalar_after(part, "expected_verdict")
            name = str(path.relative_to(base)).removesuffix(".yml")
            stem = pathlib.PurePath(prp).stem
            files = [path.parent / file for file in input_files(text)]
            test = Test("cpachecker", f"{name}:{stem}", files, stem)
            model = scalar_after(text, "data_model")
            test.lp64 = model == "LP64" or (not model and re.search(r"64(bit)?\b", name) is not None)
            test.expected = {"true": SAFE, "false": UNSAFE}.get(verdict, "")
            if stem not in PROPERTIES:
                test.refuse("another property: " + stem)
            elif not test.expected:
                test.refuse("no verdict is expected")
            elif not files or not str(files[0]).endswith((".c", ".i")):
                test.refuse("not C")
            else:
                test.checks = set(PROPERTIES[stem])
                if stem not in ("unreach-label", "assert", "Assertion"):
                    test.property_file = (path.parent / prp).resolve()
                    if not test.property_file.is_file():
                        test.property_file = root / "config" / "properties" / (stem + ".prp")
                refuse_by_text(test)
                if stem == "unreach-label" and test.expected == UNSAFE:
                    if not any(re.search(r"\bERROR\w*\s*:", text_of(file)) for file in files):
                        test.refuse("there is no label ERROR in it")
            yield test


# --- SeaHorn: lit tests -----------------------------------------------------------------------


def seahorn(root):
    base = root / "test"
    for path in sorted(base.rglob("*.c")):
        text = text_of(path)
        name = str(path.relative_to(base))
        runs = re.findall(r"RUN:\s*(.*)", text)
        test = Test("seahorn", name, [path], runs[0].strip() if runs else "")
        test.includes = [root / "include"]
        if re.search(r"CHECK:\s*\^?unsat\$?", text):
            test.expected = SAFE
        elif re.search(r"CHECK:\s*\^?sat\$?", text):
            test.expected = UNSAFE
        else:
            yield test.refuse("no verdict is expected")
            continue
        first = test.options
        if not re.search(r"\b(pf|bpf|fpf|bmc|spf|smc|abc|sea)\b", first):
            test.refuse("another tool")
        if re.search(r"\bsmc\b|--memsafe|\bsmt\b|--fat|fat-ptr|abc|horn-bv2-extra-widening", first):
            test.refuse("a check of the peer's")
        if "-m64" in first:
            test.lp64 = True
        else:
            test.lp64 = False
        yield refuse_by_text(test)


# --- Ultimate: comments in the files ----------------------------------------------------------


def ultimate(root):
    base = root / "trunk" / "examples"
    for folder in ("CToBoogieTranslation", "programs"):
        for path in sorted((base / folder).rglob("*.[ci]")):
            text = text_of(path)
            name = str(path.relative_to(base))
            found = re.search(r"^\s*(//|/\*)\s*#(Safe|Unsafe)\b", text, re.M)
            test = Test("ultimate", name, [path])
            test.lp64 = False
            if not found:
                yield test.refuse("no verdict is expected")
                continue
            test.expected = SAFE if found.group(2) == "Safe" else UNSAFE
            test.checks = {"bounds", "null", "memory"}
            if re.search(r"//@|/\*@", text):
                test.refuse("ACSL")
            if re.search(r"[Oo]verflow|termination|[Mm]em(ory)?[Ss]afe|[Mm]emsafety|deref|-valid-", name):
                test.refuse("another property")
            yield refuse_by_text(test)


# --- Suites that check themselves ------------------------------------------------------------


def torture(root):
    base = root / "SingleSource" / "Regression" / "C" / "gcc-c-torture" / "execute"
    for path in sorted(base.rglob("*.c")):
        test = Test("torture", str(path.relative_to(base)), [path])
        test.expected = SAFE
        test.self_checking = True
        if path.name.endswith("-lib.c") or path.parent.name == "lib":
            test.refuse("a part of another test")
        elif path.parent.name == "builtins":
            test.files += [path.with_name(path.stem + "-lib.c"), path.parent / "lib" / "main.c"]
        yield test


def c_testsuite(root):
    base = root / "tests" / "single-exec"
    for path in sorted(base.glob("*.c")):
        test = Test("c-testsuite", path.name, [path])
        test.expected = SAFE
        test.self_checking = True
        yield test


READERS = {
    "cbmc": cbmc,
    "esbmc": esbmc,
    "cpachecker": cpachecker,
    "seahorn": seahorn,
    "ultimate": ultimate,
    "llvm-test-suite": torture,
    "c-testsuite": c_testsuite,
}
