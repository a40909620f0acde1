# SPDX-License-Identifier: Apache-2.0
"""The few statistics that the papers use. Exact, with ties, for samples of the sizes used here."""

import collections
import math
import statistics


def tau_b(xs, ys):
    """Kendall's rank correlation with ties; None if one side never varies."""
    concordant = ties_x = ties_y = pairs = 0
    for i in range(len(xs)):
        for j in range(i):
            x, y = xs[i] - xs[j], ys[i] - ys[j]
            pairs += 1
            ties_x += x == 0
            ties_y += y == 0
            concordant += (x * y > 0) - (x * y < 0)
    below = (pairs - ties_x) * (pairs - ties_y)
    return concordant / math.sqrt(below) if below else None


def _doubled_ranks(values):
    """Twice the mid-rank of each value: whole numbers, ties included."""
    order = sorted(values)
    first = {v: order.index(v) for v in set(values)}
    count = collections.Counter(values)
    return [2 * first[v] + count[v] + 1 for v in values]


def _two_sided(ways, statistic):
    """Share of `ways` (value -> number of ways) at least as far from the mean as `statistic`."""
    total = sum(ways.values())
    mean = sum(v * n for v, n in ways.items()) / total
    far = abs(statistic - mean) - 1e-9
    return sum(n for v, n in ways.items() if abs(v - mean) >= far) / total


def mann_whitney(a, b):
    """Two-sided p-value that two independent samples come from one distribution."""
    ranks = _doubled_ranks([*a, *b])
    sums = [collections.Counter() for _ in range(len(a) + 1)]  # ranks chosen -> sum -> ways
    sums[0][0] = 1
    for rank in ranks:
        for n in range(len(a) - 1, -1, -1):
            for total, ways in list(sums[n].items()):
                sums[n + 1][total + rank] += ways
    return _two_sided(sums[len(a)], sum(ranks[:len(a)]))


def sign_test(more, less):
    """Two-sided p-value that both signs are equally likely."""
    n = more + less
    ways = collections.Counter({i: math.comb(n, i) for i in range(n + 1)})
    return _two_sided(ways, more)


def mean_interval(values, z=1.645):
    """Mean and half the width of its 90 % confidence interval."""
    if len(values) < 2:
        return values[0], 0.0
    return statistics.mean(values), z * statistics.stdev(values) / math.sqrt(len(values))
