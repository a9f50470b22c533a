# SPDX-License-Identifier: MIT
"""Cairn, a model checker for circuits and programs.

    import cairn
    answer = cairn.check("design.aig", timeout=60)
    print(answer.verdict, answer.bound)

Each check runs the program `cairn` in a process of its own, as the C++ library does (cairn/cairn.h says why): several
threads may check at the same time, and a limit on memory is one of that process. The program is CAIRN_PROGRAM of the
environment, else the one that came with this package, else the one in PATH."""

from ._answer import Answer, Invariant, Property, Step, Trace
from ._task import CairnError, Progress, Task, check, program, use_program, version

__all__ = ["Answer", "CairnError", "Invariant", "Progress", "Property", "Step", "Task", "Trace", "check", "program",
           "use_program", "version"]
