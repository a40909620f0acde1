# SPDX-License-Identifier: Apache-2.0
"""The few statistics that the papers use. Exact, with ties, for samples of the sizes used here."""

import collections
import math
import random
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


def _ways_to_choose(ranks, count):
    """How many choices of so many ranks have which sum. The numbers for all sums are the digits of one large number:
    adding a rank is a shift and an addition, whatever the size."""
    digit = math.comb(len(ranks), count).bit_length() + 1
    ways = [1] + [0] * count  # by how many are chosen
    for rank in ranks:
        for n in range(count, 0, -1):
            ways[n] += ways[n - 1] << digit * rank
    mask = (1 << digit) - 1
    digits = ((total, ways[count] >> digit * total & mask) for total in range(sum(ranks) + 1))
    return {total: n for total, n in digits if n}


def mann_whitney(a, b):
    """Two-sided p-value that two independent samples come from one distribution."""
    ranks = _doubled_ranks([*a, *b])
    return _two_sided(_ways_to_choose(ranks, len(a)), sum(ranks[:len(a)]))


def sign_test(more, less):
    """Two-sided p-value that both signs are equally likely."""
    n = more + less
    ways = collections.Counter({i: math.comb(n, i) for i in range(n + 1)})
    return _two_sided(ways, more)


def tau_test(xs, ys, rounds=10000):
    """Two-sided p-value that two rankings have nothing to do with each other: how often a random order of one gives a
    tau as far from 0. Sampled, with a fixed seed."""
    tau = tau_b(xs, ys)
    if tau is None:
        return 1.0
    draw, shuffled = random.Random(1), list(ys)
    far = 0
    for _ in range(rounds):
        draw.shuffle(shuffled)
        far += abs(tau_b(xs, shuffled)) >= abs(tau) - 1e-9
    return (far + 1) / (rounds + 1)


def mean_interval(values, z=1.645):
    """Mean and half the width of its 90 % confidence interval."""
    if len(values) < 2:
        return values[0], 0.0
    return statistics.mean(values), z * statistics.stdev(values) / math.sqrt(len(values))
