# SPDX-License-Identifier: MIT
"""Scatter plots of two configurations, score-based quantile plots and cactus plots of several, and times over numbers of
workers, as small SVG files.

The first two follow figures 5.2 to 5.13 of [Lan18]: logarithmic axes, dashed lines at a factor of ten, a line for
what was not solved in time; and for quantiles, correct answers ordered by time over the sum of their points. Cactus
plots have the number of solved tasks in the place of points. Times over workers follow figure 1 of [Bra11].
"""

import math
import pathlib
import re
import statistics
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
    """Coordinates with one decimal where that is a tenth of a point, no names of fonts, no rotations by 0, and no indentation."""
    text = re.sub(r"(\d\d\.\d)\d+", r"\1", text)
    text = re.sub(r"('[\w ]+', )+sans-serif", "sans-serif", text)
    text = re.sub(r' transform="rotate\(-0 [^"]*"', "", text)
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


# Times over numbers of workers. Curves are (label, colour, points).


def workers_axis(axes, numbers, cores):
    """Logarithmic; beyond the dotted line, workers have no core each."""
    axes.set_xticks([math.log2(number) for number in numbers], [str(number) for number in numbers])
    axes.set_xlim(math.log2(numbers[0]) - 0.4, math.log2(numbers[-1]) + 0.4)
    if numbers[0] <= cores < numbers[-1]:
        axes.axvline(math.log2(cores) + 0.3, color="#bbbbbb", linewidth=0.7, linestyle=":")


def log_seconds(axes):
    axes.set_yscale("log")
    axes.minorticks_off()
    axes.yaxis.set_major_formatter(plain)
    axes.grid(True, which="major", axis="y", color="#eeeeee", linewidth=0.5)
    axes.set_axisbelow(True)


def place(number, position, curves):
    """A little beside each other, but one worker is one configuration."""
    return math.log2(number) + (0 if number == 1 else 0.16 * (position - (curves - 1) / 2))


def scaling_panel(axes, ticker, curves, limit):
    """Points are (workers, seconds of the runs, whether each is solved). Runs without an answer are drawn hollow, with their
    number; `limit` is None if there is no one line for them."""
    for position, (label, color, points) in enumerate(curves):
        middles = [(place(number, position, len(curves)), statistics.median(max(value, SHORTEST) for value in values))
                   for number, values, _ in points]
        axes.plot(*zip(*middles), color=color, linewidth=1.1, linestyle=DASHES[position % len(DASHES)], label=label)
        runs = [(x, max(value, SHORTEST), of) for (x, _), (_, values, solved) in zip(middles, points) for value, of in zip(values, solved)
                if x > 0 or position == 0]  # one worker is the same for all curves
        for kind, face in ((True, color), (False, "none")):
            chosen = [(x, value) for x, value, of in runs if of == kind]
            if chosen:
                axes.plot(*zip(*chosen), linestyle="none", marker="o", markersize=3, markeredgewidth=0.7, markeredgecolor=color,
                          markerfacecolor=face)
        for x, highest in {x: value for x, value, of in sorted(runs) if not of}.items():
            lost = sum(not of for place, _, of in runs if place == x)
            axes.annotate(str(lost), (x, highest), textcoords="offset points", xytext=(3, 2), fontsize=6, color=color)
    log_seconds(axes)
    low, high = axes.get_ylim()
    if high / low < 30:  # powers of ten alone would be one label or none
        axes.yaxis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5)))
    if limit:
        axes.axhline(limit, color="#999999", linewidth=0.6, linestyle=":")


def grid_of(plt, panels, columns, width, height, numbers, cores):
    columns = min(columns, len(panels))
    lines = math.ceil(len(panels) / columns)
    figure, grid = plt.subplots(lines, columns, figsize=(width * columns, height * lines), squeeze=False, layout="constrained")
    cells = [axes for line in grid for axes in line]
    for axes in cells[len(panels):]:
        axes.set_axis_off()
    for axes in cells[:len(panels)][-columns:]:
        axes.set_xlabel("workers", fontsize=7)
    for axes, (title, *_) in zip(cells, panels):
        workers_axis(axes, numbers, cores)
        axes.set_title(title, fontsize=8)
        axes.tick_params(labelsize=7, length=2)
    return figure, cells


def finish_grid(plt, figure, axes, file, title, unit):
    handles, labels = axes.get_legend_handles_labels()
    if len(labels) > 1:
        figure.legend(handles, labels, loc="outside lower center", ncols=len(labels), frameon=False, fontsize=8)
    figure.suptitle(title, fontsize=9)
    figure.supylabel(unit, fontsize=8)
    save(plt, figure, file)


def scaling_plot(plt, file, panels, numbers, limit, cores, unit, title):
    """`panels` are (task, curves), as in figure 1 of [Bra11]."""
    figure, cells = grid_of(plt, panels, 4, 1.9, 1.7, numbers, cores)
    for axes, (_, curves) in zip(cells, panels):
        scaling_panel(axes, plt.matplotlib.ticker, curves, limit)
    finish_grid(plt, figure, cells[0], file, title, unit)


def ratios_plot(plt, file, panels, numbers, cores, title):
    """`panels` are (measure, curves) with points (workers, mean, low, high)."""
    figure, cells = grid_of(plt, panels, 3, 2.5, 2.4, numbers, cores)
    for axes, (_, curves) in zip(cells, panels):
        for position, (label, color, points) in enumerate(curves):
            x = [place(number, position, len(curves)) for number, *_ in points]
            means = [mean for _, mean, _, _ in points]
            errors = [[mean - low for _, mean, low, _ in points], [high - mean for _, mean, _, high in points]]
            axes.errorbar(x, means, yerr=errors, color=color, linewidth=1.1, elinewidth=0.7, capsize=2, marker="o", markersize=3,
                          linestyle=DASHES[position % len(DASHES)], label=label)
        log_seconds(axes)
        axes.yaxis.set_major_locator(plt.matplotlib.ticker.LogLocator(base=2))
        axes.axhline(1, color="#999999", linewidth=0.7)
    finish_grid(plt, figure, cells[0], file, title, "ratio to one worker")
