#!/usr/bin/env python3
"""Checks certificates of numberline, as docs/CERTIFICATES.md describes them and by nothing else.

    python3 check_certificate.py FILE...

Says of each file what it proves, or why it does not hold. Exits with 0 if all of them hold, else with 1.
"""

import re
import sys
from collections import deque
from fractions import Fraction
from functools import reduce
from operator import xor

LARGEST_FILE = 67_108_864
LONGEST_LINE = 65_536
MOST_LINES = 500_000
MOST_PLIES = 20_000_000
MOST_RUNS = 1_000
SPELLED_OUT = 1_000
NUMBER = r"(?:0|[1-9][0-9]*)"


class Refused(Exception):
    """Why a certificate does not hold."""


def require(holds, reason):
    if not holds:
        raise Refused(reason)


def number(text, least, most):
    """A whole number, written in the only way there is."""
    require(re.fullmatch(NUMBER, text), f"'{text[:40]}' is no number")
    require(len(text) <= len(str(most)) and least <= int(text) <= most, f"'{text[:40]}' is not from {least} to {most}")
    return int(text)


def fraction(text):
    """A fraction from 0 to 1 in lowest terms."""
    require(re.fullmatch(f"{NUMBER}(?:/{NUMBER})?", text) and not text.endswith("/0"), f"'{text[:40]}' is not a fraction")
    value = Fraction(text)
    require(str(value) == text and value <= 1, f"'{text[:40]}' is not from 0 to 1 in lowest terms")
    return value


def player(text):
    require(text in ("1", "2"), f"'{text[:40]}' is no player")
    return int(text)


def parameters(text, *readers):
    """The values of `name=value name=value`, by a name and a reader for each."""
    words = text.split(" ")
    require(len(words) == len(readers), "the variant has other parameters")
    values = []
    for word, (name, read) in zip(words, readers):
        require(word.startswith(name + "="), f"expected the parameter {name}")
        values.append(read(word[len(name) + 1:]))
    return values


def between(least, most):
    return lambda text: number(text, least, most)


small = between(0, 999_999_999)  # A number of the lines 5 and 6.


def one_of(*words):
    def read(text):
        require(text in words, f"'{text[:40]}' is none of {', '.join(words)}")
        return text
    return read


# The games in which players take turns. A position is a tuple; `moves` lists the texts of the moves and where they lead,
# in the order of the rules; `winner` is None for as long as a player is to move.

class Siege:
    def __init__(self, variant):
        self.length, self.step = parameters(variant, ("length", between(2, 10_000)), ("step", between(1, 10_000)))

    def read(self, text):
        words = text.split(" ")
        require(len(words) == 3, "a position is two tokens and the player to move")
        one, two = (number(word, 0, self.length) for word in words[:2])
        mover = player(words[2])
        arrived = {1: one == self.length, 2: two == 0}
        require(not all(arrived.values()) and not arrived[mover], "nobody moves after a token has arrived")
        return one, two, mover

    def write(self, position):
        return "{} {} {}".format(*position)

    def mover(self, position):
        return position[2]

    def winner(self, position):
        one, two, mover = position
        return 3 - mover if one == two else 1 if one == self.length else 2 if two == 0 else None

    def moves(self, position):
        one, two, mover = position
        way = self.length - one if mover == 1 else two
        for step in range(1, min(self.step, way) + 1):
            yield str(step), (one + step, two, 2) if mover == 1 else (one, two - step, 1)

    def standing(self, position):
        return position


class Token:
    def __init__(self, variant):
        self.length, start, self.step, revisit = parameters(
            variant, ("length", between(3, 10_000)), ("start", between(2, 9_999)), ("step", between(1, 9_999)),
            ("revisit", one_of("yes", "no")))
        require(start < self.length, "the start is not between the ends")
        self.once = revisit == "no"

    def read(self, text):
        words = text.split(" ")
        require(len(words) == (3 if self.once else 2), "a position is a square, the player to move and visited squares")
        square, mover = number(words[0], 1, self.length), player(words[1])
        if not self.once:
            return square, mover, None
        visited = [number(word, 1, self.length) for word in words[2].split(",")]
        require(all(a < b for a, b in zip(visited, visited[1:])), "visited squares are in ascending order")
        require(square in visited, "the token has visited its own square")
        require(all(end == square or end not in visited for end in (1, self.length)), "the game was over on that end")
        require(all(b - a <= self.step for a, b in zip(visited, visited[1:])), "no move is that long")
        return square, mover, frozenset(visited)

    def write(self, position):
        square, mover, visited = position
        return f"{square} {mover}" + (" " + ",".join(map(str, sorted(visited))) if self.once else "")

    def mover(self, position):
        return position[1]

    def winner(self, position):
        square, mover, _ = position
        if square in (1, self.length):
            return mover
        return 3 - mover if self.once and not any(self.moves(position)) else None

    def moves(self, position):
        square, mover, visited = position
        for sign, direction in ((-1, "left"), (1, "right")):
            for distance in range(1, self.step + 1):
                landing = square + sign * distance
                if not 1 <= landing <= self.length:
                    break
                if not self.once or landing not in visited:
                    yield f"{distance} {direction}", (landing, 3 - mover, visited | {landing} if self.once else None)

    standing = Siege.standing


class LastMove:
    """What duel and blockade have in common. Of a position only the player to move and the runs of free cells are kept: pairs of
    a first cell and a length."""

    def __init__(self, variant):
        self.length, misere = parameters(variant, ("length", between(1, 10**18)), ("misere", one_of("yes", "no")))
        self.last_wins = misere == "no"

    def read(self, text):
        cells, space, mover = text.rpartition(" ")
        require(space, "a position is cells and the player to move")
        parts, at = [], 1
        for letter, digits in re.findall(r"(.)(?:\{([^}]*)\})?", cells):
            require(letter in self.LETTERS, f"'{letter}' is no cell")
            times = number(digits, 1, 10**18) if digits else 1
            if parts and parts[-1][0] == letter:
                parts[-1][2] += times
            else:
                parts.append([letter, at, times])
            at += times
        require(at - 1 == self.length, "the position has another length")
        require(cells == self.cells(parts), "the cells are written in another way")
        self.check(parts)
        return player(mover), tuple((first, times) for letter, first, times in parts if letter == ".")

    def cells(self, parts):
        short = self.length > SPELLED_OUT
        return "".join(f"{letter}{{{times}}}" if short and times > 3 else letter * times for letter, _, times in parts)

    def check(self, parts):
        pass

    def write(self, position):
        mover, runs = position
        parts, at = [], 1
        for first, length in runs:
            if first > at:
                parts.append((self.TAKEN, at, first - at))
            parts.append((".", first, length))
            at = first + length
        if at <= self.length:
            parts.append((self.TAKEN, at, self.length + 1 - at))
        return f"{self.cells(parts)} {mover}"

    def mover(self, position):
        return position[0]

    def winner(self, position):
        mover, runs = position
        return None if runs else (3 - mover if self.last_wins else mover)

    def moves(self, position):
        mover, runs = position
        for place, (first, length) in enumerate(runs):
            for name, low, high in self.takes(first, first + length - 1):
                left = (first, low - first), (high + 1, first + length - 1 - high)
                left = tuple(part for part in left if part[1] > 0)
                yield name, (3 - mover, runs[:place] + left + runs[place + 1:])

    def standing(self, position):
        at, runs = 1, []
        for length in sorted(length for _, length in position[1]):
            runs.append((at, length))
            at += length + 1
        return 1, tuple(runs)


class Duel(LastMove):
    LETTERS, TAKEN, MOST_TAKEN = ".X", "X", 2

    def takes(self, first, last):
        """The moves in a run: their texts, and the first and last cell that they take."""
        for cell in range(first, last + 1):
            yield str(cell), cell, cell
        for cell in range(first, last):
            yield f"{cell} {cell + 1}", cell, cell + 1


class Blockade(LastMove):
    LETTERS, TAKEN, MOST_TAKEN = ".-XO", "-", 3

    def takes(self, first, last):
        for cell in range(first, last + 1):
            yield str(cell), max(first, cell - 1), min(last, cell + 1)

    def check(self, parts):
        for before, after in zip(parts, parts[1:]):
            claimed = [part for part in (before, after) if part[0] in "XO"]
            require(not claimed or "-" in (before[0], after[0]), "next to a claim everything is blocked")
        require(all(times == 1 for letter, _, times in parts if letter in "XO"), "next to a claim everything is blocked")


class Cards:
    """A position is the marker, both hands and who pushed last, 0 for nobody."""

    def __init__(self, variant):
        self.highest, self.end, self.tiebreak = parameters(
            variant, ("cards", between(1, 20)), ("end", between(1, 1_000)), ("tiebreak", one_of("rules", "sample")))

    def hand(self, text):
        cards = [] if text == "-" else [number(word, 1, self.highest) for word in text.split(",")]
        require(all(a < b for a, b in zip(cards, cards[1:])), "cards are in ascending order")
        return frozenset(cards)

    def read(self, text):
        words = text.split(" ")
        require(len(words) == 4, "a position is the marker, both hands and who pushed last")
        require(words[0] != "-0", "0 has no sign")
        marker = -number(words[0][1:], 1, self.end) if words[0].startswith("-") else number(words[0], 0, self.end)
        hands = self.hand(words[1]), self.hand(words[2])
        require(len(hands[0]) == len(hands[1]), "both hands are equally large")
        if words[3] == "-":
            require(marker == 0 and hands[0] == hands[1], "a player has pushed")
            return marker, *hands, 0
        pusher = player(words[3])
        played = [set(range(1, self.highest + 1)) - hand for hand in hands]
        own, other = played if pusher == 1 else reversed(played)
        require(own and max(own) > min(other), f"player {pusher} cannot have pushed")
        return marker, *hands, pusher

    def write(self, position):
        marker, one, two, pusher = position
        hands = (",".join(map(str, sorted(hand))) or "-" for hand in (one, two))
        return " ".join([str(marker), *hands, str(pusher or "-")])

    def winner(self, position):
        marker, one, two, pusher = position
        if abs(marker) == self.end or (not one and marker != 0):
            return 1 if marker > 0 else 2
        if one:
            return None
        if not pusher:
            return 2
        return pusher if self.tiebreak == "rules" else 3 - pusher

    def after(self, position, card_one, card_two):
        marker, one, two, pusher = position
        marker = max(-self.end, min(self.end, marker + card_one - card_two))
        if card_one != card_two:
            pusher = 1 if card_one > card_two else 2
        return marker, one - {card_one}, two - {card_two}, pusher


GAMES = {"duel": Duel, "token": Token, "blockade": Blockade, "cards": Cards, "siege": Siege}


# The three kinds of proof. Each takes the lines and gives the claim that they prove.

def search(game, start):
    """Numbers every position that can come up and is not finished, in the order of a search in breadth."""
    numbers, queue, plies = {}, deque(), 0

    def meet(position):
        if game.winner(position) is None:
            position = game.standing(position)
            if position not in numbers:
                numbers[position] = len(numbers)
                queue.append(position)

    meet(start)
    while queue:
        for _, after in game.moves(queue.popleft()):
            plies += 1
            meet(after)
        require(plies <= MOST_PLIES and len(numbers) <= MOST_LINES, "there are too many positions or plies")
    return numbers


def judge(game, position, known):
    """What the lines above make of a position, and the first move that does it."""
    mover = game.mover(position)
    wins, losses, undecided = [], [], []
    for text, after in game.moves(position):
        winner = game.winner(after)
        if winner is not None:
            (wins if winner == mover else losses).append((1, text))
            continue
        worth, plies = known.get(game.standing(after), ("open", 0))
        if worth == "lose":
            wins.append((plies + 1, text))
        elif worth == "win":
            losses.append((plies + 1, text))
        else:
            undecided.append(text)
    if wins:
        return "win", *min(wins, key=lambda win: win[0])
    if undecided:
        return "draw", 0, undecided[0]
    return "lose", max(plies for plies, _ in losses), None


def by_positions(game, start, count, lines):
    numbers = search(game, start)
    require(len(numbers) == count, f"{len(numbers)} positions can come up and need a line")
    known, before = {}, (-1, -1)
    for line in lines:
        text, equals, said = line.partition(" = ")
        require(equals, "expected a position, ' = ' and its value")
        position = game.read(text)
        require(game.standing(position) == position and game.write(position) == text, "another position stands for this")
        require(position in numbers, "no play leads to this position")
        worth, plies, move = judge(game, position, known)
        follows = worth + ("" if worth == "draw" else f" in {plies}") + (f" by {move}" if move else "")
        require(said == follows, f"this says '{said[:60]}', but the lines above make it '{follows}'")
        place = (float("inf") if worth == "draw" else plies, numbers[position])
        require(place > before, "this line is in the wrong place, or repeated")
        known[position], before = (worth, plies), place
    winner, plies = game.winner(start), 0
    if winner is None:
        worth, plies = known[game.standing(start)]
        if worth == "draw":
            return "draw"
        winner = game.mover(start) if worth == "win" else 3 - game.mover(start)
    return f"{winner} wins in {plies}"


def by_nimbers(game, start, count, period, since, lines):
    require(game.last_wins, "nimbers prove nothing where the last move loses")
    require(game.winner(start) is None, "the game is over, which takes no nimbers to see")
    needed = 2 * since + 2 * period + game.MOST_TAKEN
    require(period >= 1 and count == needed and count <= MOST_RUNS, f"such a period takes {needed} lines, at most {MOST_RUNS}")
    nimbers = []
    for run, line in enumerate(lines):
        plies = game.moves((1, ((1, run),) if run else ()))
        left = {reduce(xor, (nimbers[length] for _, length in parts), 0) for _, (_, parts) in plies}
        nimber = next(nimber for nimber in range(len(left) + 1) if nimber not in left)
        require(line == f"{run} = {nimber}", f"the lines above make this '{run} = {nimber}'")
        require(run - period < since or nimbers[run - period] == nimber, f"this breaks the period of {period}")
        nimbers.append(nimber)
    mover, runs = start
    places = (length if length < since else since + (length - since) % period for _, length in runs)
    total = reduce(xor, (nimbers[place] for place in places), 0)
    return f"{mover if total else 3 - mover} wins with nimber {total}"


def strategy(text, hand):
    cards = []
    for share in text.split(","):
        card, colon, weight = share.partition(":")
        require(colon, "a strategy is written '1:1/3,2:2/3'")
        cards.append((number(card, 1, 20), fraction(weight)))
        require(cards[-1][0] in hand and cards[-1][1] > 0, "a strategy plays cards of the hand")
    require(all(a[0] < b[0] for a, b in zip(cards, cards[1:])), "the cards of a strategy are in ascending order")
    require(sum(weight for _, weight in cards) == 1, "the weights of a strategy make 1")
    return cards


def by_mixes(game, start, count, lines):
    chances, unused, before = {}, set(), (-1, "")

    def chance(position):
        winner = game.winner(position)
        if winner is not None:
            return Fraction(winner == 1)
        require(position in chances, f"this depends on '{game.write(position)}', which no line above proves")
        unused.discard(position)
        return chances[position]

    for line in lines:
        shape = re.fullmatch(r"(.*?) = (.*?) by (.*?) against (.*)", line)
        require(shape, "expected a position, its chance and two strategies")
        position, value = game.read(shape[1]), fraction(shape[2])
        require(game.write(position) == shape[1], "the position is written in another way")
        require(game.winner(position) is None, "the game is over here, so this needs no line")
        _, hand_one, hand_two, _ = position
        one, two = strategy(shape[3], hand_one), strategy(shape[4], hand_two)
        place = (len(hand_one), shape[1])
        require(place > before, "this line is in the wrong place, or repeated")
        for card in hand_two:
            worth = sum(weight * chance(game.after(position, own, card)) for own, weight in one)
            require(worth >= value, f"against card {card} Player 1's strategy is worth only {worth}")
        for card in hand_one:
            worth = sum(weight * chance(game.after(position, card, own)) for own, weight in two)
            require(worth <= value, f"against Player 2's strategy card {card} is worth {worth}")
        chances[position], before = value, place
        unused.add(position)
    value = chance(start)
    require(not unused, "there is a line on which nothing rests")
    return f"1 wins with chance {value}"


def seal(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = ((value ^ byte) * 0x100000001B3) & 0xFFFF_FFFF_FFFF_FFFF
    return f"{value:016x}"


def check(data):
    """What a certificate proves; refuses one that does not hold."""
    require(len(data) <= LARGEST_FILE, "the file is too large")
    require(data.endswith(b"\n"), "the last line is cut off")
    require(all(byte == 10 or 32 <= byte <= 126 for byte in data), "there are characters in it that no certificate has")
    lines = data.decode("ascii").split("\n")[:-1]
    require(all(len(line) <= LONGEST_LINE for line in lines), "a line is too long")
    require(len(lines) >= 7, "the file ends before the certificate does")
    require(lines[0] == "numberline certificate 1", "this is no certificate")
    fields = []
    for line, word in zip(lines[1:6], ("game", "variant", "position", "value", "proof")):
        require(line.startswith(word + " "), f"expected '{word}' and its value")
        fields.append(line[len(word) + 1:])
    name, variant, position, claim, proof = fields
    require(name in GAMES, "there is no such game")
    game = GAMES[name](variant)
    start = game.read(position)
    kind, *numbers = proof.split(" ")
    count = small(numbers[0]) if numbers else 0
    require(count <= MOST_LINES, "the proof is too long")
    require(len(lines) == count + 7, "the proof has another number of lines")
    if kind == "positions" and len(numbers) == 1 and name != "cards":
        proved = by_positions(game, start, count, lines[6:-1])
    elif kind == "mixes" and len(numbers) == 1 and name == "cards":
        proved = by_mixes(game, start, count, lines[6:-1])
    elif kind == "nimbers" and numbers[1::2] == ["period", "from"] and len(numbers) == 5 and isinstance(game, LastMove):
        proved = by_nimbers(game, start, count, small(numbers[2]), small(numbers[4]), lines[6:-1])
    else:
        raise Refused("this game has no proof of this kind")
    require(proved == claim, f"this claims '{claim}', but the lines prove '{proved}'")
    above = data[:data.rindex(b"\n", 0, -1) + 1]
    require(lines[-1] == f"end {seal(above)}", "the seal does not fit")
    return f"{name} {variant}, {position}: {proved}"


def main(files):
    if hasattr(sys, "set_int_max_str_digits"):
        sys.set_int_max_str_digits(0)
    status = 0
    for file in files:
        try:
            with open(file, "rb") as opened:
                print(f"{file} holds: {check(opened.read())}")
        except (OSError, Refused) as reason:
            print(f"{file} does not hold: {reason}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) if sys.argv[1:] else __doc__)
