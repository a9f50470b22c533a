# SPDX-License-Identifier: MIT
"""Cairn for benchexec: with the root of this repository on PYTHONPATH the tool is called
"tools.benchexec.cairn". Try `python3 -m benchexec.test_tool_info tools.benchexec.cairn`."""

import os

import benchexec.result as result
import benchexec.tools.template
from benchexec.tools.sv_benchmarks_util import ILP32, LP64, get_data_model_from_task


class Tool(benchexec.tools.template.BaseTool2):
    """Runs `cairn svcomp`, whose last line is the result."""

    def executable(self, tool_locator):
        return tool_locator.find_executable("cairn", subdir="build")

    def program_files(self, executable):
        # The front end for C is a module of its own, beside the program.
        module = os.path.join(os.path.dirname(executable), "cairn_c.so")
        return [executable] + [path for path in [module] if os.path.exists(path)]

    def name(self):
        return "Cairn"

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="cairn ")

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "svcomp", *options]
        if task.property_file:
            command += ["--property", task.property_file]
        model = get_data_model_from_task(task, {ILP32: "ILP32", LP64: "LP64"})
        if model and "--data-model" not in options:
            command += ["--data-model", model]
        if rlimits.memory and "--memory" not in options:
            # A little less, so that Cairn itself notices.
            command += ["--memory", f"{int(rlimits.memory * 0.95) // 2**20}M"]
        return command + list(task.input_files_or_identifier)

    def determine_result(self, run):
        for line in reversed(run.output):
            line = line.strip()
            if not line.startswith("RESULT: "):
                continue
            answer = line.removeprefix("RESULT: ")
            if answer == "TRUE":
                return result.RESULT_TRUE_PROP
            if answer.startswith("FALSE(") and answer.endswith(")"):
                return f"{result.RESULT_FALSE_PROP}({answer[len('FALSE('):-1]})"
            if answer.startswith("UNKNOWN("):
                return f"{result.RESULT_UNKNOWN} {answer[len('UNKNOWN'):]}"
        if run.was_timeout:
            return result.RESULT_TIMEOUT
        if run.exit_code.value == 1:
            return f"{result.RESULT_ERROR} (input)"
        if run.exit_code.value == 3:
            return f"{result.RESULT_ERROR} (internal)"
        return result.RESULT_ERROR
