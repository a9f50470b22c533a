#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Shows on small trees that check_layers.py catches each kind of violation, and nothing else."""

import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from check_layers import violations  # noqa: E402

ALLOWED = {
    "docs/architecture.md": "`base/` `model/` `engine/` `transform/` `certify/` `input/` `cli/`",
    "src/CMakeLists.txt": "",
    "src/base/README.md": "# base\n\nDepends on: nothing\n",
    "src/base/log.h": '#include <cstdio>\nvoid f() { std::fprintf(stderr, "x"); fmt::print(stderr, "printf("); }\n',
    "src/model/README.md": "# model\n\nDepends on: base\n",
    "src/model/system.h": '#include "base/log.h"\n#include "model/other.h"\n// printf("in a comment")\n',
    "src/engine/README.md": "# engine\n\nDepends on: base, model\n",
    "src/engine/deep/bmc.cpp": '#include "model/system.h"\nauto s = fmt::format("std::cout << {}", 1);\n',
    "src/transform/README.md": "# transform\n\nDepends on: base, model\n",
    "src/transform/pass.h": "",
    "src/certify/README.md": "# certify\n\nDepends on: base, model\n",
    "src/input/README.md": "# input\n\nDepends on: base, model\n",
    "src/cli/README.md": "# cli\n\nDepends on: base, model, engine\n",
    "src/cli/main.cpp": '#include <CLI/CLI.hpp>\n#include "engine/deep/bmc.h"\nint main() { printf("safe"); }\n',
}


def check(**changes):
    """The violations of the allowed tree after `changes`: path -> text, or None for no file."""
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name)
        for path, text in (ALLOWED | changes).items():
            if text is not None:
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text)
        return list(violations(root))


class CheckLayers(unittest.TestCase):
    def expect(self, violation, changes):
        self.assertEqual(check(**changes), [violation])

    def test_lawful_tree_is_accepted(self):
        self.assertEqual(check(), [])

    def test_include_of_an_unnamed_folder(self):
        self.expect("src/base/log.h:2: base includes model, which its README does not name",
                    {"src/base/log.h": '\n#include "model/system.h"\n'})

    def test_a_single_header_of_a_folder(self):
        single = {"src/input/README.md": "# input\n\nDepends on: base, model/system.h\n"}
        self.assertEqual(check(**single, **{"src/input/x.h": '#include "model/system.h"\n'}), [])
        self.expect("src/input/x.h:1: input includes model/other.h, which its README does not name",
                    single | {"src/input/x.h": '#include "model/other.h"\n'})

    def test_a_type_that_two_headers_define(self):
        header = "namespace cairn {\nclass Solver final {\n};\nclass Later;\nusing Id = int;\n}\n"
        other = header.replace("cairn {", "cairn::sat {")
        self.assertEqual(check(**{"src/model/a.h": header, "src/model/b.h": other}), [])
        found = check(**{"src/model/a.h": header, "src/engine/b.h": header})
        self.assertEqual(found, ["src/model/a.h: cairn::Solver is defined in src/engine/b.h, too",
                                 "src/model/a.h: cairn::Id is defined in src/engine/b.h, too"])

    def test_indented_and_deep_includes_count(self):
        self.expect("src/engine/a/b.cpp:1: engine includes cli, which its README does not name",
                    {"src/engine/a/b.cpp": '  #  include "cli/main.h"\n'})

    def test_include_of_a_folder_that_does_not_exist(self):
        self.expect('src/model/system.h:1: "sat/solver.h" is in no folder of src/',
                    {"src/model/system.h": '#include "sat/solver.h"\n'})

    def test_include_relative_to_the_file(self):
        self.expect('src/model/system.h:1: "other.h" is not written from src/',
                    {"src/model/system.h": '#include "other.h"\n'})
        self.expect('src/model/system.h:1: "model/../engine/x.h" is not written from src/',
                    {"src/model/system.h": '#include "model/../engine/x.h"\n'})

    def test_readme_without_the_line(self):
        self.expect('src/base/README.md: no "Depends on:" line', {"src/base/README.md": "# base\n"})

    def test_folder_without_readme(self):
        self.expect('src/base/README.md: no "Depends on:" line', {"src/base/README.md": None})

    def test_readme_that_names_no_folder(self):
        self.expect("src/model/README.md: sat is no folder of src/",
                    {"src/model/README.md": "Depends on: base, sat\n"})

    def test_cycle(self):
        self.expect("src: dependencies form a cycle: base -> model -> base",
                    {"src/base/README.md": "Depends on: model\n"})

    def test_siblings_stay_apart_even_if_the_readme_says_otherwise(self):
        for folder, other in [("certify", "engine"), ("certify", "transform"), ("engine", "transform"),
                              ("input", "certify"), ("transform", "input")]:
            self.expect(f"src/{folder}/README.md: {folder} must not depend on {other}",
                        {f"src/{folder}/README.md": f"Depends on: base, {other}\n",
                         f"src/{folder}/x.cpp": f'#include "{other}/x.h"\n',
                         "src/engine/deep/bmc.cpp": None})

    def test_certify_that_includes_an_engine(self):
        self.expect("src/certify/x.cpp:1: certify includes engine, which its README does not name",
                    {"src/certify/x.cpp": '#include "engine/deep/bmc.h"\n'})

    def test_cli11_outside_cli(self):
        for include in ["<CLI/CLI.hpp>", '"CLI/App.hpp"']:
            self.expect("src/engine/x.cpp:1: only cli may include CLI11",
                        {"src/engine/x.cpp": f"#include {include}\n"})

    def test_standard_output_outside_cli(self):
        for code in ["std::cout << 1;", 'printf("x");', 'std::printf ("x");', 'fmt::print("x");',
                     'fmt::print(\n  "x");', "fmt::print(stdout, 1);", "fwrite(p, 1, 1, stdout);",
                     'puts("x");', "write(STDOUT_FILENO, p, 1);", "if (c == '\"') std::cout << '\"';"]:
            with self.subTest(code):
                self.expect("src/engine/x.cpp:2: only cli may write to standard output",
                            {"src/engine/x.cpp": f'auto s = "//";\n{code}\n'})

    def test_other_output_is_lawful(self):
        for code in ['fprintf(stderr, "x");', 'snprintf(p, 9, "x");', 'fmt::print(stderr, "x");',
                     "// std::cout", "/* printf( */", 'log("printf(");', 'fputs("x", file);']:
            with self.subTest(code):
                self.assertEqual(check(**{"src/engine/x.cpp": code + "\n"}), [])

    def test_folder_that_the_architecture_does_not_name(self):
        self.expect("docs/architecture.md: does not name `sat/`",
                    {"src/sat/README.md": "Depends on: base\n"})


if __name__ == "__main__":
    unittest.main()
