# SPDX-License-Identifier: MIT
"""What the dissertation reports about each technique, section 5.2.2 of [Lan18] (docs/papers.md), as data.

It gives no means, but pictures and sentences about them: `direction` is what they amount to for the tasks that
both configurations solve, `gained` and `lost` are numbers of tasks where the text has them. Its machine had a
Xeon E5-2670 at 2.3 GHz, and the limits were 3,600 seconds and 3,000 MB; the 406 C programs came from SV-COMP and
from [CG12].
"""

import dataclasses
from typing import Optional


@dataclasses.dataclass(frozen=True)
class Published:
    technique: str
    before: str
    after: str
    figure: str
    direction: str  # "faster", "slower", "same"; "" where the text has no pair
    text: str
    gained: Optional[int] = None
    lost: Optional[int] = None
    counted: str = ""  # a figure of --json that a second picture compares


EFFECTS = [
    Published("generalization along all edges at once", "A", "B", "5.2, 5.4a", "slower",
              "slower on most tasks that both solve, more iterations on almost all; many tasks solved that ran out of "
              "time", lost=3, counted="frontier"),
    Published("each edge alone", "B", "C", "5.3a", "faster",
              "noticeably faster, but for some tasks that take very long"),
    Published("one edge after another", "C", "D", "5.3b", "faster",
              "faster by up to one order of magnitude on every task above 0.1 s"),
    Published("generalization, one edge after another", "A", "D", "5.4b", "same",
              "spread evenly around the diagonal", lost=1),
    Published("smallest obligations first, not largest", "E", "D", "5.5", "faster", "best overall, by little"),
    Published("smallest obligations first, not random", "F", "D", "5.5", "faster", "best overall, by little"),
    Published("reuse of obligations", "D", "G", "5.6", "faster",
              "faster over the whole range but for three tasks, the more the longer it takes; fewer SMT calls",
              counted="queries"),
    Published("don't-care literals", "G", "H", "5.7a", "faster",
              "a little faster on almost all; much on one above 100 s"),
    Published("inductivity by weakest preconditions", "H", "I", "5.7b", "faster",
              "faster up to about 100 s, mixed above; one task almost by an order of magnitude", gained=1),
    Published("predecessor cubes", "H", "J", "5.8a", "faster",
              "faster on almost all but one; two tasks by more than an order of magnitude", gained=4),
    Published("generalization contexts, upper bounds", "H", "K", "5.8b", "same",
              "nothing on easy tasks, a little on harder ones, nothing near the limit"),
    Published("lower bounds", "K", "L", "5.9a", "faster", "faster on every task; some more solved"),
    Published("upper and lower bounds", "H", "L", "5.9b", "faster",
              "faster on every task, many by almost an order of magnitude; many more solved"),
    Published("extended search in contexts", "L", "M", "5.10", "same",
              "no change but for a few that get slower, though there are many more hits", counted="hits"),
    Published("all of these", "H", "O", "5.11a", "faster",
              "faster on almost all, many by one order of magnitude or more"),
    Published("interpolation", "H", "N", "5.11b", "slower", "slower by up to one order of magnitude", gained=2, lost=4),
    Published("interpolation, with all of these", "O", "P", "5.12a", "slower",
              "slower by up to one order of magnitude", gained=2, lost=4),
    Published("semantic blocking", "O", "Q", "5.12b", "slower", "slower on all but exactly one"),
    Published("everything since generalization along all edges", "B", "O", "", "",
              "no picture; 5.3, 5.6 to 5.9 and 5.11a together"),
    Published("what Cairn does otherwise", "O", "ic3cfa", "", "", "not in the dissertation"),
]

# Figure 5.13: the best configuration against tools of SV-COMP 2016, on the same tasks.
PEERS = [
    {"tool": "O", "score": 410, "safe": 161, "unsafe": 88, "wrong_safe": 0, "wrong_unsafe": 0, "tasks": 406},
    {"tool": "SeaHorn", "wrong_safe": 8, "wrong_unsafe": 48, "penalty": 1024, "tasks": 406},
    {"tool": "VVT (CTIGAR)", "wrong_safe": 2, "wrong_unsafe": 0, "penalty": 64, "tasks": 406},
]
