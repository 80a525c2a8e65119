"""The curves that `learning.py` wrote, as a picture.

python curve.py curve-1.csv curve-2.csv curve-3.csv > learning.svg
"""

import csv
import sys

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 640, 320, 48, 28, 96, 40
WON, LOST = "#2563a8", "#b4552d"


def drawn(curves):
    """Shares of the last 500 games that were won and lost, by the number of games played: a line for each seed."""
    most = max(int(rows[-1]["games"]) for rows in curves)

    def at(games, share):
        x, y = LEFT + (WIDTH - LEFT - RIGHT) * games / most, TOP + (HEIGHT - TOP - BOTTOM) * (1 - share)
        return f"{x:.1f},{y:.1f}"

    def text(place, words, color="#444", anchor="start"):
        x, y = place.split(",")
        return f'<text x="{x}" y="{y}" fill="{color}" text-anchor="{anchor}">{words}</text>'

    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">'
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>'
    yield text(f"{LEFT},16", "Of the last 500 games against greedy, one line a seed")
    for share in (0, 0.25, 0.5, 0.75, 1):
        yield f'<polyline points="{at(0, share)} {at(most, share)}" fill="none" stroke="#ddd"/>'
        yield text(at(0, share - 0.01), f"{share:.0%} ", anchor="end")
    for quarter in range(5):
        games = most * quarter // 4
        yield text(at(games, -0.08), f"{games:,}", anchor="middle")
    for column, color in (("won", WON), ("lost", LOST)):
        for rows in curves:
            points = " ".join(at(int(row["games"]), float(row[column])) for row in rows)
            yield f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="1.5"/>'
        mean = sum(float(rows[-1][column]) for rows in curves) / len(curves)
        yield text(at(most * 1.02, mean), column, color)
    yield text(at(most / 2, -0.15), "games played", anchor="middle")
    yield "</svg>"


def main():
    """Read the curves that are named, and write the picture."""
    curves = []
    for name in sys.argv[1:]:
        with open(name, newline="") as file:
            curves.append(list(csv.DictReader(file)))
    print("\n".join(drawn(curves)))


if __name__ == "__main__":
    main()
