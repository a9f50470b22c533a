# SPDX-License-Identifier: MIT
"""Builds the package (PEP 517, PEP 660). Written by hand because the package is Python alone: so it installs where
nothing but pip is, without a network.

CAIRN_BUNDLE=path/to/cairn puts that program into the wheel, which is then one for this platform."""

import base64
import hashlib
import os
import pathlib
import platform
import re
import sys
import tarfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent


def field(name):
    return re.search(rf'^{name} = "(.*)"$', (HERE / "pyproject.toml").read_text(), re.M)[1]


NAME, VERSION = field("name").replace("-", "_"), field("version")
INFO = f"{NAME}-{VERSION}.dist-info"


def metadata():
    return (f"Metadata-Version: 2.1\nName: {field('name')}\nVersion: {VERSION}\nSummary: {field('description')}\n"
            f"Requires-Python: {field('requires-python')}\nLicense: MIT\n")


def wheel(folder, files, tag):
    """`files`: {name in the wheel: (bytes, mode)}"""
    files[f"{INFO}/METADATA"] = metadata().encode(), 0o644
    purelib = "true" if tag.endswith("any") else "false"
    files[f"{INFO}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: cairn\nRoot-Is-Purelib: {purelib}\nTag: {tag}\n".encode(), 0o644
    rows = []
    name = f"{NAME}-{VERSION}-{tag}.whl"
    with zipfile.ZipFile(pathlib.Path(folder) / name, "w", zipfile.ZIP_DEFLATED) as archive:
        def add(path, data, mode):
            entry = zipfile.ZipInfo(path, (2020, 1, 1, 0, 0, 0))
            entry.external_attr, entry.compress_type = mode << 16, zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
        for path, (data, mode) in sorted(files.items()):
            add(path, data, mode)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            rows.append(f"{path},sha256={digest},{len(data)}\n")
        add(f"{INFO}/RECORD", "".join(rows) + f"{INFO}/RECORD,,\n", 0o644)
    return name


def sources():
    return [path for path in sorted((HERE / "cairn").glob("*")) if path.suffix in (".py", ".pyi", ".typed")]


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    files = {f"cairn/{path.name}": (path.read_bytes(), 0o644) for path in sources()}
    bundle = os.environ.get("CAIRN_BUNDLE")
    if not bundle:
        return wheel(wheel_directory, files, "py3-none-any")
    files["cairn/bin/cairn"] = pathlib.Path(bundle).read_bytes(), 0o755
    return wheel(wheel_directory, files, f"py3-none-{sys.platform}_{platform.machine()}")


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    return wheel(wheel_directory, {f"{NAME}.pth": (f"{HERE}\n".encode(), 0o644)}, "py3-none-any")


def build_sdist(sdist_directory, config_settings=None):
    root = f"{NAME}-{VERSION}"
    (HERE / "PKG-INFO").write_text(metadata())
    try:
        with tarfile.open(pathlib.Path(sdist_directory) / f"{root}.tar.gz", "w:gz") as archive:
            for path in [*sources(), HERE / "pyproject.toml", HERE / "build_backend.py", HERE / "PKG-INFO"]:
                archive.add(path, f"{root}/{path.relative_to(HERE)}")
    finally:
        (HERE / "PKG-INFO").unlink()
    return f"{root}.tar.gz"
