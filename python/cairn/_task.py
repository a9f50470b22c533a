# SPDX-License-Identifier: MIT
"""Running the program."""

from __future__ import annotations

import dataclasses
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import threading
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

from ._answer import Answer, Property

SAFE, UNSAFE, UNKNOWN, REJECTED = 20, 10, 0, 4
# What this package needs for itself.
OWN = {"json", "json_lines", "witness", "certificate", "progress_fd", "exit_zero", "detach", "answer", "quiet", "verbose", "help"}

Path = Union[str, "os.PathLike[str]"]
Value = Union[str, int, float, bool, Sequence[str]]

_program: Optional[str] = None


class CairnError(Exception):
    """What is wrong with a file, an option or evidence, in the words of the program; or that there is no program."""


@dataclasses.dataclass(frozen=True)
class Progress:
    """How a check goes, a few times a second."""
    phase: str
    bound: Optional[int]
    level: int
    lemmas: int
    obligations: int
    seconds: float
    memory_bytes: int


def use_program(path: Path) -> None:
    """Run this program from now on."""
    global _program
    _program = os.fspath(path)


def program() -> str:
    """The program that checks run."""
    bundled = pathlib.Path(__file__).parent / "bin" / "cairn"
    path = _program or os.environ.get("CAIRN_PROGRAM") or (str(bundled) if bundled.exists() else shutil.which("cairn"))
    if not path:
        raise CairnError("the program 'cairn' was not found: set CAIRN_PROGRAM, or install it")
    return path


def version() -> str:
    """Of the program."""
    shown = subprocess.run([program(), "--version"], capture_output=True, text=True, check=False).stdout
    if not shown.startswith("cairn "):
        raise CairnError(f"'{program()}' is not Cairn")
    return shown.split()[1]


class Task:
    """Files of one model, as `cairn check` takes them, and options of `cairn check`: Task("a.v", top="fifo", timeout=60).
    Dashes are written as underscores; True is a switch, False its negation (--no-...), a list an option several times."""

    def __init__(self, *files: Path, text: Optional[str] = None, **options: Value) -> None:
        """`text`: what the one file holds, instead of a file of that name."""
        if not files or (text is not None and len(files) > 1):
            raise CairnError("a task has at least one file, and with a text one name")
        self.files = [os.fspath(file) for file in files]
        if text is not None and (os.path.basename(self.files[0]) != self.files[0] or self.files[0] in ("", ".", "..") or self.files[0].startswith("-")):
            raise CairnError(f"'{self.files[0]}' is no name of a file")
        self.text, self.options = text, dict(options)
        for name in options:
            if name in OWN:
                raise CairnError(f"'{name}' is no option that can be set")

    def _words(self) -> List[str]:
        words: List[str] = []
        for name, value in self.options.items():
            dashed = ("-" if len(name) == 1 else "--") + name.replace("_", "-")
            if value is True:
                words.append(dashed)
            elif value is False:
                words.append(dashed.replace("--", "--no-", 1))
            else:
                for one in [value] if isinstance(value, (str, int, float)) else value:
                    words.append(f"{dashed}{one}" if len(name) == 1 else f"{dashed}={one}")
        return words

    def _files(self, folder: pathlib.Path) -> List[str]:
        if self.text is None:
            return [f"./{file}" if file.startswith("-") else file for file in self.files]
        path = folder / self.files[0]
        path.write_text(self.text)
        return [str(path)]

    def check(self, progress: Optional[Callable[[Progress], None]] = None, stop: Optional[threading.Event] = None) -> Answer:
        """Calls `progress` on this thread. Once `stop` is set the check ends within a second or so; the answer is then
        unknown, with the bound that was reached. KeyboardInterrupt ends it, too. Raises CairnError."""
        with tempfile.TemporaryDirectory(prefix="cairn-") as name:
            folder = pathlib.Path(name)
            own = folder / "own"
            own.mkdir()
            evidence, vcd = str(own / "evidence"), []
            words = [program(), "check", *self._files(folder), *self._words()]
            if "vcd" not in self.options and self._has_waveform():
                vcd = ["--vcd", str(own / "run.vcd")]
            words += ["--json", str(own / "report.json"), "--witness", evidence, "--certificate", evidence, *vcd]
            code, messages = _run(words, progress, stop)
            try:
                report = json.loads((own / "report.json").read_text())
            except (OSError, ValueError):
                raise CairnError(_last_line(messages)) from None
            if report["verdict"] == "error" or code not in (SAFE, UNSAFE, UNKNOWN):
                raise CairnError(_last_line(messages))
            waves = own / "run.vcd"
            return Answer(report, _evidence(report), _properties(report), waves.read_text() if waves.is_file() else "")

    def _has_waveform(self) -> bool:
        return not self.files[0].endswith((".c", ".i", ".h", ".ivl", ".st", ".scl", ".sby"))

    def certify(self, evidence: bytes) -> Tuple[bool, str]:
        """Whether evidence shows what it claims, judged by `cairn certify`, and what that says. Raises CairnError."""
        with tempfile.TemporaryDirectory(prefix="cairn-") as name:
            folder = pathlib.Path(name)
            (folder / "own").mkdir()
            path = folder / "own" / "evidence"
            path.write_bytes(evidence)
            code, messages = _run([program(), "certify", *self._files(folder), str(path)], None, None)
            if code not in (SAFE, UNSAFE, REJECTED):
                raise CairnError(_last_line(messages))
            return code != REJECTED, messages


def check(*files: Path, text: Optional[str] = None, progress: Optional[Callable[[Progress], None]] = None,
          stop: Optional[threading.Event] = None, **options: Value) -> Answer:
    """Task(...).check(...) in one call."""
    return Task(*files, text=text, **options).check(progress, stop)


def _last_line(messages: str) -> str:
    lines = [line for line in messages.splitlines() if line.strip()]
    return lines[-1].removeprefix("cairn: error: ") if lines else "the program 'cairn' failed"


def _evidence(record: Dict[str, Any]) -> bytes:
    for kind in ("certificate", "witness"):
        path = pathlib.Path(record.get("written", {}).get(kind, ""))
        if path.is_file():
            return path.read_bytes()
    return b""


def _properties(report: Dict[str, Any]) -> List[Property]:
    return [Property(row["index"], row["verdict"], row.get("claim", ""), row.get("name", ""), (row.get("at") or {}).get("file", ""),
                     (row.get("at") or {}).get("line", 0), row.get("explanation", ""), _evidence(row))
            for row in report.get("assertions", [])]


def _run(words: List[str], progress: Optional[Callable[[Progress], None]], stop: Optional[threading.Event]) -> Tuple[int, str]:
    """The exit code, and what was said on standard error. The program notices the end of this process by the pipe."""
    with tempfile.TemporaryFile() as messages:
        ours, theirs = os.pipe()
        if words[1] == "check":
            words = [*words, "--progress-fd", str(theirs)]
        try:
            process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=messages,
                                       pass_fds=(theirs,), start_new_session=True)
        except OSError as error:
            os.close(ours)
            raise CairnError(f"cannot start '{words[0]}': {error.strerror}") from None
        finally:
            os.close(theirs)
        done = threading.Event()
        watcher = threading.Thread(target=_stop_when_asked, args=(process, stop, done), daemon=True)
        watcher.start()
        try:
            with os.fdopen(ours) as lines:
                for line in lines:
                    if progress is not None and line.startswith("{"):
                        progress(Progress(**json.loads(line)))
            process.wait()
        finally:
            done.set()
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
            watcher.join()
        messages.seek(0)
        return process.returncode, messages.read().decode(errors="replace")


def _stop_when_asked(process: "subprocess.Popen[bytes]", stop: Optional[threading.Event], done: threading.Event) -> None:
    if stop is None:
        return
    while not done.wait(0.02):
        if stop.is_set():
            process.send_signal(signal.SIGINT)
            if not done.wait(10):
                os.killpg(process.pid, signal.SIGKILL)
            return
