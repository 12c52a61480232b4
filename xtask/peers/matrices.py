#!/usr/bin/env python3
"""Solves the matrix games that `numberline-pace` solves, with Gambit in fractions or with HiGHS in floating-point numbers.

`matrices.py gambit|highs SIZE TIMES` prints the nanoseconds of processor time, without making the matrices, and the sum
of the values. `matrices.py versions` prints the versions.
"""

import io
import sys
import time
from importlib.metadata import version


def matrices(size, times):
    """The first matrices of Marsaglia's xorshift from 2, with whole payoffs from -20 to 20."""
    state = 2
    for _ in range(times):
        payoffs = []
        for _ in range(size * size):
            state ^= state << 13 & 0xFFFFFFFFFFFFFFFF
            state ^= state >> 7
            state ^= state << 17 & 0xFFFFFFFFFFFFFFFF
            payoffs.append(state % 41 - 20)
        yield [payoffs[row * size : (row + 1) * size] for row in range(size)]


def gambit(payoffs):
    """Exact, by linear programming over fractions."""
    import pygambit

    size = len(payoffs)
    # The names of the strategies vary between versions; a game that is read needs none.
    cells = " ".join(f"{payoffs[row][column]} {-payoffs[row][column]}" for column in range(size) for row in range(size))
    text = f'NFG 1 R "" {{ "1" "2" }} {{ {size} {size} }}\n{cells}\n'
    game = pygambit.read_nfg(io.StringIO(text))
    began = time.process_time_ns()
    result = pygambit.nash.lp_solve(game, rational=True)
    took = time.process_time_ns() - began
    # One equilibrium in newer versions, a list of one in older ones.
    found = result.equilibrium if hasattr(result, "equilibrium") else result.equilibria[0]
    return took, float(next(iter(payoffs_of(found))))


def payoffs_of(profile):
    """The payoffs of both players, under either of the names that the versions have for them."""
    if hasattr(profile, "payoffs"):
        found = profile.payoffs
        found = found() if callable(found) else found
        found = found.values() if hasattr(found, "values") else found
        return [pair[1] if isinstance(pair, tuple) else pair for pair in found]
    return [profile.payoff(player) for player in profile.game.players]


def highs(payoffs):
    """In floating-point numbers: the row player's mix and the value, the column player's as the dual solution."""
    import highspy
    import numpy

    size = len(payoffs)
    infinity = highspy.kHighsInf
    solver = highspy.Highs()
    solver.silent()
    solver.setOptionValue("threads", 1)
    program = highspy.HighsLp()
    # The weights of the rows, and the value that every column has to reach.
    program.num_col_, program.num_row_ = size + 1, size + 1
    program.col_cost_ = numpy.array([0.0] * size + [-1.0])
    program.col_lower_ = numpy.array([0.0] * size + [-infinity])
    program.col_upper_ = numpy.array([infinity] * (size + 1))
    program.row_lower_ = numpy.array([0.0] * size + [1.0])
    program.row_upper_ = numpy.array([infinity] * size + [1.0])
    matrix = numpy.zeros((size + 1, size + 1))
    matrix[:size, :size] = numpy.array(payoffs).T
    matrix[:size, size] = -1.0
    matrix[size, :size] = 1.0
    columns = numpy.nonzero(matrix.T)
    counts = numpy.bincount(columns[0], minlength=size + 1)
    program.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    program.a_matrix_.start_ = numpy.concatenate([[0], numpy.cumsum(counts)])
    program.a_matrix_.index_ = columns[1]
    program.a_matrix_.value_ = matrix.T[columns]
    began = time.process_time_ns()
    solver.passModel(program)
    solver.run()
    solution = solver.getSolution()
    took = time.process_time_ns() - began
    return took, solution.col_value[size]


def main():
    """Prints what was asked for."""
    if sys.argv[1:] == ["versions"]:
        for package in ["open_spiel", "pygambit", "highspy", "pettingzoo"]:
            print(package, version(package))
        return
    solve = {"gambit": gambit, "highs": highs}[sys.argv[1]]
    took = total = 0
    for payoffs in matrices(int(sys.argv[2]), int(sys.argv[3])):
        nanoseconds, value = solve(payoffs)
        took += nanoseconds
        total += value
    print(took, f"sum {total:.6f}")


main()
