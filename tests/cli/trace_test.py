# SPDX-License-Identifier: MIT
"""Counterexamples of C programs as people read them."""

import unittest

from support import *


def has_c():
    return " c" in run("--version").out.replace(",", "")


@unittest.skipUnless(has_c(), "this build has no C front end")
class TraceTest(CliTest):
    def trace(self, text, *options):
        result = run("check", self.file("prog.c", text), *options, limit=60)
        self.assertEqual(result.code, UNSAFE, result)
        self.assertNotRegex(result.err, r"<library>|__cairn_|addresses\(|\dbv\d")
        return [line.removeprefix("cairn:   ").replace(str(self.folder) + "/", "") for line in result.err.splitlines()]

    def test_models_of_the_library_are_steps_of_the_call(self):
        lines = self.trace("#include <string.h>\nextern void reach_error(void);\nint main(int argc, char **argv) {\n  char s[8];\n"
                           "  strcpy(s, \"ab\");\n  strcat(s, \"c\");\n  if (strlen(s) == 3) reach_error();\n}\n")
        self.assertIn('prog.c:5: strcpy(s, "ab")   s = "ab"', lines)
        self.assertIn('prog.c:6: strcat(s, "c")   s = "abc"', lines)
        self.assertEqual([line.split(": ")[0] for line in lines[1:]], [f"prog.c:{n}" for n in (3, 4, 5, 6, 7, 7)], lines)

    def test_a_violation_in_a_model_is_at_the_call(self):
        lines = self.trace("#include <string.h>\nint main(void) {\n  char s[2];\n  strcpy(s, \"abc\");\n  return s[0];\n}\n", "--check", "bounds")
        self.assertRegex(lines[0], r"unsafe: prog\.c:4:3: ")
        self.assertTrue(lines[-1].startswith("prog.c:4: strcpy"), lines)
        report = self.path("r.json")
        run("check", self.path("prog.c"), "--check", "bounds", "--json", report, limit=60)
        self.assertEqual(self.json_of(report)["failure"]["at"]["line"], 4)

    def test_what_comes_from_outside(self):
        lines = self.trace("#include <stdio.h>\nextern void reach_error(void);\nint main(int argc, char **argv) {\n"
                           "  if (argc == 2 && argv[1][0] == 'y')\n    if (getchar() == 'q')\n      reach_error();\n}\n")
        self.assertRegex(lines[1], r'prog\.c:3: main\(\)   argv\[1\] = "y.*", argc = 2')
        self.assertIn("prog.c:5: if (getchar() == 'q')   [true]   getchar() = 113", lines)

    def test_addresses_and_bytes(self):
        lines = self.trace("extern void reach_error(void);\nunion u { int i; unsigned char b[4]; };\nint main(void) {\n  union u v;\n  int x, y;\n"
                           "  v.i = 24;\n  v.b[1] = 'a';\n  if (&x < &y && v.b[0] == 24) reach_error();\n  return x + y;\n}\n")
        self.assertTrue(any(line.startswith("prog.c:7: ") and line.endswith("{[0] = 24, [1] = 97 'a', the rest 0}") for line in lines), lines)

    def test_functions_that_models_call(self):
        lines = self.trace("#include <stdlib.h>\nextern void reach_error(void);\nint calls;\n"
                           "int compare(const void *a, const void *b) {\n  calls++;\n  return *(int *)a - *(int *)b;\n}\n"
                           "int main(void) {\n  int a[2] = {2, 1};\n  qsort(a, 2, sizeof(int), compare);\n  if (calls > 0) reach_error();\n}\n")
        self.assertTrue(any(line.startswith("prog.c:5: calls++") for line in lines), lines)


if __name__ == "__main__":
    unittest.main()
