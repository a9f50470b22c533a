# SPDX-License-Identifier: MIT
"""Runs commands with limits on processor time and memory, and leaves nothing behind.

Each run has a supervisor, a process forked for it. It starts the command in a session of its own, adopts
what the command's processes leave behind (PR_SET_CHILD_SUBREAPER), adds up processor time and memory of
the whole tree, ends the tree at a limit, and reaps all of it before it reports. If the caller goes away,
the supervisor is told by the system and ends the tree too.

Where benchexec is installed and may use cgroups, its runexec does the same more exactly.
"""

import ctypes
import dataclasses
import importlib.util
import json
import math
import os
import pathlib
import resource
import select
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
POLL = 0.1  # seconds between looks at the tree
GRACE = 0.5  # seconds of processor time between SIGXCPU and SIGKILL
TICK = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
FILE_SIZE = 2 << 30  # bytes; who prints without end fills no disk
OUTPUT_KEPT = 1 << 20  # bytes of standard output, its end: verdicts come last
LISTS_CHILDREN = os.path.exists(f"/proc/self/task/{os.getpid()}/children")  # some kernels don't
LIBC = ctypes.CDLL(None, use_errno=True)


@dataclasses.dataclass
class Limits:
    seconds: float  # processor time of all processes together
    memory_mb: int = 0  # resident memory of all processes together; 0: no limit
    wall: float = 0  # 0: ten times the processor time and a minute, enough on a busy machine

    def wall_seconds(self):
        return self.wall or 10 * self.seconds + 60


@dataclasses.dataclass
class Ended:
    """How a run ended. `reason` is "" if by itself, otherwise "time", "wall", "memory" or "start"."""

    code: int = 0  # negative: the signal
    cpu: float = 0.0
    wall: float = 0.0
    rss_mb: int = 0
    reason: str = ""
    output: str = ""  # of standard output and standard error


def words_of(command, file):
    """The command with the file in the place of {}, or after it."""
    words = shlex.split(command)
    return [word.replace("{}", str(file)) for word in words] if "{}" in command else [*words, str(file)]


# The tree of processes, from /proc.


def stat_of(pid):
    """What /proc/PID/stat has after the name; empty if the process is gone."""
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def children_of(pid):
    if not LISTS_CHILDREN:
        everyone = [int(name) for name in os.listdir("/proc") if name.isdigit()]
        return [other for other in everyone if stat_of(other)[1:2] == [str(pid)]]
    try:
        threads = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return []
    found = []
    for thread in threads:
        try:
            found += map(int, pathlib.Path(f"/proc/{pid}/task/{thread}/children").read_text().split())
        except OSError:
            pass  # it has ended
    return found


def descendants_of(pid):
    found, waiting = [], children_of(pid)
    while waiting:
        pid = waiting.pop()
        found.append(pid)
        waiting += children_of(pid)
    return found


def usage_of(pid):
    """Seconds of a process and of those that it has waited for, and its resident bytes."""
    fields = stat_of(pid)
    return (sum(map(int, fields[11:15])) / TICK, int(fields[21]) * PAGE) if fields else (0.0, 0)


def end_all(pid):
    """Kills all descendants and reaps those that are ours by now, until there are none. The time of
    processes that nobody had waited for counts for us then."""
    while True:
        for descendant in descendants_of(pid):
            try:
                os.kill(descendant, signal.SIGKILL)
            except ProcessLookupError:
                pass
        try:
            while os.waitpid(-1, os.WNOHANG)[0] != 0:
                pass
        except ChildProcessError:
            return
        time.sleep(0.005)


class Stopped(Exception):
    pass


def _stop(*_):
    raise Stopped


def handle_of(pid):
    """A list with a file descriptor that becomes readable when the process ends, or an empty one on old systems."""
    try:
        return [os.pidfd_open(pid)]
    except (AttributeError, OSError):
        return []


def _watch(child, limits, ended):
    """Waits for the child; says what limit was reached, if any."""
    begin = time.monotonic()
    pause = 0.01
    told = False
    handle = handle_of(child)  # the end is seen at once, for times by the clock
    while True:
        pid, status, _ = os.wait4(child, os.WNOHANG)
        if pid == child:
            ended.code = os.waitstatus_to_exitcode(status)
            return
        tree = [usage_of(pid) for pid in descendants_of(os.getpid())]
        ended.rss_mb = max(ended.rss_mb, sum(bytes_ for _, bytes_ in tree) >> 20)
        if limits.memory_mb and ended.rss_mb > limits.memory_mb:
            ended.reason = "memory"
        elif time.monotonic() - begin > limits.wall_seconds():
            ended.reason = "wall"
        elif (used := sum(seconds for seconds, _ in tree)) > limits.seconds:
            if not told:  # as the system would; who listens can say what it knows
                told = True
                os.kill(child, signal.SIGXCPU)
            if used > limits.seconds + GRACE:
                ended.reason = "time"
        if ended.reason:
            ended.code = -signal.SIGKILL
            return
        select.select(handle, [], [], pause)
        pause = min(POLL, pause * 1.5)


def _supervise(words, limits, report):
    """In the supervisor: one run, reported as JSON."""
    ended = Ended()
    begin = time.monotonic()
    with tempfile.TemporaryFile() as output:

        def prepare():
            os.setsid()
            # In case the supervisor is too slow; the system counts a little too much.
            last = math.ceil(limits.seconds) + 5
            resource.setrlimit(resource.RLIMIT_CPU, (last, last + 2))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_SIZE, FILE_SIZE))
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            signal.signal(signal.SIGTERM, signal.SIG_DFL)

        try:
            try:
                child = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=output, stderr=output, preexec_fn=prepare)
                _watch(child.pid, limits, ended)
                ended.wall = time.monotonic() - begin
                child.returncode = ended.code  # reaped here, not by Popen
            except OSError as error:
                ended.reason, ended.code, ended.output = "start", 127, str(error)
        finally:
            end_all(os.getpid())
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        ended.cpu = used.ru_utime + used.ru_stime
        ended.rss_mb = max(ended.rss_mb, used.ru_maxrss >> 10)
        if ended.code == -signal.SIGXCPU:
            ended.reason = "time"
        size = output.seek(0, os.SEEK_END)
        output.seek(max(0, size - OUTPUT_KEPT))
        ended.output += output.read().decode("utf-8", "replace")
    with os.fdopen(report, "w") as file:
        json.dump(dataclasses.asdict(ended), file)


def _run_benchexec(words, limits, report):
    """The same by benchexec's runexec."""
    with tempfile.TemporaryDirectory(prefix="cairn-bench-") as folder:
        log = pathlib.Path(folder) / "output"
        memory = ["--memlimit", f"{limits.memory_mb}MB"] if limits.memory_mb else []
        command = [*runexec_command(), "--quiet", "--no-container", "--timelimit", str(math.ceil(limits.seconds)),
                   "--walltimelimit", str(math.ceil(limits.wall_seconds())), *memory, "--output", str(log), "--", *words]
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            try:
                answer, errors = process.communicate()
            except Stopped:
                process.terminate()  # it takes its cgroups away
                process.communicate(timeout=20)
                raise
        # The first lines repeat the command.
        text = log.read_text(errors="replace").partition("-" * 80)[2] if log.exists() else ""
        ended = ended_of_runexec(answer, text[-OUTPUT_KEPT:] if text else errors)
    with os.fdopen(report, "w") as file:
        json.dump(dataclasses.asdict(ended), file)


def ended_of_runexec(answer, output):
    """Reads lines such as cputime=1.2s."""
    values = dict(line.split("=", 1) for line in answer.splitlines() if "=" in line)
    reasons = {"cputime": "time", "cputime-soft": "time", "walltime": "wall", "memory": "memory", "failed": "start"}
    reason = values.get("terminationreason", "")
    ended = Ended(reason=reasons.get(reason, reason), output=output)
    ended.code = -int(values["exitsignal"]) if "exitsignal" in values else int(values.get("returnvalue", 0))
    ended.cpu = float(values.get("cputime", "0s").rstrip("s"))
    ended.wall = float(values.get("walltime", "0s").rstrip("s"))
    ended.rss_mb = int(float(values.get("memory", "0B").rstrip("B"))) >> 20
    if not values:
        ended.reason = "start"
    return ended


def runexec_command():
    if importlib.util.find_spec("benchexec"):
        return [sys.executable, "-m", "benchexec.runexecutor"]
    program = shutil.which("runexec")
    return [program] if program else []


def benchexec_problem():
    """Why runs cannot go through benchexec, or an empty string."""
    if not runexec_command():
        return "benchexec is not installed"
    with tempfile.TemporaryDirectory(prefix="cairn-bench-") as folder:
        command = [*runexec_command(), "--quiet", "--no-container", "--timelimit", "5", "--memlimit", "100MB",
                   "--output", f"{folder}/output", "--", "true"]
        try:
            answer = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30)
        except (OSError, subprocess.TimeoutExpired) as error:
            return str(error)
    if answer.returncode == 0 and "cputime=" in answer.stdout and "memory=" in answer.stdout:
        return ""
    lines = (answer.stderr or answer.stdout or "no cgroups").strip().splitlines()
    return lines[0] if lines else "no cgroups"


class Run:
    """A run under way. The caller must be single-threaded: this forks."""

    def __init__(self, words, limits, benchexec=False):
        self._begin = time.monotonic()
        self._report, report = os.pipe()
        parent = os.getpid()
        self._pid = os.fork()
        if self._pid == 0:
            status = 1
            try:
                os.close(self._report)
                os.setsid()  # Ctrl-C is for the caller, who tells us
                LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
                LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1)
                signal.signal(signal.SIGINT, signal.SIG_IGN)
                signal.signal(signal.SIGTERM, _stop)
                if os.getppid() == parent:
                    try:
                        (_run_benchexec if benchexec else _supervise)(words, limits, report)
                        status = 0
                    finally:
                        signal.signal(signal.SIGTERM, signal.SIG_IGN)
                        end_all(os.getpid())
            except BaseException:
                pass  # the caller sees that there is no report
            finally:
                os._exit(status)
        os.close(report)

    def fileno(self):
        return self._report

    def result(self):
        """Waits for the end."""
        with os.fdopen(self._report, "r") as file:
            text = file.read()
        os.waitpid(self._pid, 0)
        if not text:
            return Ended(code=-signal.SIGKILL, reason="start", wall=time.monotonic() - self._begin)
        return Ended(**json.loads(text))

    def stop(self):
        """Ends it, with all its processes."""
        os.kill(self._pid, signal.SIGTERM)
        os.waitpid(self._pid, 0)
        os.close(self._report)


def run(words, limits, benchexec=False):
    """One run to its end; an interrupt ends its processes and is passed on."""
    running = Run(words, limits, benchexec)
    try:
        select.select([running], [], [])
    except BaseException:
        running.stop()
        raise
    return running.result()
