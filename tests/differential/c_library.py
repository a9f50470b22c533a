#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The models of the C library (src/input/c/library), compiled by gcc under other names, against the
library on random arguments; and the programs of tests/regress/c_library, which check themselves.

    c_library.py SOURCE_FOLDER [--count N]

Without gcc nothing is tested and the exit code is 77.
"""

import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

PARTS = ["prelude", "string", "strings", "bits", "ctype", "stdlib", "stdio", "math", "time", "unistd"]
RESERVED = ["stdin", "stdout", "stderr", "size_t", "ssize_t"]
DEFINITION = re.compile(r"^([a-z_][^;{}()\n=]*?)(\w+)(\((?:[^{};]|\n)*?\)) \{", re.M)
CHECK = """#include <stdio.h>
#include <stdlib.h>
#define CHECK(c) do { if (!(c)) { fprintf(stderr, "line %d\\n", __LINE__); abort(); } } while (0)
"""


def models(folder):
    """The models with m_ before all names, and declarations of these."""
    texts = [(folder / f"{part}.c").read_text() for part in PARTS]
    names, declarations = [], []
    for text in texts:
        for result, name, parameters in DEFINITION.findall(text):
            names.append(name)
            if "static" in result or "div" in result:
                continue
            line = f"{result}m_{name}{parameters};"
            declarations.append(line.replace("__cairn_byte", "unsigned char").replace("ssize_t", "long"))
    renamed = "".join(f"#define {name} m_{name}\n" for name in sorted(set(names + RESERVED)))
    return renamed + "".join(texts), "\n".join(declarations)


def compile_and_run(options, sources, folder, arguments):
    program = folder / "program"
    made = subprocess.run(["gcc", "-w", "-std=gnu11", "-D_GNU_SOURCE", *options, *sources, "-o", program, "-lm"],
                          capture_output=True, text=True)
    if made.returncode != 0:
        return f"gcc: {made.stderr[:500]}"
    run = subprocess.run([program, *arguments], capture_output=True, text=True)
    return "" if run.returncode == 0 else f"exit code {run.returncode}: {run.stdout[-500:]}{run.stderr[-200:]}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=20000)
    arguments = parser.parse_args()
    if shutil.which("gcc") is None:
        return 77
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        text, declarations = models(arguments.source / "src/input/c/library")
        (folder / "models.c").write_text(text)
        (folder / "models.h").write_text(declarations)
        (folder / "check.h").write_text(CHECK)
        here = pathlib.Path(__file__).parent
        jobs = [("random arguments", ["-O1", "-fno-builtin", f"-I{folder}"],
                 [here / "c_library.c", folder / "models.c"], [str(arguments.count)])]
        for path in sorted((arguments.source / "tests/regress/c_library").glob("*.c")):
            jobs.append((path.name, ["-include", folder / "check.h"], [path], []))
        for title, options, sources, words in jobs:
            wrong = compile_and_run(options, sources, folder, words)
            print(f"{title}: {wrong or 'ok'}")
            failed += wrong != ""
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
