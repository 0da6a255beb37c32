"""Plain SVG charts for the documentation: bars by name, and lines over a scale. No library."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

WIDTH, HEIGHT = 720, 360
LEFT, RIGHT, TOP, BOTTOM = 64, 24, 72, 56
COLOURS = ("#1b6ca8", "#d1495b", "#edae49", "#00798c", "#6a4c93", "#555555")
FONT = 'font-family="system-ui, sans-serif" font-size="12" fill="#222222"'


@dataclass(frozen=True)
class Axis:
    """What an axis shows: its name, its range, where it is marked, and whether by powers."""

    name: str
    low: float
    high: float
    marks: Sequence[float]
    logarithmic: bool = False

    def place(self, value: float) -> float:
        """Where a value stands, from 0 to 1."""
        low, high = self.low, self.high
        if self.logarithmic:
            value, low, high = (math.log10(max(v, 1e-9)) for v in (value, low, high))
        return (value - low) / (high - low)


def lines(
    title: str, across: Axis, up: Axis, series: Mapping[str, Sequence[tuple[float, float]]]
) -> str:
    """A chart of lines, each with its points."""
    parts = [_frame(title, list(series)), _marks_across(across), _marks_up(up)]
    for colour, points in zip(COLOURS, series.values(), strict=False):
        placed = [(_x(across.place(x)), _y(up.place(y))) for x, y in points]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in placed)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in placed]
    return _svg(parts)


def bars(title: str, up: Axis, names: Sequence[str], groups: Mapping[str, Sequence[float]]) -> str:
    """A chart of bars: for each name one bar of each group, with its value above."""
    parts = [_frame(title, list(groups)), _marks_up(up)]
    room = 1 / len(names)
    thick = 0.8 * room / len(groups)
    for number, name in enumerate(names):
        middle = _x((number + 0.5) * room)
        parts.append(_text(middle, HEIGHT - BOTTOM + 18, name, "middle"))
        for place, (colour, values) in enumerate(zip(COLOURS, groups.values(), strict=False)):
            left = _x(number * room + 0.1 * room + place * thick)
            top, width = _y(up.place(values[number])), thick * (WIDTH - LEFT - RIGHT) - 2
            height = HEIGHT - BOTTOM - top
            parts.append(
                f'<rect x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}" '
                f'fill="{colour}"/>'
            )
            parts.append(_text(left + width / 2, top - 4, f"{values[number]:.2f}", "middle"))
    return _svg(parts)


def save(path: Path, svg: str) -> None:
    """Write a chart, and say where."""
    path.write_text(svg, "utf-8")
    print(f"Wrote {path}")


def _svg(parts: Sequence[str]) -> str:
    inside = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" {FONT}>\n'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>\n{inside}\n</svg>\n'
    )


def _frame(title: str, names: Sequence[str]) -> str:
    parts = [_text(LEFT, 24, title, "start", 'font-weight="bold" font-size="14"')]
    x = float(LEFT)
    for colour, name in zip(COLOURS, names, strict=False):
        parts.append(f'<rect x="{x}" y="40" width="12" height="12" fill="{colour}"/>')
        parts.append(_text(x + 17, 50, name, "start"))
        x += 34 + 7 * len(name)
    return "\n".join(parts)


def _marks_across(axis: Axis) -> str:
    bottom = HEIGHT - BOTTOM
    parts = [_text(_x(0.5), HEIGHT - 12, axis.name, "middle")]
    for mark in axis.marks:
        x = _x(axis.place(mark))
        parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{bottom}" stroke="#eeeeee"/>')
        parts.append(_text(x, bottom + 18, f"{mark:,g}", "middle"))
    return "\n".join(parts)


def _marks_up(axis: Axis) -> str:
    parts = [_text(12, TOP - 8, axis.name, "start")]
    for mark in axis.marks:
        y = _y(axis.place(mark))
        parts.append(
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#dddddd"/>'
        )
        parts.append(_text(LEFT - 8, y + 4, f"{mark:,g}", "end"))
    return "\n".join(parts)


def _text(x: float, y: float, words: str, anchor: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" {more}>{escape(words)}</text>'


def _x(share: float) -> float:
    return LEFT + share * (WIDTH - LEFT - RIGHT)


def _y(share: float) -> float:
    return HEIGHT - BOTTOM - min(1.0, max(0.0, share)) * (HEIGHT - TOP - BOTTOM)
