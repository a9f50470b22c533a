#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The tests of other tools, decided by Cairn.

  peers.py --cairn build/cairn cbmc=../cbmc esbmc=../esbmc cpachecker=../cpachecker
           seahorn=../seahorn ultimate=../ultimate llvm-test-suite=../llvm-test-suite
           c-testsuite=../c-testsuite

Each argument is a suite and the folder of its checkout, which whoever runs this has fetched. What
a test expects is translated (`suites.py`), `cairn check` decides it, and where they disagree gcc
says what the program does when it is built with sanitizers and run (`judge.py`). `settled.csv`
lists tests whose expectation is not what C means, each with the reason.

A row of the CSV: suite, test, options, expected, verdict, reason, gcc, class. The classes: agree,
wrong, unknown, timeout, refused (exit code 1), crash, not comparable.
"""
import argparse
import collections
import concurrent.futures
import csv
import pathlib
import random
import re
import sys
import tempfile
import threading

import judge
import suites


def read_settled(path):
    settled = {}
    if path.is_file():
        with path.open(newline="") as file:
            for row in csv.reader(file):
                if row and not row[0].startswith("#"):
                    settled[row[0], row[1]] = (row[2], row[3])
    return settled


def collect(arguments, settled):
    tests = []
    for pair in arguments.suites:
        name, _, folder = pair.partition("=")
        if name not in suites.READERS or not pathlib.Path(folder).is_dir():
            sys.exit(f"peers: '{pair}' is not SUITE=FOLDER with one of {', '.join(suites.READERS)}")
        for number, test in enumerate(suites.READERS[name](pathlib.Path(folder).resolve())):
            if number % arguments.every != arguments.offset:
                continue
            if arguments.only and not re.search(arguments.only, f"{test.suite}/{test.name}"):
                continue
            truth, why = settled.get((test.suite, test.name), ("", ""))
            if truth == "-":
                test.refuse(why)
            elif truth:
                test.expected = truth
            tests.append(test)
    # In an order without a pattern, so that the rows of a run that is cut short are a fair sample.
    random.Random(1).shuffle(tests)
    return tests


def decide(test, cairn, arguments):
    row = [test.suite, test.name, test.options, test.expected]
    if test.incomparable:
        return row + ["", test.incomparable, "", "not comparable"]
    with tempfile.TemporaryDirectory(prefix="peers-") as folder:
        scratch = pathlib.Path(folder)
        verdict, reason, missing, command = judge.run_cairn(test, cairn, scratch)
        kind, reason = judge.classify(test, verdict, reason, missing)
        if arguments.commands:
            print(" ".join(command), file=sys.stderr)
        gcc = ""
        if arguments.gcc == "all" or (arguments.gcc == "wrong" and kind == "wrong"):
            gcc = judge.gcc_verdict(test, scratch)
        if kind == "wrong" and test.self_checking and gcc and gcc != "ends with 0":
            kind, reason = "not comparable", "gcc's code does not end well either: " + gcc
        return row + [verdict, reason, gcc, kind]


def settle(row, settled):
    """A row of an earlier run, by what has been settled since."""
    truth, why = settled.get((row[0], row[1]), ("", ""))
    if truth == "-":
        return row[:5] + [why, row[6], "not comparable"]
    if truth and row[4] in (suites.SAFE, suites.UNSAFE):
        return row[:3] + [truth] + row[4:7] + ["agree" if row[4] == truth else "wrong"]
    return row


def summarise(rows, out):
    kinds = ["agree", "wrong", "unknown", "timeout", "refused", "crash"]
    print(f"{'suite':14} {'comparable':>10} " + " ".join(f"{kind:>8}" for kind in kinds), file=out)
    names = sorted({row[0] for row in rows})
    for name in [*names, "all"]:
        counts = collections.Counter(row[7] for row in rows if name in ("all", row[0]))
        comparable = sum(counts[kind] for kind in kinds)
        agreed = 100 * counts["agree"] / comparable if comparable else 0
        print(
            f"{name:14} {comparable:10} "
            + " ".join(f"{counts[kind]:8}" for kind in kinds)
            + f"   {agreed:5.1f}% agree, {counts['not comparable']} not comparable",
            file=out,
        )
    for kind in ["unknown", "timeout", "refused", "crash", "not comparable"]:
        reasons = collections.Counter(
            judge.kind_of_reason(row[5]) for row in rows if row[7] == kind
        )
        if reasons:
            print(f"\n{kind}:", file=out)
        for reason, count in reasons.most_common(40):
            print(f"  {count:5} {reason}", file=out)
    wrong = [row for row in rows if row[7] == "wrong"]
    if wrong:
        print("\nwrong (suite, test, options, expected, verdict, gcc):", file=out)
    for row in wrong:
        print(f"  {row[0]} {row[1]} [{row[2]}] {row[3]} {row[4]} gcc: {row[6]}", file=out)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    here = pathlib.Path(__file__).resolve().parent
    parser.add_argument("suites", nargs="+", metavar="SUITE=FOLDER")
    parser.add_argument("--cairn", default=str(here.parents[1] / "build" / "cairn"))
    parser.add_argument("--csv", default="peers.csv", help="where the rows go")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seconds", type=int, default=5, help="of processor time, for each test")
    parser.add_argument("--memory", default="2G", help="for each test")
    parser.add_argument("--every", type=int, default=1, help="only one test of so many")
    parser.add_argument("--offset", type=int, default=0, help="which of them")
    parser.add_argument("--only", help="a regular expression for SUITE/TEST")
    parser.add_argument("--gcc", choices=["wrong", "all", "none"], default="wrong")
    parser.add_argument("--settled", type=pathlib.Path, default=here / "settled.csv")
    parser.add_argument("--option", action="append", default=[], help="another option for cairn")
    parser.add_argument("--commands", action="store_true", help="print what is run")
    parser.add_argument("--summary", help="summarise this CSV instead of running anything")
    arguments = parser.parse_args()
    if arguments.summary:
        with open(arguments.summary, newline="") as file:
            settled = read_settled(arguments.settled)
            summarise([settle(row, settled) for row in list(csv.reader(file))[1:]], sys.stdout)
        return 0
    cairn = judge.Cairn(arguments.cairn, arguments.seconds, arguments.memory, arguments.option)
    tests = collect(arguments, read_settled(arguments.settled))
    rows, lock = [], threading.Lock()
    with open(arguments.csv, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow("suite test options expected verdict reason gcc class".split())

        def work(test):
            row = decide(test, cairn, arguments)
            with lock:
                rows.append(row)
                writer.writerow(row)
                file.flush()

        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            for future in [pool.submit(work, test) for test in tests]:
                future.result()
    rows.sort()
    summarise(rows, sys.stdout)
    return 1 if any(row[7] in ("wrong", "crash") for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
