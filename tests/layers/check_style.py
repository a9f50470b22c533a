#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that the code is formatted (.clang-format) and passes a few checks of clang-tidy (.clang-tidy).

The whole of clang-tidy would take longer than all the tests: `--share N` looks at every Nth unit.

usage: check_style.py format SOURCE_ROOT
       check_style.py tidy SOURCE_ROOT BUILD_FOLDER [--share N]
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys

SKIPPED = 77  # what ctest takes for "not run"


def tool(name):
    """The version that the project uses; others format in other ways."""
    found = shutil.which(f"{name}-14")
    if found is None:
        print(f"{name}-14 is not installed")
        sys.exit(SKIPPED)
    return found


def sources(root):
    return sorted(path for folder in ("src", "tests", "bench") for path in (root / folder).rglob("*")
                  if path.suffix in (".h", ".cpp"))


def check_format(root):
    found = subprocess.run([tool("clang-format"), "--dry-run", "-Werror", *map(str, sources(root))], capture_output=True, text=True)
    wrong = sorted(set(re.findall(r"^(\S+?):\d+:\d+: error", found.stderr, re.M)))
    for path in wrong:
        print(f"{pathlib.Path(path).relative_to(root)}: not as clang-format-14 -i would have it")
    return 1 if wrong or found.returncode else 0


def single_units(entries):
    """Entries of a build that compiles several units as one (CAIRN_UNITY), as if it did not."""
    for entry in entries:
        together = pathlib.Path(entry["file"])
        if together.parent.name != "Unity":
            yield entry
            continue
        for file in re.findall(r'^#include "(.*)"$', together.read_text(), re.M):
            yield {**entry, "file": file, "command": entry["command"].replace(str(together), file)}


def check_tidy(root, build, share):
    units = [entry for entry in single_units(json.loads((build / "compile_commands.json").read_text()))
             if entry["file"].startswith(str(root / "src"))]
    # Clang can't read GCC's precompiled headers, and does not need them.
    folder = build / "tidy"
    folder.mkdir(exist_ok=True)
    for entry in units:
        entry["command"] = re.sub(r" -Winvalid-pch| -include \S*cmake_pch\.hxx| -fpch-preprocess", "", entry["command"])
    (folder / "compile_commands.json").write_text(json.dumps(units))
    chosen = sorted(entry["file"] for entry in units)[::share]
    found = subprocess.run([tool("clang-tidy"), "--quiet", "--extra-arg=-Wno-unknown-warning-option", "-p", str(folder), *chosen],
                           capture_output=True, text=True)
    errors = sorted(set(re.findall(r"^\S+: error: .*$", found.stdout, re.M)))
    if found.returncode and not errors:
        errors = (found.stdout + found.stderr).strip().splitlines()[-20:]
    print("\n".join(errors) if errors else f"{len(chosen)} of {len(units)} units were looked at.")
    return 1 if errors else 0


def main():
    arguments = sys.argv[1:]
    share = 1
    if "--share" in arguments:
        at = arguments.index("--share")
        share = int(arguments[at + 1])
        del arguments[at:at + 2]
    if arguments[:1] == ["format"] and len(arguments) == 2:
        return check_format(pathlib.Path(arguments[1]).resolve())
    if arguments[:1] == ["tidy"] and len(arguments) == 3:
        return check_tidy(pathlib.Path(arguments[1]).resolve(), pathlib.Path(arguments[2]).resolve(), share)
    print(__doc__)
    return 2


if __name__ == "__main__":
    sys.exit(main())
