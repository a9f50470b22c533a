# SPDX-License-Identifier: MIT
"""Runs one test of a peer with Cairn and with gcc, and compares."""
import os
import pathlib
import re
import resource
import signal
import subprocess
import tempfile

from suites import SAFE, UNSAFE, text_of, without_comments

EXITS = {20: SAFE, 10: UNSAFE, 0: "unknown", 1: "input error", 2: "usage error"}

# The functions that the peers give a meaning, for gcc.
STUBS = """\
void abort(void);
void _exit(int);
#define WEAK __attribute__((weak))
static void assume(int c) { if (!c) _exit(77); }
static void claim(int c) { if (!c) abort(); }
WEAK void __VERIFIER_error(void) { abort(); }
WEAK void reach_error(void) { abort(); }
WEAK void __VERIFIER_assume(int c) { assume(c); }
WEAK void assume_abort_if_not(int c) { assume(c); }
WEAK void __VERIFIER_assert(int c) { claim(c); }
WEAK void __CPROVER_assume(int c) { assume(c); }
WEAK void __CPROVER_assert(int c, const char *text) { claim(c); }
WEAK void __CPROVER_assertion(int c, const char *text) { claim(c); }
WEAK void __ESBMC_assume(int c) { assume(c); }
WEAK void __ESBMC_assert(int c, const char *text) { claim(c); }
WEAK void __SEA_assume(int c) { assume(c); }
WEAK void assert(int c) { claim(c); }
"""


# What a check of a peer is called here; those that are absent have no counterpart.
CHECK_NAMES = {
    "bounds": ["bounds"],
    "null": ["null", "nonnull"],
    "memory": ["memory", "free", "use-after-free", "dangling", "double-free", "invalid-free",
               "same-object"],
    "division": ["division"],
    "overflow": ["overflow"],
    "shift": ["shift"],
    "leak": ["leak", "leaks"],
    "cleanup": ["cleanup", "leak", "leaks"],
    "uninitialised": ["uninitialised", "uninitialized"],
    "unwinding": ["unwinding"],
}


class Cairn:
    """A binary and what its help says it can do, so that old and new ones can be compared."""

    def __init__(self, path, seconds, memory, extra):
        self.path, self.seconds, self.memory, self.extra = path, seconds, memory, extra
        text = subprocess.run(
            [path, "check", "--help"], capture_output=True, text=True, check=False
        ).stdout
        self.help = text
        self.checks = self.known_checks()
        self.properties = {}

    def known_checks(self):
        """Those that it names when it is asked for one that does not exist."""
        with tempfile.TemporaryDirectory(prefix="peers-") as folder:
            program = pathlib.Path(folder) / "trivial.c"
            program.write_text("int main(void) { return 0; }\n")
            run = subprocess.run(
                [self.path, "check", str(program), "--check", "none-of-these"],
                capture_output=True,
                text=True,
                check=False,
            )
        found = re.search(r"expected one of (.+)", run.stderr)
        return set(re.split(r",\s*", found.group(1).strip())) if found else set()

    def accepts(self, *options):
        with tempfile.TemporaryDirectory(prefix="peers-") as folder:
            program = pathlib.Path(folder) / "trivial.c"
            program.write_text("int main(void) { return 0; }\n")
            run = subprocess.run(
                [self.path, "check", str(program), *options], capture_output=True, check=False
            )
        return run.returncode in (0, 20)

    def judges(self, property_file):
        """Whether a property file means something to it."""
        if property_file.name not in self.properties:
            self.properties[property_file.name] = self.accepts("--property", str(property_file))
        return self.properties[property_file.name]

    def knows(self, option):
        return re.search(rf"(^|[\s,]){re.escape(option)}\b", self.help, re.M) is not None


# Time limits are of processor time, so that a machine that does other things as well does not
# change the counts; the limit of wall-clock time is there for what waits.
PATIENCE = 12


def limit_resources(seconds):
    def apply():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 2))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    return apply


def wrapper_text(test, cairn, path):
    """A file that includes a file of the test, if something has to come before it."""
    lines = list(test.prelude)
    if test.self_checking:
        lines += ["extern void reach_error(void);", "#define abort reach_error"]
        lines += ["#define __builtin_abort reach_error"]
    if test.defines and not cairn.knows("-D"):
        for define in test.defines:
            name, _, value = define.partition("=")
            lines.append(f"#define {name} {value or 1 if '=' not in define else value}")
    result = main_result(path) if test.self_checking else ""
    if not lines:
        return ""
    if result:
        lines.append("#define main peers_main")
    lines.append(f'#include "{path.resolve()}"')
    if result:
        lines += ["#undef main", result]
    return "\n".join(lines) + "\n"


def main_result(path):
    """A main that fails where the test's own returns anything but 0."""
    text = without_comments(text_of(path))
    found = re.search(r"\bmain\s*\(([^)]*)\)\s*\{(.*?)^\}", text, re.S | re.M)
    if not found or re.search(r"\bvoid\s+main\b", text):
        return ""
    body = found.group(2)
    if not re.search(r"\breturn\b[^;]*;\s*$", body.strip()):
        return ""  # it may run off its end, which is 0 for main only
    parameters = found.group(1).strip()
    arguments = "" if parameters in ("", "void") else "1, peers_arguments"
    if arguments and parameters.count(",") != 1:
        return ""
    return (
        'static char *peers_arguments[] = {"test", 0};\n'
        f"int main(void) {{ if (peers_main({arguments}) != 0) reach_error(); return 0; }}"
    )


def cairn_command(test, cairn, scratch):
    files = []
    for number, path in enumerate(test.files):
        wrapper = wrapper_text(test, cairn, path)
        if wrapper:
            path = scratch / f"wrapper{number}.c"
            path.write_text(wrapper)
        files.append(str(path))
    command = [cairn.path, "check", *files, "--timeout", str(PATIENCE * cairn.seconds)]
    command += ["--memory", cairn.memory, "--data-model", "LP64" if test.lp64 else "ILP32"]
    checks, missing = [], set()
    for check in sorted(test.checks):
        names = [name for name in CHECK_NAMES.get(check, []) if name in cairn.checks]
        if test.reachable_is_kept and check in ("leak", "cleanup"):
            names = ["lost-memory"]
        if test.unrelated:
            names = [name for name in names if name != "same-object"]
        checks += names
        if not names:
            missing.add(check)
    if checks:
        command += ["--check", ",".join(sorted(set(checks)))]
    if test.entry:
        command += ["--entry", test.entry]
    if cairn.knows("-D"):
        for define in test.defines:
            command += ["-D", define]
    for folder in [test.files[0].parent, *test.includes]:
        command += ["-I", str(folder)]
    if test.std and cairn.knows("-std"):
        command += [f"-std={test.std}"]
    if cairn.knows("--externals") and not test.self_checking:
        command += ["--externals", "pure"]
    if test.property_file and test.property_file.is_file():
        if cairn.judges(test.property_file):
            if "--check" in command:
                at = command.index("--check")
                del command[at : at + 2]
            command += ["--property", str(test.property_file)]
            missing = set()
        else:
            missing.add(test.options)
    return command + cairn.extra, missing


def run_cairn(test, cairn, scratch):
    command, missing = cairn_command(test, cairn, scratch)
    verdict, reason = execute(command, cairn.seconds)
    if "--externals" in command and not all(is_own(test, name) for name in externals_in(reason)):
        # Functions of the test's own are inputs; what a library's do is not known to be nothing.
        at = command.index("--externals")
        del command[at : at + 2]
        verdict, reason = execute(command, cairn.seconds)
    if verdict == SAFE and test.expected == UNSAFE and test.unwind:
        # What the peer reports may be the loop that goes on after its bound.
        again = command + ["--unwind", str(max(1, test.unwind - 1))]
        if "--check" in again:
            again[again.index("--check") + 1] += ",unwinding"
        else:
            again += ["--check", "unwinding"]
        verdict, reason = execute(again, cairn.seconds)
        if verdict == UNSAFE:
            reason = "by the bound of the loops"
    return verdict, reason, missing, command


def externals_in(reason):
    found = re.search(r"without a body: (.+)", reason)
    return re.split(r",\s*", found.group(1).strip()) if found else []


def is_own(test, name):
    """Whether a function without a body is one that the test itself introduces."""
    if re.search(r"nondet|unknown|input", name):
        return True
    declared = re.compile(rf"\b(?!return\b|else\b)\w+[\s*]+{re.escape(name)}\s*\([^;{{}}]*\)[^;{{}}]*;")
    return any(declared.search(without_comments(text_of(path))) for path in test.files)


def execute(command, seconds):
    try:
        run = subprocess.run(
            command,
            capture_output=True,
            timeout=(PATIENCE + 1) * seconds + 10,
            check=False,
            stdin=subprocess.DEVNULL,
            preexec_fn=limit_resources(seconds),
        )
    except subprocess.TimeoutExpired:
        return "hang", "it does not heed --timeout"
    out = run.stdout.decode(errors="replace")
    err = run.stderr.decode(errors="replace")
    if run.returncode == -signal.SIGXCPU:
        return "unknown", "the time limit was reached"
    verdict = EXITS.get(run.returncode, f"crash {run.returncode}")
    return verdict, first_reason(verdict, out, err)


def first_reason(verdict, out, err):
    if verdict == "unknown":
        found = re.search(r"unknown: (.+)", err)
        return found.group(1).strip() if found else ""
    if verdict in (SAFE, UNSAFE):
        found = re.search(r"unsafe: (.+)", err)
        externals = re.findall(r"functions without a body.*?: (.+)", err)
        return "; ".join(
            ([found.group(1)] if found else []) + ["without a body: " + names for names in externals]
        )
    lines = [line.strip() for line in err.splitlines() if "error" in line or "nternal" in line]
    lines = lines or [line.strip() for line in err.splitlines() if line.strip()]
    return lines[0] if lines else ""


def kind_of_reason(text):
    """A reason without what is particular: positions, names in quotes, numbers."""
    text = re.sub(r"^\S*?:\d+:\d+:\s*", "", text)
    text = re.sub(r"\S+\.[chi]:\d+(:\d+)?", "PLACE", text)
    text = re.sub(r"'[^']*'", "'_'", text)
    return re.sub(r"\b\d+\b", "N", text)[:110]


def gcc_verdict(test, scratch):
    """What the program does under gcc's sanitizers, or why that cannot be said."""
    if test.entry:
        return "n/a (another entry)"
    stubs = scratch / "stubs.c"
    stubs.write_text(STUBS)
    program = scratch / "program"
    sources = []
    for number, path in enumerate(test.files):
        text = text_of(path)
        changed = re.sub(r"\b(ERROR|Error_ERROR)\s*:(?!:)", r"\1: __builtin_abort();", text)
        if changed != text:
            path = scratch / f"labelled{number}{path.suffix}"
            path.write_text(changed)
        sources.append(str(path))
    base = ["gcc", "-w", "-g", "-std=" + (test.std or "gnu11"), "-m64" if test.lp64 else "-m32"]
    base += ["-D" + define for define in test.defines]
    for folder in [test.files[0].parent, *test.includes]:
        base += ["-I", str(folder)]
    sanitizers = ["-fsanitize=undefined,address", "-fno-sanitize-recover=all"]
    try:
        build = subprocess.run(
            base + sanitizers + sources + [str(stubs), "-o", str(program), "-lm"],
            capture_output=True, timeout=60, check=False,
        )
    except subprocess.TimeoutExpired:
        return "n/a (gcc takes too long)"
    if build.returncode != 0:
        text = build.stderr.decode(errors="replace")
        if "undefined reference" in text:
            name = re.search(r"undefined reference to `(\w+)'", text)
            return f"n/a ({name.group(1) if name else 'a function'} has no body)"
        line = next((line for line in text.splitlines() if "error" in line), "it does not compile")
        return "refused: " + line.split("error:")[-1].strip()
    environment = dict(os.environ, ASAN_OPTIONS="detect_leaks=0")
    try:
        run = subprocess.run(
            [str(program)], capture_output=True, timeout=5, check=False, cwd=scratch,
            stdin=subprocess.DEVNULL, env=environment,
        )
    except subprocess.TimeoutExpired:
        return "runs on"
    text = run.stderr.decode(errors="replace")
    for pattern, name in ((r"runtime error: (.*)", "UB: "), (r"AddressSanitizer: (\S+)", "ASan: ")):
        found = re.search(pattern, text)
        if found:
            return name + found.group(1)[:80]
    if run.returncode == 77:
        return "n/a (an assumption fails)"
    if run.returncode < 0:
        return "aborts" if run.returncode == -6 else f"signal {-run.returncode}"
    return f"ends with {run.returncode}"


def gcc_takes(test):
    command = ["gcc", "-w", "-fsyntax-only", "-m64" if test.lp64 else "-m32"]
    command += ["-D" + define for define in test.defines] + ["-std=" + (test.std or "gnu11")]
    for folder in [test.files[0].parent, *test.includes]:
        command += ["-I", str(folder)]
    run = subprocess.run(
        command + [str(path) for path in test.files], capture_output=True, check=False
    )
    return run.returncode == 0


def classify(test, verdict, reason, missing):
    """(class, reason)."""
    if verdict == test.expected:
        return "agree", reason
    if verdict in (SAFE, UNSAFE):
        if verdict == SAFE:
            if missing:
                return "not comparable", "fails by a check without counterpart: " + ", ".join(
                    sorted(missing)
                )
            if test.allocation_fails and uses_allocation(test):
                return "not comparable", "allocations fail there"
            if getattr(test, "kinds", set()) == {"unwinding"}:
                return "not comparable", "only a bound is exceeded"
        elif test.property_file and test.options in missing:
            return "not comparable", "a property without counterpart: " + test.options
        return "wrong", reason
    if verdict == "unknown" and re.search(r"time|memory limit|out of memory", reason):
        return "timeout", reason
    if verdict == "unknown":
        return "unknown", reason
    if verdict == "input error":
        if "file not found" in reason:
            return "not comparable", "a header is missing"
        if not gcc_takes(test):
            return "not comparable", "gcc refuses it as well"
        return "refused", reason
    return "crash", f"{verdict}: {reason}"


def uses_allocation(test):
    return any(
        re.search(r"\b(malloc|calloc|realloc|kmalloc|kzalloc|strdup|alloc)\w*\s*\(", text_of(path))
        for path in test.files
    )
