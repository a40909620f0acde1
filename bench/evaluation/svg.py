# SPDX-License-Identifier: Apache-2.0
"""Line and bar charts as SVG text: axes, legend, bands. Enough for the figures of docs/evaluation.md."""

import math
from html import escape

WIDTH, HEIGHT = 760, 420
LEFT, RIGHT, TOP, BOTTOM = 64, 200, 40, 52
# Distinguishable also without colour vision (Okabe and Ito), then repeated with dashes.
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8c6d31"]
DASHES = ["", "6 3", "2 3"]
FONT = "font-family='sans-serif' font-size='12'"


class Axis:
    """Maps values to pixels; knows where ticks go."""

    def __init__(self, low, high, start, end, log=False):
        self.log = log
        self.low, self.high = (max(low, 1e-9), max(high, 10 * max(low, 1e-9))) if log else (low, max(high, low + 1e-9))
        self.start, self.end = start, end

    def at(self, value):
        if self.log:
            share = (math.log10(max(value, self.low)) - math.log10(self.low)) / (
                math.log10(self.high) - math.log10(self.low))
        else:
            share = (value - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    def ticks(self):
        if self.log:
            powers = range(math.ceil(math.log10(self.low)), math.floor(math.log10(self.high)) + 1)
            return [10.0 ** p for p in powers]
        rough = (self.high - self.low) / 5
        step = 10 ** math.floor(math.log10(rough))
        step *= next(m for m in (1, 2, 5, 10) if m * step >= rough)
        first = math.ceil(self.low / step)
        return [step * i for i in range(first, math.floor(self.high / step + 1e-9) + 1)]


def _number(value):
    if value >= 1e6:
        return f"{value / 1e6:g} M"
    return f"{value / 1e3:g} k" if value >= 1e4 else f"{value:g}"


def _text(x, y, text, anchor="middle", extra=""):
    return f"<text x='{x:.1f}' y='{y:.1f}' text-anchor='{anchor}' {FONT} {extra}>{escape(text)}</text>"


def _line(x1, y1, x2, y2, colour="#222", width=1, dash=""):
    dashed = f" stroke-dasharray='{dash}'" if dash else ""
    return (f"<line x1='{x1:.1f}' y1='{y1:.1f}' x2='{x2:.1f}' y2='{y2:.1f}' stroke='{colour}' "
            f"stroke-width='{width}'{dashed}/>")


def _style(index):
    return COLOURS[index % len(COLOURS)], DASHES[index // len(COLOURS) % len(DASHES)]


def _frame(title, x_label, y_label, x_ticks, y_axis, height=HEIGHT):
    """Background, grid, axes and their labels. x_ticks: (pixel, text)."""
    bottom, right = height - BOTTOM, WIDTH - RIGHT
    parts = [f"<rect width='{WIDTH}' height='{height}' fill='#ffffff'/>",
             _text(LEFT, 22, title, "start", "font-weight='bold'")]
    for value in y_axis.ticks():
        y = y_axis.at(value)
        parts += [_line(LEFT, y, right, y, "#e4e4e4"), _text(LEFT - 7, y + 4, _number(value), "end")]
    for x, text in x_ticks:
        parts += [_line(x, bottom, x, bottom + 4), _text(x, bottom + 18, text)]
    parts += [_line(LEFT, TOP, LEFT, bottom), _line(LEFT, bottom, right, bottom),
              _text((LEFT + right) / 2, height - 12, x_label),
              _text(16, (TOP + bottom) / 2, y_label, "middle", f"transform='rotate(-90 16 {(TOP + bottom) / 2:.1f})'")]
    return parts


def _legend(names):
    parts = []
    x, step = WIDTH - RIGHT + 14, min(18, (HEIGHT - TOP - 20) / max(len(names), 1))
    for i, name in enumerate(names):
        y = TOP + 8 + step * i
        parts.append(f"<rect x='{x}' y='{y - 9}' width='18' height='10' fill='{_style(i)[0]}'/>")
        parts.append(_text(x + 24, y, name, "start"))
    return parts


def _labels(ends):
    """Names at the ends of their curves, moved apart where they would overlap. ends: (y, name, style)."""
    step, parts, last = 12, [], TOP - 12
    room = HEIGHT - BOTTOM
    ends = sorted(ends)
    for left, (y, name, style) in zip(range(len(ends), 0, -1), ends):
        at = min(max(y, last + step), room - step * (left - 1))
        x = WIDTH - RIGHT
        parts += [_line(x, y, x + 10, at, style[0], 1), _text(x + 13, at + 4, name, "start", f"fill='{style[0]}'")]
        last = at
    return parts


def _document(parts):
    return (f"<svg xmlns='http://www.w3.org/2000/svg' width='{WIDTH}' height='{HEIGHT}' "
            f"viewBox='0 0 {WIDTH} {HEIGHT}'>\n" + "\n".join(parts) + "\n</svg>\n")


def lines(title, x_label, y_label, series, log_x=True, y_range=None):
    """series: name -> [(x, y) or (x, y, half width of the band)...], in the order of x."""
    points = [p for curve in series.values() for p in curve]
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    x_axis = Axis(min(xs), max(xs), LEFT, WIDTH - RIGHT, log_x)
    low, high = y_range or (min(0, *ys), max(ys) * 1.05)
    y_axis = Axis(low, high, HEIGHT - BOTTOM, TOP)
    parts = _frame(title, x_label, y_label, [(x_axis.at(t), _number(t)) for t in x_axis.ticks()], y_axis)
    for i, curve in enumerate(series.values()):
        colour, dash = _style(i)
        if len(curve[0]) > 2:
            upper = [(x_axis.at(x), y_axis.at(min(y + w, high))) for x, y, w in curve]
            lower = [(x_axis.at(x), y_axis.at(max(y - w, low))) for x, y, w in reversed(curve)]
            around = " ".join(f"{x:.1f},{y:.1f}" for x, y in upper + lower)
            parts.append(f"<polygon points='{around}' fill='{colour}' fill-opacity='0.18'/>")
        path = " ".join(f"{x_axis.at(p[0]):.1f},{y_axis.at(p[1]):.1f}" for p in curve)
        dashed = f" stroke-dasharray='{dash}'" if dash else ""
        parts.append(f"<polyline points='{path}' fill='none' stroke='{colour}' stroke-width='2'{dashed}/>")
    ends = [(y_axis.at(curve[-1][1]), name, _style(i)) for i, (name, curve) in enumerate(series.items())]
    return _document(parts + _labels(ends))


def stacked_bars(title, y_label, names, layers):
    """layers: name -> one share (0 to 100) per bar; stacked from below."""
    y_axis = Axis(0, 100, HEIGHT - BOTTOM - 84, TOP)
    width = (WIDTH - RIGHT - LEFT) / max(len(names), 1)
    parts = _frame(title, "", y_label, [], y_axis, HEIGHT - 84)
    bases = [0.0] * len(names)
    for i, values in enumerate(layers.values()):
        for j, value in enumerate(values):
            top, base = y_axis.at(bases[j] + value), y_axis.at(bases[j])
            parts.append(f"<rect x='{LEFT + width * j + 2:.1f}' y='{top:.1f}' width='{width - 4:.1f}' "
                         f"height='{base - top:.1f}' fill='{_style(i)[0]}'/>")
            bases[j] += value
    for j, name in enumerate(names):
        x, y = LEFT + width * (j + 0.6), HEIGHT - BOTTOM - 74
        parts.append(_text(x, y, name, "end", f"transform='rotate(-45 {x:.1f} {y:.1f})'"))
    background = f"<rect width='{WIDTH}' height='{HEIGHT}' fill='#ffffff'/>"
    return _document([background, *parts, *_legend(list(layers))])


def grid(charts, columns=2):
    """Several charts beside and below each other, each half as large if there are two columns."""
    width, height = WIDTH / columns, HEIGHT / columns
    rows = -(-len(charts) // columns)
    parts = [chart.replace(f"width='{WIDTH}' height='{HEIGHT}' viewBox",
                           f"x='{width * (i % columns):g}' y='{height * (i // columns):g}' width='{width:g}' height='{height:g}' viewBox", 1)
             for i, chart in enumerate(charts)]
    total = height * rows
    return (f"<svg xmlns='http://www.w3.org/2000/svg' width='{1.6 * WIDTH:g}' height='{1.6 * total:g}' "
            f"viewBox='0 0 {WIDTH} {total:g}'>\n" + "\n".join(parts) + "\n</svg>\n")
