# SPDX-License-Identifier: MIT
"""Options of compilers and builds for C programs: macros, headers, data models, compilation
databases, standard input, Clang's warnings, and input that would end Clang."""

import json
import os
import subprocess
import unittest

from support import *

ERROR = "extern void reach_error(void);\n"


def has_c():
    return " c" in run("--version").out.replace(",", "")


@unittest.skipUnless(has_c(), "this build has no C front end")
class CompilerOptionsTest(CliTest):
    def verdict(self, text, *options, name="prog.c", code=None):
        result = run("check", self.file(name, text), *options, limit=60)
        if code is not None:
            self.assertEqual(result.code, code, result)
        return result.code

    def test_macros(self):
        text = ERROR + "int main(void) { if (X == 3) reach_error(); }\n"
        for options, code in ((["-DX=3"], UNSAFE), (["-D", "X=4"], SAFE), (["-DX=3", "-UX", "-DX=4"], SAFE),
                              (["-D", "X=4", "-U", "X", "-D", "X=3"], UNSAFE), (["-UX", "-DX"], SAFE)):
            with self.subTest(options=options):
                self.verdict(text, *options, code=code)
        for command in ("compile", "cfa", "horn"):
            result = run(command, self.path("prog.c"), "-DX=3", limit=60)
            self.assertEqual(result.code, DONE, result)
            self.assertEqual(run(command, self.path("prog.c"), limit=60).code, INPUT_ERROR)

    def test_order_of_macros_counts(self):
        text = ERROR + "int main(void) {\n#ifdef X\nreach_error();\n#endif\n}\n"
        self.verdict(text, "-UX", "-DX", code=UNSAFE)
        self.verdict(text, "-DX", "-UX", code=SAFE)

    def test_headers(self):
        folder = self.path("headers")
        folder.mkdir()
        (folder / "limit.h").write_text("#define LIMIT 3\n")
        text = ERROR + "#include <limit.h>\nint main(void) { if (LIMIT == 3) reach_error(); }\n"
        self.verdict(text, code=INPUT_ERROR)
        for options in (["-I", folder], [f"-I{folder}"], ["-isystem", folder]):
            self.verdict(text, *options, code=UNSAFE)
        text = ERROR + "int main(void) { if (LIMIT == 3) reach_error(); }\n"
        self.verdict(text, "-include", folder / "limit.h", code=UNSAFE)

    def test_language_version(self):
        text = "int main(void) { int typeof = 1; return typeof; }\n"
        self.verdict(text, code=INPUT_ERROR)
        self.verdict(text, "-std=c99", code=SAFE)

    def test_the_data_model_is_the_hosts(self):
        text = ERROR + "int main(void) { if (sizeof(long) == SIZE) reach_error(); }\n"
        host = subprocess.run(["getconf", "LONG_BIT"], capture_output=True, text=True).stdout.strip()
        self.verdict(text, f"-DSIZE={int(host) // 8}", code=UNSAFE)
        for options, size in ((["-m32"], 4), (["-m64"], 8), (["--data-model", "ILP32"], 4),
                              (["-m32", "--data-model", "LP64"], 8), (["--data-model", "LP64", "-m32"], 4)):
            with self.subTest(options=options):
                self.verdict(text, f"-DSIZE={size}", *options, code=UNSAFE)
                self.verdict(text, f"-DSIZE={12 - size}", *options, code=SAFE)
        result = run("svcomp", self.path("prog.c"), "-DSIZE=4", limit=60)
        self.assertEqual(result.out, "RESULT: FALSE(unreach-call)\n", result)

    def test_standard_input(self):
        text = (ERROR + "int main(void) { reach_error(); }\n").encode()
        self.assertEqual(run("check", "-", input_bytes=text, limit=60).code, UNSAFE)
        self.assertEqual(run("check", "-", "--language", "c", input_bytes=text, limit=60).code, UNSAFE)
        self.assertEqual(run("compile", "-", input_bytes=text, limit=60).code, DONE)
        ivl = run("compile", "-", input_bytes=text, limit=60).raw_out
        self.assertEqual(run("check", "-", "--language", "ivl", input_bytes=ivl, limit=60).code, UNSAFE)
        self.assertEqual(run("check", "-", input_bytes=b"aag 0 0 0 1 0\n1\n").code, UNSAFE)
        bad = run("check", "-", input_bytes=b"int main(void) { return x; }\n", limit=60)
        self.assertEqual(bad.code, INPUT_ERROR)
        self.assertTrue(bad.err.startswith("<stdin>:1:"), bad)

    def test_language_by_option(self):
        path = self.file("prog.txt", ERROR + "int main(void) { reach_error(); }\n")
        self.assertEqual(run("check", path, limit=60).code, UNSAFE)  # by its content
        self.assertEqual(run("check", path, "--language", "c", limit=60).code, UNSAFE)
        self.assertEqual(run("check", path, "--language", "aiger", limit=60).code, INPUT_ERROR)


@unittest.skipUnless(has_c(), "this build has no C front end")
class CompileCommandsTest(CliTest):
    def setUp(self):
        super().setUp()
        (self.folder / "src").mkdir()
        (self.folder / "include").mkdir()
        (self.folder / "include" / "f.h").write_text("int f(int);\n")
        self.main = self.file("src/main.c", ERROR + '#include <f.h>\nint main(void) { if (f(1) == WANTED) reach_error(); }\n')
        self.other = self.file("src/f.c", '#include "f.h"\nint f(int x) { return x + STEP; }\n')

    def database(self, *entries):
        return self.file("compile_commands.json", json.dumps(list(entries)))

    def entry(self, file, **how):
        return {"directory": str(self.folder), "file": str(file), **how}

    def test_each_file_has_its_command(self):
        self.database(
            self.entry("src/main.c", arguments=["gcc", "-O2", "-Wall", "-Iinclude", "-DWANTED=8", "-o", "main.o", "-c", "src/main.c"]),
            self.entry(self.other, command="gcc -I include '-DSTEP=3 + 4' -MF f.d -c src/f.c"))
        for files in ([self.main, self.other], []):
            self.assertEqual(run("check", "-p", self.folder, *files, limit=60).code, UNSAFE)
        path = self.path("compile_commands.json")
        self.assertEqual(run("check", "--compile-commands", path, self.main, self.other, limit=60).code, UNSAFE)
        result = run("check", "-p", self.folder, self.main, self.other, "-UWANTED", "-DWANTED=9", "-w", limit=60)
        self.assertEqual(result.code, SAFE, result)

    def test_data_model_of_a_build(self):
        text = ERROR + "int main(void) { if (sizeof(long) == 4) reach_error(); }\n"
        program = self.file("src/size.c", text)
        self.database(self.entry(program, command="cc -m32 -c size.c"))
        self.assertEqual(run("check", "-p", self.folder, program, limit=60).code, UNSAFE)
        self.assertEqual(run("check", "-p", self.folder, program, "-m64", limit=60).code, SAFE)
        self.database(self.entry(program, command="cc -m32 -c size.c"), self.entry(self.other, command="cc -c f.c"))
        self.assert_input_error(run("check", "-p", self.folder, program, self.other), program, "-m32")

    def test_faults_are_one_line(self):
        path = self.file("compile_commands.json", "{")
        self.assert_input_error(run("check", "-p", self.folder, self.main), path, "compilation database")
        for entry, message in (({}, '"file"'), ({"file": 3}, "no string"), (self.entry("a.c"), '"command"'),
                               (self.entry("a.c", command="gcc '"), "quote"), (3, "object"),
                               (self.entry("a.c", arguments=[1]), "strings")):
            with self.subTest(entry=entry):
                self.database(entry)
                self.assert_input_error(run("check", "-p", self.folder, self.main), path, message)
        self.database(self.entry("src/other.c", command="cc"))
        self.assert_input_error(run("check", "-p", self.folder, self.main), self.main, "not among")
        self.database()
        self.assert_input_error(run("check", "-p", self.folder), path, "no C files")
        self.assert_usage_error(run("check"), "FILE")


@unittest.skipUnless(has_c(), "this build has no C front end")
class WarningsTest(CliTest):
    def test_clangs_warnings_are_shown(self):
        program = self.file("prog.c", "int main(void) {\n  return (int)half(4);\n}\n")
        result = run("check", program, limit=60)
        self.assertRegex(result.err, r"warning: .*prog\.c:2:\d+: implicit declaration of function 'half'.*\[-W")
        self.assertNotIn("implicit", run("check", program, "-q", limit=60).err)
        self.assertNotIn("implicit", run("check", program, "-w", limit=60).err)
        self.assertNotIn("implicit", run("check", program, "-Wno-implicit-function-declaration", limit=60).err)
        result = run("check", program, "-Werror", limit=60)
        self.assert_input_error(result, program, "implicit")

    def test_many_warnings_are_counted(self):
        calls = "".join(f"  f{i}();\n" for i in range(50))
        result = run("check", self.file("prog.c", f"int main(void) {{\n{calls}}}\n"), limit=60)
        self.assertEqual(result.err.count("implicit declaration"), 20, result)
        self.assertIn("and 30 more warnings of Clang", result.err)


@unittest.skipUnless(has_c(), "this build has no C front end")
class HostileTextTest(CliTest):
    """What ends Clang ends nothing else."""

    def refused(self, text, message="", name="bad.c", options=()):
        path = self.file(name, text)
        result = run("compile", path, *options, limit=120)
        self.assertEqual((result.code, result.out), (INPUT_ERROR, ""), result)
        self.assertEqual(result.err.count("\n"), 1, result)
        self.assertIn(": error: ", result.err)
        self.assertIn(message, result.err)

    def test_debugging_pragmas(self):
        for what in ("crash", "llvm_fatal_error", "llvm_unreachable", "assert", "handle_crash"):
            with self.subTest(what=what):
                text = f"#pragma clang __debug {what}\nint main(void) {{ return 0; }}\n"
                path = self.file("bad.c", text)
                result = run("compile", path, limit=120)
                if what in ("assert", "handle_crash", "llvm_unreachable") and result.code == DONE:
                    continue  # a Clang without assertions goes on
                self.refused(text, "bad.c:1:1: error: the C front end ended on this input")

    def test_what_does_not_end_is_unknown(self):
        # The stack overflows, or where a compiler made a loop of the recursion, time passes.
        path = self.file("bad.c", "#pragma clang __debug overflow_stack\nint main(void) { return 0; }\n")
        result = run("check", path, "--timeout", "3", limit=60)
        self.assertIn((result.code, result.out), ((INPUT_ERROR, ""), (UNKNOWN, "unknown\n")), result)

    @unittest.skipIf(SANITIZED, "sanitizers need more memory than limits allow")
    def test_macro_bomb(self):
        text = "#define X0 x +\n" + "".join(f"#define X{i} X{i - 1} X{i - 1}\n" for i in range(1, 32))
        path = self.file("bomb.c", text + "int main(void) { int x = 0; return X31 x; }\n")
        result = run("check", path, "--memory", "600M", "--timeout", "20", limit=120)
        self.assertIn(result.code, (INPUT_ERROR, UNKNOWN), result)
        if result.code == UNKNOWN:
            self.assertEqual(result.out, "unknown\n", result)
            self.assertRegex(result.err, "limit was reached")

    def test_files_that_are_none(self):
        self.refused('#include "/dev/zero"\nint main(void) {}\n', "not found")
        os.mkfifo(self.path("pipe"))
        self.refused('#include "pipe"\nint main(void) {}\n', "not found")
        self.file("again.h", '#include "again.h"\n')
        self.refused('#include "again.h"\nint main(void) {}\n', "nested too deeply")

    def test_deep_nesting(self):
        deep = 10**5
        macro = "#define A " + "(" * 3000 + "\n#define B " + ")" * 3000 + "\n"
        for text in (f"int main(void) {{ return {'(' * deep}1{')' * deep}; }}\n",
                     f"int x{'[1]' * deep};\nint main(void) {{ }}\n",
                     f"int main(void) {{ int x = {'{' * deep}1{'}' * deep}; }}\n",
                     macro + "int main(void) { return A 1 B; }\n"):
            self.refused(text)

    def test_a_crash_is_told_by_check_too(self):
        path = self.file("bad.c", "#pragma clang __debug crash\nint main(void) { return 0; }\n")
        result = run("check", path, limit=60)
        self.assertEqual((result.code, result.out), (INPUT_ERROR, ""), result)
        self.assert_input_error(result, path, "the C front end ended")


if __name__ == "__main__":
    unittest.main()
