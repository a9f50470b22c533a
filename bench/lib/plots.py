# SPDX-License-Identifier: MIT
"""Scatter plots of two configurations, score-based quantile plots and cactus plots of several, as small SVG files.

The first two follow figures 5.2 to 5.13 of [Lan18]: logarithmic axes, dashed lines at a factor of ten, a line for
what was not solved in time; and for quantiles, correct answers ordered by time over the sum of their points. Cactus
plots have the number of solved tasks in the place of points.
"""

import pathlib
import re
import subprocess

from .results import Problem
from .scoring import LEAST, SHORTEST, quantiles

COLORS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#7f3f98", "#8c6d31", "#999999"]
DASHES = ["-", "--", "-.", ":"]
KINDS = {"safe": ("#0072b2", "o", "safe"), "unsafe": ("#d55e00", "^", "unsafe"), "wrong": ("#000000", "x", "wrong")}
BIG = 60_000  # bytes; a picture in the repository stays below


def load():
    """matplotlib, or a Problem that says how to get it."""
    try:
        import matplotlib
    except ImportError:
        hint = "Debian: python3-matplotlib, 'tools/setup bench'"
        system = pathlib.Path("/usr/bin/python3")
        if system.exists():
            there = subprocess.run([system, "-c", "import matplotlib"], capture_output=True).returncode == 0
            hint = "but /usr/bin/python3 has it: run this script with that" if there else hint
        raise Problem(f"pictures need matplotlib, which this Python lacks ({hint})") from None
    matplotlib.use("Agg")
    # Text stays text, and the same data give the same file.
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "cairn", "font.size": 9,
                                "font.family": "sans-serif", "axes.linewidth": 0.7})
    import matplotlib.pyplot
    return matplotlib.pyplot


def shorten(text):
    """Coordinates with one decimal where that is a tenth of a point, and no indentation."""
    text = re.sub(r"(\d\d\.\d)\d+", r"\1", text)
    return re.sub(r"^ +", "", text, flags=re.M)


def save(plt, figure, file):
    figure.savefig(file, format="svg", bbox_inches="tight", metadata={"Date": None, "Creator": "bench"})
    plt.close(figure)
    text = shorten(file.read_text())
    file.write_text(text)
    if len(text) > BIG:
        print(f"{file}: {len(text)} bytes, more than a picture should have")


def plain(value, _):
    """0.1, not a power of ten."""
    return f"{value:g}"


def frame(axes, low, high, names, unit):
    """Axes, the diagonal, and a factor of ten to both sides of it."""
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(low, high)
    axes.set_ylim(low, high)
    axes.set_aspect("equal")
    axes.plot([low, high], [low, high], color="#666666", linewidth=0.7)
    for factor in (0.1, 10):
        axes.plot([low, high], [low * factor, high * factor], color="#aaaaaa", linewidth=0.7, linestyle="--")
    axes.minorticks_off()
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(plain)
    axes.set_xlabel(f"{names[0]}, {unit}")
    axes.set_ylabel(f"{names[1]}, {unit}")
    axes.grid(True, which="major", color="#eeeeee", linewidth=0.5)
    axes.set_axisbelow(True)


def draw_points(axes, points):
    """Points (x, y, kind)."""
    for kind, (color, marker, label) in KINDS.items():
        chosen = [(x, y) for x, y, of in points if of == kind]
        if chosen:
            axes.scatter(*zip(*chosen), s=16, marker=marker, linewidths=0.8, color=color, alpha=0.75,
                         label=f"{label} ({len(chosen)})")
    if points:
        axes.legend(loc="upper left", frameon=True, framealpha=0.9, edgecolor="#dddddd", fontsize=8)


def scatter_of_times(plt, file, names, rows, seconds, title):
    """`rows` are pairs of rows of the same task. Those that neither solves are left out."""
    lost = seconds * 1.6  # where the line for "not in time" is
    points = []
    for one, two in rows:
        if one.solved or two.solved or one.wrong or two.wrong:
            place = [max(row.cpu, SHORTEST) if row.solved else lost for row in (one, two)]
            kind = "wrong" if one.wrong or two.wrong else one.result if one.solved else two.result
            points.append((*place, kind))
    low = min([SHORTEST * 5, *(min(x, y) for x, y, _ in points)]) / 1.5
    figure, axes = plt.subplots(figsize=(4, 4))
    frame(axes, low, lost * 1.5, names, "CPU seconds")
    for line in (axes.axvline, axes.axhline):
        line(lost, color="#d55e00", linewidth=0.6, linestyle=":")
    axes.text(lost, low * 1.15, "unsolved", fontsize=7, color="#d55e00", rotation=90, ha="right", va="bottom")
    axes.text(low * 1.15, lost, "unsolved", fontsize=7, color="#d55e00", ha="left", va="bottom")
    draw_points(axes, points)
    if points:  # below the line for "unsolved"
        axes.legend(loc="upper left", bbox_to_anchor=(0.0, 0.9), frameon=True, framealpha=0.9, edgecolor="#dddddd",
                    fontsize=8)
    axes.set_title(title, fontsize=9)
    save(plt, figure, file)


def scatter_of_figures(plt, file, names, values, what, title):
    """`values` are triples (x, y, kind) of a figure, such as SMT calls, of tasks that both solve."""
    points = [(max(x, LEAST), max(y, LEAST), kind) for x, y, kind in values]  # 0 has no place on the axis
    high = max([10, *(max(x, y) for x, y, _ in points)]) * 1.5
    figure, axes = plt.subplots(figsize=(4, 4))
    frame(axes, 0.4, high, names, what)
    draw_points(axes, points)
    axes.set_title(title, fontsize=9)
    save(plt, figure, file)


def line_style(position, label):
    return {"color": COLORS[position % len(COLORS)], "linestyle": DASHES[position // 3 % len(DASHES)], "linewidth": 1.2,
            "label": label}


def finish_curves(axes, seconds, what, counted, title):
    """What plots of times over solved tasks share: a logarithmic axis up to the limit, and the legend beside it."""
    axes.set_yscale("log")
    axes.set_ylim(bottom=SHORTEST, top=seconds * 1.3)
    axes.axhline(seconds, color="#999999", linewidth=0.6, linestyle=":")
    axes.minorticks_off()
    axes.yaxis.set_major_formatter(plain)
    axes.set_xlabel(what)
    axes.set_ylabel("CPU seconds of a task")
    axes.grid(True, which="major", color="#eeeeee", linewidth=0.5)
    axes.set_axisbelow(True)
    axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0), frameon=False, fontsize=8, title=counted, title_fontsize=8)
    axes.set_title(title, fontsize=9)


def cactus_plot(plt, file, tools, seconds, title):
    """`tools` is {name: rows}: solved tasks from the fastest to the slowest."""
    figure, axes = plt.subplots(figsize=(6.4, 4))
    times = {name: sorted(max(row.cpu, SHORTEST) for row in rows if row.solved) for name, rows in tools.items()}
    for position, (name, values) in enumerate(sorted(times.items(), key=lambda curve: (-len(curve[1]), sum(curve[1])))):
        axes.plot(range(1, len(values) + 1), values, **line_style(position, f"{name} ({len(values)})"))
    axes.xaxis.get_major_locator().set_params(integer=True)
    finish_curves(axes, seconds, "solved tasks", "solved", title)
    save(plt, figure, file)


def quantile_plot(plt, file, tools, seconds, title):
    """`tools` is {name: rows}."""
    figure, axes = plt.subplots(figsize=(6.4, 4))
    curves = sorted(((quantiles(rows), name) for name, rows in tools.items()), key=lambda curve: -curve[0][-1][0])
    for position, (points, name) in enumerate(curves):
        steps = points[1:]
        line = line_style(position, f"{name} ({points[-1][0]})")
        if steps:
            # Down to the bottom where the graph begins: that is the sum of the penalties.
            axes.plot([points[0][0], *(x for x, _ in steps)], [steps[0][1], *(y for _, y in steps)], **line)
        else:
            axes.plot([points[0][0]], [SHORTEST], marker="x", **line)
    if any(points[0][0] < 0 for points, _ in curves):
        axes.axvline(0, color="#999999", linewidth=0.6)
    finish_curves(axes, seconds, "accumulated score (2 safe, 1 unsafe, -16 and -32 wrong)", "score", title)
    save(plt, figure, file)
