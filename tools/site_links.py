# SPDX-License-Identifier: MIT
"""A hook of mkdocs: pages link to files of the repository, which the site does not have. Such a link becomes the name of
the file. Called by mkdocs for each page."""

import posixpath
import re

LINK = re.compile(r"\[([^\]]*)\]\(([^)\s]+)\)")


def on_page_markdown(markdown, page, config, files):
    folder = posixpath.dirname(page.file.src_path)
    known = {file.src_path for file in files}

    def replaced(match):
        text, target = match[1], match[2]
        path = target.partition("#")[0]
        if "://" in target or not path:
            return match[0]
        whole = posixpath.normpath(posixpath.join(folder, path))
        if whole in known:
            return match[0]
        if posixpath.join(whole, "README.md") in known:
            return f"[{text}]({path.rstrip('/')}/README.md)"
        return f"{text} (`{whole.removeprefix('../')}`)"

    # Not in blocks of code.
    parts = re.split(r"(^```.*?^```$)", markdown, flags=re.M | re.S)
    return "".join(part if part.startswith("```") else LINK.sub(replaced, part) for part in parts)
