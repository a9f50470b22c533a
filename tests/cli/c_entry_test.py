# SPDX-License-Identifier: MIT
"""`--entry`: arguments that are arbitrary, memory behind pointers, and harnesses that run into the error."""

import shutil
import subprocess
import unittest

from support import *


def has_c():
    return " c" in run("--version").out.replace(",", "")


ITEMS = """\
#include <assert.h>
struct item { short id; unsigned flags : 3; unsigned rest : 13; double weight; struct item *next; char name[4]; };
extern int nondet_int(void);
static int sum(struct item *list, int n, const char *text, struct item by_value, float factor) {
  int total = 0;
  for (int i = 0; i < n && i < 2; i++) total += list[i].id;
  if (total == 7 && list[1].flags == 5 && list->next->id == 99 && text[1] == 'x' && by_value.weight == 2.5 && factor == 0.5f && nondet_int() == 3)
    assert(!"found");
  return total;
}
int main(void) { struct item x = {0}; return sum(&x, 1, "a", x, 1.0f); }
"""


@unittest.skipUnless(has_c(), "this build has no C front end")
class EntryTest(CliTest):
    def code(self, text, *options):
        return run("check", self.file("prog.c", text), *options, limit=120).code

    def test_pointers_have_memory(self):
        text = "extern void reach_error(void);\nvoid f(int *p, int n) { p[n] = 3; if (p[n] != 3) reach_error(); }\n"
        self.assertEqual(self.code(text, "--entry", "f", "--check", "all"), UNSAFE)
        text = "void f(int *p) { *p = 3; }\n"
        self.assertEqual(self.code(text, "--entry", "f", "--check", "all"), SAFE)
        self.assertEqual(self.code(text, "--entry", "f", "--check", "all", "--entry-null"), UNSAFE)
        text = "int f(int *p) { return p[3]; }\n"
        self.assertEqual(self.code(text, "--entry", "f", "--check", "bounds"), UNSAFE)
        self.assertEqual(self.code(text, "--entry", "f", "--check", "bounds", "--entry-array", "4"), SAFE)

    def test_contents_are_arbitrary_and_objects_differ(self):
        text = "extern void reach_error(void);\nvoid f(int *p, int *q) { *p = 1; *q = 2; if (*p != 1) reach_error(); }\n"
        self.assertEqual(self.code(text, "--entry", "f"), SAFE)
        text = "extern void reach_error(void);\nvoid f(unsigned char *p) { if (*p == 200) reach_error(); }\n"
        self.assertEqual(self.code(text, "--entry", "f"), UNSAFE)
        text = "extern void reach_error(void);\nstruct s { int a; long b; };\nvoid f(struct s x) { if (x.b == 77) reach_error(); }\n"
        self.assertEqual(self.code(text, "--entry", "f"), UNSAFE)

    @unittest.skipUnless(shutil.which("gcc"), "needs gcc")
    def test_the_harness_runs_into_the_error(self):
        harness, binary = self.path("harness.c"), self.path("bug")
        result = run("check", self.file("prog.c", ITEMS), "--entry", "sum", "--entry-array", "2", "--harness", harness, limit=120)
        self.assertEqual(result.code, UNSAFE, result)
        subprocess.run(["gcc", "-w", harness, "-o", binary], check=True)
        ended = subprocess.run([binary], capture_output=True, text=True)
        self.assertNotEqual(ended.returncode, 0)
        self.assertIn("found", ended.stderr)

    @unittest.skipUnless(shutil.which("gcc"), "needs gcc")
    def test_memory_that_is_not_there(self):
        text = ("extern void reach_error(void);\nextern void *malloc(unsigned long);\n"
                "int main(void) { int *p = malloc(4); int *q = malloc(4); if (p && !q) reach_error(); return 0; }\n")
        self.assertEqual(self.code(text), SAFE)
        harness, binary = self.path("harness.c"), self.path("bug")
        self.assertEqual(self.code(text, "--malloc-may-fail", "--harness", harness), UNSAFE)
        subprocess.run(["gcc", "-w", harness, self.path("prog.c"), "-o", binary], check=True)
        self.assertEqual(subprocess.run([binary], capture_output=True).returncode, 107)
        # Nothing is allocated, so nothing is left.
        text = ("extern void *malloc(unsigned long);\nextern void free(void *);\n"
                "int main(void) { int *p = malloc(4); if (p) { *p = 1; free(p); } return 0; }\n")
        self.assertEqual(self.code(text, "--malloc-may-fail", "--check", "all,leak"), SAFE)


if __name__ == "__main__":
    unittest.main()
