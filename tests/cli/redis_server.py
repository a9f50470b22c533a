# SPDX-License-Identifier: MIT
"""A Redis of the test's own: a socket in the test's folder, data in a file, so that it may be killed and started
again."""

import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time

import support


def why_not():
    """Why there are no tests with Redis here, or None."""
    if shutil.which("redis-server") is None:
        return "needs redis-server (tools/setup redis)"
    version = subprocess.run([support.CAIRN, "--version"], capture_output=True, text=True, check=True).stdout
    return None if "redis" in version else "needs a build with CAIRN_REDIS"


class RedisServer:
    def __init__(self, folder, *settings, port=None):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(exist_ok=True)
        self.socket = self.folder / "socket"
        self.settings = [*map(str, settings)]
        self.port = port
        self.process = None
        self.start()

    @property
    def address(self):
        return f"127.0.0.1:{self.port}" if self.port else str(self.socket)

    def start(self):
        place = ["--bind", "127.0.0.1"] if self.port else ["--port", "0"]
        self.process = subprocess.Popen(
            ["redis-server", *place, "--unixsocket", self.socket, "--dir", self.folder, "--appendonly", "yes",
             "--appendfsync", "always", "--save", "", *self.settings],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(1000):
            if self.listens():
                return
            time.sleep(0.01)
        raise RuntimeError("redis-server does not start")

    def listens(self):
        """It answers, if only to say that it wants a password, and has loaded its data."""
        answer = self.ask("PING")
        return answer != b"" and not answer.startswith(b"-LOADING")

    def ask(self, *words):
        """A reply as Redis sends it."""
        try:
            with socket.socket(socket.AF_UNIX) as channel:
                channel.settimeout(5)
                channel.connect(str(self.socket))
                command = b"*%d\r\n" % len(words)
                for word in words:
                    word = word if isinstance(word, bytes) else str(word).encode()
                    command += b"$%d\r\n%s\r\n" % (len(word), word)
                channel.sendall(command)
                return channel.recv(1 << 20)
        except OSError:
            return b""

    def signal(self, number):
        os.kill(self.process.pid, number)

    def kill(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Background:
    """A Cairn that runs beside the test, its messages in a file."""

    def __init__(self, folder, *arguments, environment=None):
        self.messages = pathlib.Path(folder) / f"messages-{time.monotonic_ns()}"
        with open(self.messages, "wb") as file:
            self.process = subprocess.Popen([support.CAIRN, *map(str, arguments)], stdin=subprocess.DEVNULL,
                                            stdout=subprocess.PIPE, stderr=file,
                                            env={**os.environ, **(environment or {})})

    def text(self):
        return self.messages.read_text(errors="replace")

    def signal(self, number):
        if self.process.poll() is None:
            self.process.send_signal(number)

    def kill(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.kill()
        if not self.process.stdout.closed:
            self.process.communicate()

    def wait(self, limit=60):
        """Exit code and standard output."""
        out, _ = self.process.communicate(timeout=limit)
        return self.process.returncode, out.decode()
