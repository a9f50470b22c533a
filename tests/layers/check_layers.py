#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that the folders of src/ keep the layer rule of docs/architecture.md.

The "Depends on:" line of each folder's README is the truth: what the code includes is held against
it, and the lines together against the rule. Prints one line for each violation.

usage: check_layers.py SOURCE_ROOT
"""

import pathlib
import re
import sys

# These know nothing of one another; what they share lies below them.
SIBLINGS = {"input", "transform", "engine", "certify"}

COMMENT_OR_STRING = re.compile(
    r"""//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])'""", re.DOTALL)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(["<])([^">\n]+)[">]', re.MULTILINE)
DEPENDS = re.compile(r"^Depends on: (.+)$", re.MULTILINE)
# Standard output in its usual disguises; fprintf, snprintf and fmt::print(stderr, ...) are not.
STDOUT = re.compile(r"\bstdout\b|\bSTDOUT_FILENO\b|\bcout\b|(?<!\w)v?printf\s*\(|(?<!\w)puts\s*\(|"
                    r"(?<!\w)putchar\s*\(|\bfmt::v?print\s*\((?!\s*std(err|out)\b)")


def declared_dependencies(folder):
    """What the README of `folder` names, folders or single headers of them, or None if there is no such line."""
    readme = folder / "README.md"
    match = DEPENDS.search(readme.read_text()) if readme.is_file() else None
    if match is None:
        return None
    names = [name.strip(" .") for name in match[1].split(",")]
    return set() if names == ["nothing"] else set(names)


def find_cycle(graph):
    """A list of folders that depend on one another in a circle, or None."""
    finished = set()

    def visit(node, path):
        if node in path:
            return path[path.index(node):] + [node]
        if node not in finished:
            for successor in sorted(graph.get(node, ())):
                cycle = visit(successor, path + [node])
                if cycle:
                    return cycle
            finished.add(node)
        return None

    return next(filter(None, (visit(node, []) for node in sorted(graph))), None)


def without_comments_and_strings(text):
    """The code with its line breaks, so that line numbers stay right."""
    return COMMENT_OR_STRING.sub(lambda match: '""' + "\n" * match[0].count("\n"), text)


def violations_in_file(path, shown, folder, folders, allowed):
    text = path.read_text(errors="replace")
    for match in INCLUDE.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        kind, included = match[1], match[2]
        target = included.split("/")[0]
        if included.startswith("CLI/") and folder != "cli":
            yield f"{shown}:{line}: only cli may include CLI11"
        elif kind == '"' and (".." in included or "/" not in included):
            yield f'{shown}:{line}: "{included}" is not written from src/'
        elif kind == '"' and target not in folders:
            yield f'{shown}:{line}: "{included}" is in no folder of src/'
        elif kind == '"' and target != folder and not {target, included} & allowed:
            what = included if any(entry.startswith(target + "/") for entry in allowed) else target
            yield f"{shown}:{line}: {folder} includes {what}, which its README does not name"
    if folder != "cli":
        code = without_comments_and_strings(text)
        for match in STDOUT.finditer(code):
            line = code.count("\n", 0, match.start()) + 1
            yield f"{shown}:{line}: only cli may write to standard output"


NAMESPACE = re.compile(r"^namespace ([\w:]+) \{", re.MULTILINE)
# Types stand at the beginning of a line; what is only declared ends with a semicolon.
TYPE = re.compile(r"^(?:class|struct|union|enum(?: class)?)\s+(\w+)(?!\w*::)[^;{(]*\{|^using (\w+) =", re.MULTILINE)


def twice_defined(root):
    """Types that two headers define in one namespace: a program that sees both has undefined behaviour."""
    seen = {}
    for path in sorted((root / "src").rglob("*.h")):
        code = without_comments_and_strings(path.read_text(errors="replace"))
        namespace = NAMESPACE.search(code)
        for match in TYPE.finditer(code):
            name = f"{namespace[1] if namespace else ''}::{match[1] or match[2]}"
            shown = path.relative_to(root)
            if seen.setdefault(name, shown) != shown:
                yield f"{shown}: {name} is defined in {seen[name]}, too"


def violations(root):
    folders = {path.name: path for path in sorted((root / "src").iterdir()) if path.is_dir()}
    architecture = root / "docs" / "architecture.md"
    named = architecture.read_text() if architecture.is_file() else ""
    graph, allowed = {}, {}
    for name, folder in folders.items():
        depends = declared_dependencies(folder)
        if depends is None:
            yield f'src/{name}/README.md: no "Depends on:" line'
            depends = set()
        allowed[name] = depends
        depends = graph[name] = {entry.split("/")[0] for entry in depends}
        for unknown in sorted(depends - folders.keys()):
            yield f"src/{name}/README.md: {unknown} is no folder of src/"
        if name in SIBLINGS:
            for sibling in sorted(depends & (SIBLINGS - {name})):
                yield f"src/{name}/README.md: {name} must not depend on {sibling}"
        if f"`{name}/`" not in named:
            yield f"docs/architecture.md: does not name `{name}/`"
    cycle = find_cycle(graph)
    if cycle:
        yield "src: dependencies form a cycle: " + " -> ".join(cycle)
    for name, folder in folders.items():
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".h", ".cpp"):
                yield from violations_in_file(path, path.relative_to(root), name, folders, allowed[name])
    yield from twice_defined(root)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    found = list(violations(pathlib.Path(sys.argv[1])))
    print("\n".join(found) if found else "The layers are kept.")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
