# SPDX-License-Identifier: MIT
"""Names of SV-COMP, CBMC and ESBMC, property files, and the names of checks."""

import re
import unittest

from support import *


def has_c():
    return " c" in run("--version").out.replace(",", "")


REACH = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"


@unittest.skipUnless(has_c(), "this build has no C front end")
class NamesTest(CliTest):
    def verdict(self, text, *options):
        result = run("check", self.file("prog.c", text), *options, limit=60)
        return {SAFE: "safe", UNSAFE: "unsafe"}.get(result.code, str(result))

    def test_label_beside_an_assert_of_ones_own(self):
        own = "void assert(int c) { if (!c) { ERROR: goto ERROR; } }\nextern int __VERIFIER_nondet_int(void);\n"
        self.assertEqual(self.verdict(own + "int main(void) { assert(__VERIFIER_nondet_int() != 3); }\n"), "unsafe")
        self.assertEqual(self.verdict(own + "int main(void) { assert(1); }\n"), "safe")
        static = own.replace("void assert", "static void assert")
        self.assertEqual(self.verdict(static + "int main(void) { assert(__VERIFIER_nondet_int() != 3); }\n"), "unsafe")
        # Where the program calls an error function, or its library's assert, a label is a label.
        for call in ("extern void reach_error(void);\nvoid f(void) { reach_error(); }\n",
                     "extern void assert(int);\nvoid f(void) { assert(1); }\n"):
            self.assertEqual(self.verdict(call + "int main(void) { goto ERROR; ERROR: return 0; }\n"), "safe")

    def test_bodies_count(self):
        nothing = "void __VERIFIER_assume(int c) { }\nextern void reach_error(void);\n"
        self.assertEqual(self.verdict(nothing + "int main(void) { __VERIFIER_assume(0); reach_error(); }\n"), "unsafe")
        lenient = "void assert(int c) { }\n"
        self.assertEqual(self.verdict(lenient + "int main(void) { assert(0); }\n"), "safe")

    def test_a_property_file_means_what_it_names(self):
        prp = self.file("reach.prp", REACH)
        fails = ("extern void __assert_fail(const char *, const char *, unsigned, const char *);\n"
                 "int main(void) { __assert_fail(\"x\", \"y\", 1, \"z\"); }\n")
        self.assertEqual(self.verdict(fails), "unsafe")
        self.assertEqual(self.verdict(fails, "--property", prp), "safe")
        self.assertEqual(self.verdict(fails, "--property", "unreach-call"), "safe")
        label = "int main(void) { ERROR: return 1; }\n"
        self.assertEqual(self.verdict(label), "unsafe")
        self.assertEqual(self.verdict(label, "--property", prp), "safe")
        calls = "extern void reach_error(void);\nint main(void) { reach_error(); }\n"
        self.assertEqual(self.verdict(calls, "--property", prp), "unsafe")
        self.assertEqual(self.verdict(calls.replace("reach_error", "__VERIFIER_error"), "--property", prp), "unsafe")
        other = self.file("other.prp", REACH.replace("reach_error", "halt"))
        self.assertEqual(self.verdict(calls, "--property", other), "safe")
        self.assertEqual(self.verdict(calls.replace("reach_error", "halt"), "--property", other), "unsafe")

    def test_names_of_other_checkers(self):
        for prefix in ("__CPROVER", "__ESBMC"):
            text = f"int main(void) {{ int x; {prefix}_assume(x > 3); {prefix}_assert(x > LIMIT, \"message\"); }}\n"
            self.assertEqual(self.verdict(text, "-w", "-DLIMIT=3"), "safe")
            self.assertEqual(self.verdict(text, "-w", "-DLIMIT=4"), "unsafe")
        for name in ("nondet_uchar", "__CPROVER_nondet_uchar"):
            text = f"unsigned char {name}(void);\nextern void reach_error(void);\nint main(void) {{ if ({name}() == VALUE) reach_error(); }}\n"
            self.assertEqual(self.verdict(text, "-DVALUE=255"), "unsafe")
            self.assertEqual(self.verdict(text, "-DVALUE=256"), "safe")
            result = run("check", self.path("prog.c"), "-DVALUE=255", limit=60)
            self.assertNotIn("without a body", result.err)
        own = "int nondet_int(void) { return 3; }\nextern void reach_error(void);\nint main(void) { if (nondet_int() != 3) reach_error(); }\n"
        self.assertEqual(self.verdict(own), "safe")

    def test_static_assertions(self):
        text = "_Static_assert(1, \"x\");\nint main(void) { _Static_assert(sizeof(int) == 4, \"y\"); return 0; }\n"
        self.assertEqual(self.verdict(text), "safe")
        result = run("check", self.file("prog.c", text.replace("== 4", "== 3")), limit=60)
        self.assert_input_error(result, self.path("prog.c"), "static_assert failed")
        header = "#include <assert.h>\nstatic_assert(1, \"x\");\nint main(void) { static_assert(1, \"y\"); return 0; }\n"
        self.assertEqual(self.verdict(header), "safe")

    def test_the_declared_type_of_a_nondet_function_counts(self):
        text = ("float __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n"
                "int main(void) { float x = __VERIFIER_nondet_int(); if (x == 0.5f) reach_error(); }\n")
        result = run("check", self.file("prog.c", text), limit=60)
        self.assertEqual(result.code, UNSAFE, result)
        self.assertRegex(result.err, r"warning: .*prog\.c:3:\d+: '__VERIFIER_nondet_int' is declared to return 'float'")


@unittest.skipUnless(has_c(), "this build has no C front end")
class PropertiesTest(CliTest):
    OVERFLOW = ("extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n"
                "int main(void) { int x = __VERIFIER_nondet_int(); if (x > LIMIT) return 0; if (x == 7) reach_error(); return x + 1 > 0; }\n")

    def test_no_overflow(self):
        path = self.file("prog.c", self.OVERFLOW)
        prp = self.file("no-overflow.prp", "CHECK( init(main()), LTL(G ! overflow) )\n")
        for name in (prp, "no-overflow"):
            result = run("svcomp", path, "-DLIMIT=0x7fffffff", "--property", name, limit=60)
            self.assertEqual(result.out, "RESULT: FALSE(no-overflow)\n", result)
            # reach_error() is no violation of this property.
            result = run("svcomp", path, "-DLIMIT=0x7ffffffe", "--property", name, limit=60)
            self.assertEqual(result.out, "RESULT: TRUE\n", result)

    def test_bits_that_are_shifted_out_overflow(self):
        text = "int main(void) { int x; if (x < 0 || x > LIMIT) return 0; return x << 4; }\n"
        path = self.file("prog.c", text)
        self.assertEqual(run("check", path, "-DLIMIT=0x7ffffff", "--check", "overflow", limit=60).code, SAFE)
        self.assertEqual(run("check", path, "-DLIMIT=0x8000000", "--check", "overflow", limit=60).code, UNSAFE)

    def test_all_checks(self):
        for text in ("int main(void) { int x; return 3 / x; }\n", "int main(void) { int x; return 1 << x; }\n",
                     "int main(void) { int x; return x + 1; }\n", "int a[3]; int main(void) { int x; return a[x]; }\n",
                     "int main(void) { int *p = 0; return *p; }\n"):
            with self.subTest(text=text):
                self.assertEqual(run("check", self.file("prog.c", text), limit=60).code, SAFE)
                self.assertEqual(run("check", self.path("prog.c"), "--check", "all", limit=60).code, UNSAFE)
        # 'unwinding' needs a number of iterations and is not part of it.
        loop = "int main(void) { for (int i = 0; i < 5; i++) { } return 0; }\n"
        self.assertEqual(run("check", self.file("prog.c", loop), "--check", "all", limit=60).code, SAFE)
        self.assertEqual(run("check", self.path("prog.c"), "--check", "all,unwinding", "--unwind", 4, limit=60).code, UNSAFE)

    def test_the_page_has_every_check(self):
        listed = re.findall(r"--check LIST.*?of\s+all, ([a-z\s,-]*?)\s+\(of\s+Structured", run("check", "--help-all").out, re.S)[0]
        page = (SOURCE / "docs" / "c-programs.md").read_text()
        plc = (SOURCE / "docs" / "plc.md").read_text()
        for name in re.split(r"[,\s]+", listed.strip()):
            self.assertTrue(f"| `{name}` |" in page or f"`{name}`" in plc, name)


if __name__ == "__main__":
    unittest.main()
