# SPDX-License-Identifier: MIT
"""Harnesses that hand a program its arguments and its input: gcc compiles them, and the program runs into the error."""

import re
import shutil
import subprocess
import unittest

from support import *


def has_c():
    return " c" in run("--version").out.replace(",", "")


HEAD = "extern void reach_error(void);\n"

PROGRAMS = {
    "argc": HEAD + "int main(int argc, char **argv) { if (argc == 3) reach_error(); return 0; }\n",
    "argv": HEAD + "int main(int argc, char **argv) { if (argc == 3 && argv[1][0] == 'x' && argv[2][1] == '\\n') reach_error(); }\n",
    "strcmp of argv": '#include <string.h>\n' + HEAD +
        'int main(int argc, char *argv[]) { if (argc > 2 && !strcmp(argv[2], "go?")) reach_error(); return 0; }\n',
    "atoi of argv": '#include <stdlib.h>\n' + HEAD +
        "int main(int argc, char *argv[]) { if (argc > 1 && atoi(argv[1]) == 42) reach_error(); return 0; }\n",
    "envp": HEAD + "int main(int argc, char **argv, char **envp) { if (envp[0] && envp[0][0] == 'Q' && !envp[1]) reach_error(); }\n",
    "constructors run first": HEAD + "static int ready;\n__attribute__((constructor)) static void begin(void) { ready = 1; }\n"
        "int main(int argc, char **argv) { if (ready && argc == 2) reach_error(); return 0; }\n",
    "getchar": '#include <stdio.h>\n' + HEAD + "int main(void) { if (getchar() == 'a' && getchar() == 0xff && getchar() == EOF && getchar() == 'b') reach_error(); }\n",
    "getc and fgetc": '#include <stdio.h>\n' + HEAD + "int main(void) { int c = getc(stdin), d = fgetc(stdin); if (c == '7' && d == '8') reach_error(); }\n",
    "fgets": '#include <stdio.h>\n' + HEAD +
        "int main(void) { char s[8]; if (fgets(s, sizeof s, stdin) && s[0] == 'h' && s[1] == 'i' && s[2] == '\\n' && s[3] == 0) reach_error(); return 0; }\n",
    "fgets twice": '#include <stdio.h>\n' + HEAD + "int main(void) {\n  char s[4] = \"\", t[4];\n  if (!fgets(s, 4, stdin) || fgets(t, 4, stdin)) return 0;\n"
        "  if (s[2] == 'z') reach_error();\n  return 0;\n}\n",
    "scanf": '#include <stdio.h>\n' + HEAD + 'int main(void) { int x, y; if (scanf("%d", &x) == 1 && scanf("%d", &y) == 1 && x + y == -77) reach_error(); }\n',
    "scanf of sizes": '#include <stdio.h>\n' + HEAD + "int main(void) {\n  signed char a = 1; short b; unsigned long c; long long d; char s[5], e; double f; float g;\n"
        '  if (scanf("%hhd,%hd %lu%%%*d %lld%4s%c", &a, &b, &c, &d, s, &e) != 6) return 0;\n'
        '  if (scanf("%lf%f", &f, &g) != 2) return 0;\n'
        "  if (a == -3 && b == 300 && c == 5000000000ul && d == -1 && s[1] == 'q' && !s[2] && e == ' ' && f == 0.5 && g == -2.0f) reach_error();\n  return 0;\n}\n",
    "scanf that fails": '#include <stdio.h>\n' + HEAD + 'int main(void) { int x = 5, n = scanf("%d", &x); if (n == -1 && scanf("%d", &x) == 0 && x == 5) reach_error(); }\n',
    "fscanf": '#include <stdio.h>\n' + HEAD + 'int main(void) { unsigned x; if (fscanf(stdin, "%x", &x) == 1 && x == 0xdeadbeef) reach_error(); }\n',
    "read": '#include <unistd.h>\n' + HEAD + "int main(void) { char b[6]; if (read(0, b, 6) == 3 && b[0] == 'G' && b[2] == 0) reach_error(); return 0; }\n",
    "read that fails": '#include <unistd.h>\n#include <errno.h>\n' + HEAD + "int main(void) { char b; if (read(0, &b, 1) < 0 && errno == EINTR) reach_error(); }\n",
    "fread": '#include <stdio.h>\n' + HEAD + "int main(void) { short b[3]; if (fread(b, 2, 3, stdin) == 2 && b[1] == 0x1234) reach_error(); return 0; }\n",
    "a file": '#include <stdio.h>\n' + HEAD + 'int main(void) { FILE *f = fopen("none", "r"); if (!f) return 1; if (fgetc(f) == 0 && fclose(f)) reach_error(); return 0; }\n',
    "rand and time": '#include <stdlib.h>\n#include <time.h>\n' + HEAD + "int main(void) { time_t t; time(&t); if (rand() == 12345 && t == 1000) reach_error(); return 0; }\n",
    "a loop": '#include <stdio.h>\n' + HEAD + "int main(void) { int c, n = 0; while ((c = getchar()) != EOF) if (c == '(') n++; else if (c == ')') n--; if (n == 3) reach_error(); }\n",
}


@unittest.skipUnless(has_c() and shutil.which("gcc"), "needs the C front end and gcc")
class HarnessTest(CliTest):
    def run_harness(self, text, *options):
        """What the program does, linked as the brief command of the harness says."""
        program, harness, binary = self.file("prog.c", text), self.path("harness.c"), self.path("bug")
        result = run("check", program, "--harness", harness, *options, limit=120)
        self.assertEqual(result.code, UNSAFE, result)
        written = harness.read_text()
        self.assertNotRegex(written, r"__cairn_|\$|bv\d")
        files = [harness] if "--entry" in options else [harness, program]
        subprocess.run(["gcc", "-w", *files, "-o", binary], check=True)
        ended = subprocess.run([binary, "own", "arguments"], stdin=subprocess.DEVNULL, capture_output=True, timeout=10)
        self.assertEqual((ended.returncode, ended.stderr), (107, b"error reached\n"), written)
        return written

    def test_arguments_and_input(self):
        for name, text in PROGRAMS.items():
            with self.subTest(program=name):
                self.run_harness(text)

    def test_optimised(self):
        """Headers may turn one function into another."""
        program, harness, binary = self.file("prog.c", PROGRAMS["getchar"]), self.path("harness.c"), self.path("bug")
        self.assertEqual(run("check", program, "--harness", harness, limit=60).code, UNSAFE)
        subprocess.run(["gcc", "-w", "-O2", harness, program, "-o", binary], check=True)
        self.assertEqual(subprocess.run([binary], stdin=subprocess.DEVNULL, capture_output=True).returncode, 107)

    def test_input_of_another_entry(self):
        text = "#include <stdio.h>\n" + HEAD + "void f(int x) { if (x == 3 && getchar() == 'k') reach_error(); }\nint main(void) { f(1); }\n"
        self.run_harness(text, "--entry", "f")

    def test_what_people_read(self):
        written = self.run_harness(PROGRAMS["fgets"])
        self.assertRegex(written, r'//   .*prog.c:3: fgets\(\) reads "hi\\n"')
        written = self.run_harness(PROGRAMS["atoi of argv"])
        self.assertRegex(written, r'//   main\(\) has 2 arguments: ')

    def test_functions_of_the_program_stay(self):
        text = HEAD + "int getchar(void) { return 7; }\nint main(int argc, char **argv) { if (getchar() == 7 && argc == 2) reach_error(); return 0; }\n"
        self.run_harness(text)


if __name__ == "__main__":
    unittest.main()
