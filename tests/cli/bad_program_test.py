# SPDX-License-Identifier: MIT
"""Whatever is wrong with a C program: one line with a position, exit code 1, never a crash. Text that
is damaged at random is refused or read, and nothing else."""

import random
import re
import unittest

from support import *


def has_c():
    return " c" in run("--version").out.replace(",", "")


MAIN = "int main(void) { return 0; }\n"

# (name, text, line, part of the message)
BAD = [
    ("syntax", "int main(void) {\n  int x = ;\n}\n", 2, "expected expression"),
    ("recovered", "int main(void) {\n  int x = 1 return x;\n}\n", 2, "expected ';'"),
    ("misspelt", "int main(void) {\n  retrun 0;\n}\n", 2, "retrun"),
    ("type", "struct s { int a; };\nint main(void) { struct s x; int y = x; return y; }\n", 2, "incompatible type"),
    ("undeclared", "int main(void) { return x; }\n", 1, "undeclared"),
    ("redefined", "int f(void) { return 1; }\nint f(void) { return 2; }\n" + MAIN, 2, "redefinition"),
    ("header", "#include <nowhere.h>\n" + MAIN, 1, "'nowhere.h' file not found"),
    ("own_header", '#include "itself.c"\n' + MAIN, 1, "not found"),
    ("directive", "\n#error stop here\n" + MAIN, 2, "stop here"),
    ("empty", "", 1, "no function 'main'"),
    ("blank", "\n \n", 1, "no function 'main'"),
    ("no_main", "int f(void) { return 1; }\n", 1, "no function 'main'"),
    ("main_variable", "int main = 3;\n", 1, "no function 'main'"),
    ("main_record", "struct s { int a; };\nint main(struct s x) { return x.a; }\n", 2, "scalar"),
    ("binary", b"\x7fELF\x02\x01\x01\x00\x00", 1, "binary"),
    ("nul", MAIN.encode() + b"\0", 1, "binary"),
    ("not_utf8", b"int main(void) { int \xe4 = 0; return 0; }\n", 1, "UTF-8"),
    ("noise", bytes(range(128, 256)) * 8, 1, "UTF-8"),
    ("string", 'int main(void) { char *s = "abc\n; }\n', 1, "expected expression"),
    ("comment", "int main(void) { /* return 0; }\n", 1, "unterminated"),
    ("large_number", "int main(void) { return 99999999999999999999999; }\n", 1, "too large"),
    ("large_array", "int a[9999999999999999999];\n" + MAIN, 1, "too large"),
    ("label", "int main(void) {\n goto nowhere; }\n", 2, "undeclared label"),
    ("nested_function", "int main(void) { int f(int x) { return x; } return f(1); }\n", 1, "not allowed"),
    ("other_language", "class A {};\nint main() { return 0; }\n", 1, "unknown type name"),
    ("nondet_parameter", "int __VERIFIER_nondet_int(int);\nint main(void) { return __VERIFIER_nondet_int(1); }\n", 2,
     "must not have parameters"),
    ("nondet_void", "void __VERIFIER_nondet_int();\nint main(void) { __VERIFIER_nondet_int(); }\n", 2, "must return a value"),
    ("parentheses", "int main(void) { return " + "(" * 1000 + "1" + ")" * 1000 + "; }\n", 1, "nesting level"),
    ("braces", "int main(void) { " + "{" * 10**5 + "}" * 10**5 + "}\n", 1, "nesting level"),
    ("operators", "int main(void) { return " + "!" * 10**6 + "1; }\n", 1, "tokens in a row"),
    ("conditions", "int main(void) { int x = 1; return " + "x ? 1 : " * 10**5 + "x; }\n", 1, "tokens in a row"),
    ("branches", "int main(void) { int x = 1;\n" + "if (x) " * 10**5 + "x = 2; }\n", 2, "tokens in a row"),
    ("stars", "int main(void) { int " + "*" * 10**5 + "p; return 0; }\n", 1, "tokens in a row"),
    ("labels", "int main(void) {\n" + "".join(f"l{i}: " for i in range(10**5)) + "; }\n", 2, "tokens in a row"),
    ("sum", "int main(void) { int x = 1;\n return x" + "+x" * 9000 + "; }\n", 2, "nested more than"),
    ("commas", "int main(void) { int x = 1;\n " + "x," * 10**5 + "x; }\n", 2, "nested more than"),
    ("else_if", "int main(void) { int x = 1;\n" + "if (x == 3) x = 4; else\n" * 9000 + "x = 5; }\n", None, "nested more than"),
]


@unittest.skipUnless(has_c(), "this build has no C front end")
class BadProgramTest(CliTest):
    def refused(self, *arguments, at, line=None, message=""):
        result = run(*arguments, limit=60)
        self.assert_input_error(result, at, message)
        if line is not None:
            self.assertEqual(result.err.split(": error: ")[0].rsplit(":", 2)[1], str(line), result)

    def test_every_fault_is_one_line_with_its_place(self):
        for name, text, line, message in BAD:
            with self.subTest(name=name):
                path = self.file(f"{name}.c", text)
                self.refused("check", path, at=path, line=line, message=message)

    def test_other_commands_say_the_same(self):
        path = self.file("syntax.c", "int main(void) {\n  int x = ;\n}\n")
        for command in ("compile", "cfa", "horn", "svcomp"):
            with self.subTest(command=command):
                more = ["--property", self.file("p.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n")]
                self.refused(command, path, *(more if command == "svcomp" else []), at=path, line=2)

    def test_files_that_are_none(self):
        folder = self.path("folder.c")
        folder.mkdir()
        self.refused("check", folder, at=folder)
        missing = self.path("missing.c")
        self.refused("check", missing, at=missing)

    def test_clashing_files(self):
        one = self.file("one.c", "int f(void) { return 1; }\n" + MAIN)
        two = self.file("two.c", "\nint f(void) { return 2; }\n")
        self.refused("check", one, two, at=two, line=2, message="'f' is defined in several files")
        three = self.file("three.c", "int g = 1;\n" + MAIN)
        four = self.file("four.c", "int g = 2;\n")
        self.refused("check", three, four, at=four, line=1, message="'g' is defined in several files")
        five = self.file("five.c", "double g;\n")
        self.refused("check", three, five, at=five, line=1, message="'g' is defined in several files")
        self.refused("check", three, one, at=one, message="'main' is defined in several files")

    def test_properties_that_are_none(self):
        program = self.file("prog.c", MAIN)
        missing = self.path("missing.prp")
        self.refused("check", program, "--property", missing, at=missing)
        noise = self.file("noise.prp", b"\x00\xff\x01")
        self.refused("check", program, "--property", noise, at=noise)
        for formula in ("LTL(F end)", "LTL(G ! data-race)"):
            with self.subTest(formula=formula):
                other = self.file("other.prp", f"CHECK( init(main()), {formula} )\n")
                self.refused("check", program, "--property", other, at=other)

    def test_options_that_do_not_fit(self):
        program = self.file("prog.c", MAIN)
        for command in ("check", "svcomp", "compile", "cfa", "horn"):
            with self.subTest(command):
                self.assert_usage_error(run(command, program, "--check", "nothing"), "--check: expected one of all, bounds, null")
        result = run("check", program, "--check", "bounds,overflw")
        self.assert_usage_error(result, "got 'overflw'; did you mean overflow?")
        self.assertIn("cairn check --help", result.err)
        self.assert_usage_error(run("check", program, "--check", "unwinding"), "--unwind N")
        self.refused("compile", program, "--check", "unwinding", at=program, message="iterations")
        self.refused("check", program, "--entry", "f", at=program, message="no function 'f'")

    def test_odd_text_that_is_legal(self):
        odd = {
            "bom": b"\xef\xbb\xbf" + MAIN.encode(),
            "crlf": MAIN.replace(" ", "\r\n").encode(),
            "latin1": b'int main(void) { char *s = "\xe4"; /* \xff */ return s[0] == (char)0xe4; }\n',
            "no_newline": MAIN.strip().encode(),
            "long_comment": b"/*" + b"*" * 10**5 + b"*/" + MAIN.encode(),
            "long_list": b"int a[] = {" + b"1," * 30000 + b"};" + MAIN.encode(),
            "deep": b"int main(void) { int x = 1; return x" + b"+x" * 1000 + b"; }\n",
        }
        for name, text in odd.items():
            with self.subTest(name=name):
                result = run("compile", self.file(f"{name}.c", text), limit=60)
                self.assertEqual(result.code, DONE, result.err)

    def test_text_that_is_not_utf8_makes_valid_reports(self):
        text = b'extern void reach_error(void);\nint main(void) {\n  char *s = "\xe4"; if (s[0]) /* \xff */ reach_error();\n}\n'
        report = self.path("report.json")
        self.assertEqual(run("check", self.file("prog.c", text), "--json", report, limit=60).code, UNSAFE)
        self.json_of(report)

    def test_damaged_text_never_crashes(self):
        text = """
struct s { int a; unsigned char b[3]; struct s *next; unsigned f : 3; };
extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void *malloc(unsigned);
static int table[4] = {1, 2, 3}; enum e { A, B = 5 }; typedef unsigned long word; float g = 1.5f;
static int f(int x, struct s *p) { return p->a + x * table[x & 3]; }
int main(void) {
  struct s v = {1, {2, 3}}, *p = &v; int n = __VERIFIER_nondet_int(); word w = sizeof(v);
  for (int i = 0; i < n && i < 5; i++) { p->b[i % 3] += (unsigned char)i; if (i == 3) continue; w <<= 1; }
  switch (n) { case A: g *= 2; break; case B: p->next = malloc(sizeof *p); default: v.f = n; }
  do { n--; } while (n > 3 ? n : 0); int q[n > 0 && n < 9 ? n : 1]; q[0] = n;
  if (f(n, p) == 17 || !(g > 1)) goto out; int (*h)(int, struct s *) = f; n = h(2, p);
out: if (*(char *)&v == n, v.b[1] == 77) reach_error(); return 0;
}
"""
        rng = random.Random(5)
        tokens = re.findall(r'\w+|"[^"]*"|\s+|[^\w\s]', text)
        places = [i for i, token in enumerate(tokens) if token.strip()]
        for number in range(150):
            damaged = list(tokens)
            for _ in range(rng.choice((1, 1, 2, 4))):
                i, j = rng.choice(places), rng.choice(places)
                damaged[i] = rng.choice((" ", tokens[i] + " " + tokens[i], tokens[j], "-1", "*", "float", "{", "[2]"))
            path = self.file("damaged.c", "".join(damaged))
            result = run("cfa", path, "-o", self.path("out"), limit=60)
            with self.subTest(number=number):
                self.assertIn(result.code, (DONE, INPUT_ERROR), "".join(damaged) + str(result))
                if result.code == INPUT_ERROR:
                    self.assert_input_error(result, path)


if __name__ == "__main__":
    unittest.main()
