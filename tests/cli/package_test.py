# SPDX-License-Identifier: MIT
"""Packages in clean roots: the Debian package is installed, the tarball unpacked, and Cairn runs there.

These take a while and root rights, so they run if CAIRN_ROOTS names a folder with roots that debootstrap made: `debian`
(bookworm) for the package, and any others for the tarball."""

import os
import shutil
import subprocess
import unittest

from support import *

ROOTS = os.environ.get("CAIRN_ROOTS", "")


def inside(root, script):
    return subprocess.run(["chroot", root, "/usr/bin/env", "-i", "HOME=/root", "PATH=/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin",
                           "LANG=C.UTF-8", "DEBIAN_FRONTEND=noninteractive", "bash", "-ec", script], capture_output=True, text=True, timeout=900)


SCRIPT = """
cd /tmp/examples
set +e
cairn --version | head -1
cairn check bus_arbiter.aag --witness w --quiet; echo $?
cairn certify bus_arbiter.aag w --quiet; echo $?
cairn check token_ring.aag --quiet; echo $?
cairn check position_encoder_fixed.st --quiet | head -1
cairn check ring_buffer.btor2 --quiet; echo $?
cairn check gcd.c --quiet; echo $?
"""
SAID = "unsafe\n10\nunsafe\n10\nsafe\n20\nsafe\n"


@unittest.skipUnless(ROOTS and os.geteuid() == 0, "CAIRN_ROOTS names no roots")
class Packages(CliTest):
    def packages(self, kind):
        done = subprocess.run([SOURCE / "tools" / "package", kind, "--build", pathlib.Path(CAIRN).parent, "--out", self.folder],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        (made,) = done.stdout.split()
        return pathlib.Path(made)

    def room(self, name):
        root = self.folder / name
        subprocess.run(["cp", "-a", pathlib.Path(ROOTS) / name, root], check=True)
        shutil.copytree(EXAMPLES, root / "tmp" / "examples")
        shutil.copy("/etc/resolv.conf", root / "etc" / "resolv.conf")
        subprocess.run(["mount", "--bind", "/proc", root / "proc"], check=True)
        self.addCleanup(subprocess.run, ["umount", "-l", root / "proc"], check=True)
        return root

    def test_debian_package(self):
        root = self.room("debian")
        shutil.copy(self.packages("deb"), root / "tmp" / "cairn.deb")
        done = inside(root, "apt-get update -qq && apt-get install -y -qq --no-install-recommends /tmp/cairn.deb >/tmp/log 2>&1 || { tail -20 /tmp/log; false; }")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        done = inside(root, SCRIPT)
        self.assertRegex(done.stdout, rf"\Acairn [\d.]+\n{SAID}", done.stderr)
        self.assertTrue(done.stdout.endswith("safe\n20\n"), done.stdout + done.stderr)
        for file in ("usr/bin/cairn", "usr/share/man/man1/cairn-check.1", "usr/share/bash-completion/completions/cairn", "usr/include/cairn/cairn.h"):
            self.assertTrue((root / file).exists() or (root / f"{file}.gz").exists(), file)
        removed = inside(root, "apt-get remove -y -qq cairn >/dev/null && ! command -v cairn")
        self.assertEqual(removed.returncode, 0, removed.stderr)

    def test_tarball(self):
        archive = self.packages("tar")
        names = [path.name for path in pathlib.Path(ROOTS).iterdir()]
        self.assertTrue(names)
        for name in names:
            with self.subTest(name):
                root = self.room(name)
                subprocess.run(["tar", "-xzf", archive, "-C", root / "opt"], check=True)
                done = inside(root, "ln -s /opt/cairn-*/bin/cairn /usr/local/bin/cairn\n" + SCRIPT)
                self.assertRegex(done.stdout, rf"\Acairn [\d.]+\n{SAID}", done.stderr)
                self.assertTrue(done.stdout.endswith("safe\n20\n"), done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
