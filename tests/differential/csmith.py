#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Programs of csmith, compiled by gcc and run, against the C front end and the interpreter.

  csmith.py [--first SEED] [--count N] [--lp64] [--no-points-to] [--keep FOLDER]

Csmith [YCER11] writes programs without undefined behaviour that end with a checksum of their
variables. Each is wrapped so that `c_differential --file` can compare the checksums. The settings
are small ones that change with the seed. Without csmith the exit code is 77.
"""
import argparse
import collections
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

HEADERS = next((folder for folder in ("/usr/include/csmith", "/usr/local/include/csmith",
                                      "/usr/include") if pathlib.Path(folder, "csmith.h").is_file()), "")

WRAPPER = """\
#define main csmith_main
#include "{program}"
#undef main
unsigned long long out[128];
int main(void) {{
  csmith_main();
  out[0] = crc32_context ^ 0xFFFFFFFFu;
  out[127] = out[(unsigned)out[0] % 127u];
#ifdef PRINT
  for (int i = 0; i < 128; i++) printf("%llx\\n", out[i]);
#endif
  return 0;
}}
"""


def run_to_the_end(command, seconds):
    """As subprocess.run, but the programs that the command has started end with it."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          start_new_session=True) as process:
        try:
            out, err = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    return subprocess.CompletedProcess(command, process.returncode, out, err)


def settings(seed):
    words = ["--no-argc", "--max-funcs", str(1 + seed % 5), "--max-block-depth", str(1 + seed % 3)]
    words += ["--max-block-size", str(2 + seed % 4), "--max-expr-complexity", str(2 + seed % 7)]
    words += ["--max-array-len-per-dim", "4", "--max-array-dim", "2", "--max-struct-fields", "5"]
    words += ["--max-pointer-depth", str(1 + seed % 3)]
    for number, feature in enumerate(
        ["bitfields", "structs", "unions", "volatiles", "packed-struct", "pointers", "arrays"]
    ):
        words.append(("--no-" if (seed >> number) % 4 == 3 else "--") + feature)
    return words + ["--seed", str(seed)]


def judge(arguments, differential, folder, seed):
    program = folder / "program.c"
    made = subprocess.run(
        ["csmith", *settings(seed), "--output", str(program)],
        capture_output=True, timeout=60, check=False, cwd=folder,
    )
    if made.returncode != 0:
        return "csmith fails"
    text = program.read_text()
    # The checksum is of the wrapper: nothing is to be printed by the program itself.
    text = re.sub(r"platform_main_end\([^;]*;", ";", text)
    # The wrapper holds all of it, so that it can be kept and made smaller as one file.
    program.write_text(text)
    wrapper = folder / "wrapper.c"
    lines = WRAPPER.format(program=program).splitlines()
    lines[1] = text
    wrapper.write_text("\n".join(lines) + "\n")
    if arguments.keep:
        shutil.copy(wrapper, pathlib.Path(arguments.keep) / f"csmith{seed}.c")
    command = [differential, "--memory", "--file", str(wrapper), "--headers", HEADERS]
    command += ["--lp64"] if arguments.lp64 else []
    command += ["--no-points-to"] if arguments.no_points_to else []
    try:
        run = run_to_the_end(command, arguments.seconds)
    except subprocess.TimeoutExpired:
        return "runs on"
    refused = re.search(r"refused 1 times: (.*)", run.stderr)
    if refused:
        return "refused: " + re.sub(r"'[^']*'|\d+", "_", refused.group(1))
    if run.returncode == 0:
        return "agree"
    last = run.stderr.strip().splitlines()
    text = last[0] if last else f"exit code {run.returncode}"
    if "does not end well" in text or "steps" in text:
        return "runs on"
    return "wrong: " + text


def main():
    here = pathlib.Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seconds", type=int, default=20, help="for each program")
    parser.add_argument("--lp64", action="store_true")
    parser.add_argument("--no-points-to", action="store_true")
    parser.add_argument("--keep", help="a folder for the programs")
    parser.add_argument("--differential", default=str(here / "build" / "c_differential"))
    arguments = parser.parse_args()
    if shutil.which("csmith") is None or not HEADERS:
        print("nothing tested: there is no csmith", file=sys.stderr)
        return 77
    counts = collections.Counter()
    for seed in range(arguments.first, arguments.first + arguments.count):
        with tempfile.TemporaryDirectory(prefix="csmith-") as folder:
            answer = judge(arguments, arguments.differential, pathlib.Path(folder), seed)
        counts[answer.split(": ")[0] if answer.startswith("wrong") else answer] += 1
        if answer.startswith("wrong"):
            print(f"seed {seed}: {answer}", file=sys.stderr, flush=True)
    for answer, count in counts.most_common():
        print(f"{count:6} {answer}", file=sys.stderr)
    return 1 if counts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
