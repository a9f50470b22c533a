# SPDX-License-Identifier: MIT
"""Recipes of deploy/: what can be checked of them without a cluster."""

import os
import re
import shutil
import subprocess
import unittest

from redis_server import *
from support import *

try:
    import yaml
except ImportError:
    yaml = None

DEPLOY = SOURCE / "deploy"


def options_of(command):
    return set(re.findall(r"(--[a-z][a-z-]*)", run(command, "--help-all").out))


class Systemd(CliTest):
    @unittest.skipUnless(shutil.which("systemd-analyze"), "no systemd-analyze")
    def test_its_own_validator(self):
        text = (DEPLOY / "systemd" / "cairn-worker.service").read_text()
        unit = self.file("cairn-worker.service", text.replace("/usr/bin/cairn", CAIRN).replace("Documentation=man:cairn-worker(1)\n", ""))
        done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True)
        said = [line for line in done.stderr.splitlines() if "cairn-worker" in line]
        self.assertEqual((done.returncode, said), (0, []), done.stderr)

    def test_options_are_those_of_the_worker(self):
        text = (DEPLOY / "systemd" / "cairn-worker.service").read_text()
        command = re.search(r"^ExecStart=(.*)$", text, re.M)[1]
        self.assertLessEqual(set(re.findall(r"--[a-z-]+", command)), options_of("worker"))
        given = set(re.findall(r"\$\{(\w+)\}", command))
        self.assertLessEqual(given, set(re.findall(r"^(\w+)=", (DEPLOY / "systemd" / "cairn-worker.env").read_text(), re.M)))


class Slurm(CliTest):
    def setUp(self):
        super().setUp()
        (self.folder / "bin").mkdir()
        (self.folder / "bin" / "cairn").symlink_to(CAIRN)
        self.environment = {"PATH": f"{self.folder / 'bin'}:/usr/bin:/bin", "HOME": str(self.folder), "TMPDIR": str(self.folder)}

    def test_they_are_scripts(self):
        for path in (DEPLOY / "slurm").glob("*.sbatch"):
            self.assertEqual(subprocess.run(["bash", "-n", path], capture_output=True).returncode, 0, path.name)
            command = "worker" if path.stem == "workers" else "check"
            code = "\n".join(line for line in path.read_text().splitlines() if not line.startswith("#") and "sbatch --" not in line)
            self.assertLessEqual(set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", code)), options_of(command))
            self.assertTrue(os.access(path, os.X_OK))

    @unittest.skipIf(why_not(), why_not())
    def test_workers_work_and_hear_the_end(self):
        server = RedisServer(self.folder / "redis", "--requirepass", "secret")
        self.addCleanup(server.kill)
        self.file(".cairn-redis-password", "secret\n")
        environment = {**self.environment, "CAIRN_REDIS": server.address, "SLURM_CPUS_PER_TASK": "1", "SLURM_MEM_PER_NODE": "2000", "SLURM_JOB_ID": "7"}
        worker = subprocess.Popen([DEPLOY / "slurm" / "workers.sbatch"], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=self.folder)
        try:
            done = subprocess.run([DEPLOY / "slurm" / "check.sbatch", EXAMPLES / "bus_arbiter.aag", "--timeout", "60"], env=environment, capture_output=True, text=True,
                                  cwd=self.folder, timeout=90)
            self.assertEqual((done.returncode, done.stdout), (0, "unsafe\n"), done.stderr)
            self.assertEqual(json.loads((self.folder / "cairn-7.json").read_text())["verdict"], "unsafe")
        finally:
            begin = time.monotonic()
            worker.terminate()
            worker.communicate(timeout=20)
        self.assertLess(time.monotonic() - begin, 10)


@unittest.skipUnless(yaml, "no PyYAML")
class Kubernetes(CliTest):
    def setUp(self):
        super().setUp()
        self.all = [one for path in sorted((DEPLOY / "kubernetes").glob("*.yaml")) for one in yaml.safe_load_all(path.read_text())]

    def test_objects_have_what_they_need(self):
        kinds = {"Service": "v1", "StatefulSet": "apps/v1", "Deployment": "apps/v1", "HorizontalPodAutoscaler": "autoscaling/v2", "NetworkPolicy": "networking.k8s.io/v1"}
        for one in self.all:
            self.assertEqual(one["apiVersion"], kinds[one["kind"]])
            self.assertEqual(one["metadata"]["namespace"], "cairn")
        self.assertEqual({one["kind"] for one in self.all}, set(kinds))

    def test_names_lead_somewhere(self):
        for one in self.all:
            if one["kind"] not in ("StatefulSet", "Deployment"):
                continue
            template = one["spec"]["template"]
            self.assertEqual(one["spec"]["selector"]["matchLabels"], template["metadata"]["labels"])
            volumes = {volume["name"] for volume in template["spec"]["volumes"]} | {claim["metadata"]["name"] for claim in one["spec"].get("volumeClaimTemplates", [])}
            for container in template["spec"]["containers"]:
                self.assertEqual({mount["name"] for mount in container["volumeMounts"]}, volumes)
                self.assertEqual(set(container["resources"]), {"requests", "limits"})
                self.assertFalse(container["securityContext"]["allowPrivilegeEscalation"])
        (scaler,) = [one for one in self.all if one["kind"] == "HorizontalPodAutoscaler"]
        self.assertIn(scaler["spec"]["scaleTargetRef"]["name"], [one["metadata"]["name"] for one in self.all if one["kind"] == "Deployment"])

    def test_the_worker_is_called_as_it_can_be(self):
        (worker,) = [one for one in self.all if one["kind"] == "Deployment"]
        container = worker["spec"]["template"]["spec"]["containers"][0]
        command, *options = container["args"]
        self.assertEqual(command, "worker")
        self.assertLessEqual({option.split("=")[0] for option in options}, options_of("worker"))
        memory = int(re.search(r"--memory=(\d+)G", " ".join(options))[1])
        self.assertLess(memory, int(container["resources"]["limits"]["memory"].removesuffix("Gi")))


if __name__ == "__main__":
    unittest.main()
