"""The solo opponent (rules: Solo play). It decides nothing: its turn is a fixed procedure, told step by step.

Its turn is made of frames that ask nobody: PLAN lists effects to resolve, SEEK looks for a displayed card along its
priorities and may ask the human (DENY) when the human's influence lies on it. `plot` holds its numbers: place on the
resource track, comets, bonuses due, board.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from waystation.engine.events import EventLog
from waystation.engine.state import Frame

from . import cards, track
from .components import NOTHING
from .counting import ALL_UPGRADES, CARDS_AT, UPGRADES_AT
from .expression import ANY_TILE, Op
from .frames import DISPLAY, USED_BLACK, Ask
from .frames import RETRIEVE as TO_RETRIEVE
from .frames import TAKE as TO_TAKE
from .frames import WORK as TO_WORK
from .names import (
    ANY_GUILD,
    BLACK,
    BLUE,
    DECKS,
    GREEN,
    GREEN_WORKER,
    GUILD_NAMES,
    INSPIRATION,
    LAND,
    PINK,
    SPACE,
    TOWNSFOLK,
    WATER,
    WORKERS,
    YELLOW,
)  # fmt: skip
from .words import cost_words, effects_words

if TYPE_CHECKING:
    from .state import WayfarersState

HUMAN, ME = 0, 1
TRACK, COMETS, DUE, BOARD = range(4)
"""Places in `plot`."""
TO_MARK = 3
"""A purpose of SEEK besides those for which a fee is paid."""
CLOCKWISE = (BLACK, BLUE, YELLOW, GREEN)
DECK_OF = {BLACK: SPACE, BLUE: WATER, YELLOW: LAND, GREEN: TOWNSFOLK}
WORKS_ON = (TOWNSFOLK, LAND, WATER)
"""Where it places green, yellow and blue workers."""
PATH = (*range(14, 21), *range(13, 6, -1), *range(7))
"""Its caravan cells (3 rows of 7) in the order in which tiles cover them."""
CARD_VP = {LAND: 2, WATER: 2, SPACE: 3, TOWNSFOLK: 1, INSPIRATION: 4}
MAX_COMETS = 10
BONUS_FROM, BONUS_TO = 4, 5


def say(log: EventLog | None, text: str, **data: object) -> None:
    """One step of its turn, for the log."""
    if log is not None:
        log.add("solo", None, text, data)


# ---------------------------------------------------------------------- priorities


def newest(s: WayfarersState) -> int:
    """The newest face-up scheme card, or -1."""
    return s.schemes[-1] if s.schemes else -1


def position_value(s: WayfarersState) -> int:
    """The silver of the two newest face-up scheme cards together."""
    box = s.game.box
    return sum(box.schemes[scheme].silver for scheme in s.schemes[-2:])


def position_order(value: int, n: int = 4) -> list[int]:
    """Places 0 to n-1 in the order of preference; with three piles a value of 4 starts at an imaginary fourth."""
    orders = ((0, 1, 2, 3), (0, 1, 2, 3), (1, 2, 3, 0), (2, 1, 0, 3), (3, 2, 1, 0))
    return [place for place in orders[value] if place < n]


def colour_order(s: WayfarersState) -> list[int]:
    """Colours in the order of preference: the one at its resource marker, then clockwise."""
    start = CLOCKWISE.index(s.game.box.solo_track[s.plot[TRACK]][0])
    return [CLOCKWISE[(start + i) % 4] for i in range(4)]


def slot_order(s: WayfarersState, deck: int) -> list[int]:
    """Slots of a display in the order of preference; inspiration has its own."""
    if deck == INSPIRATION:
        first = s.game.box.solo_track[s.plot[TRACK]][1]
        return [deck * 4 + (first - i) % 4 for i in range(4)]
    return [deck * 4 + place for place in position_order(position_value(s))]


# ---------------------------------------------------------------------- its turn


def resume(s: WayfarersState, frame: Frame, log: EventLog | None) -> None:
    """Go on with its turn."""
    match frame[0]:
        case Ask.SOLO:
            _begin(s, log)
        case Ask.PLAN:
            if len(frame) > 3:
                s.agenda.append((Ask.PLAN, 0, *frame[3:]))
            _do(s, frame[2], log)
        case Ask.SEEK:
            _seek(s, frame, log)
        case Ask.SCHEME:
            _choose_action(s, log)
        case Ask.STEP:
            _further_step(s, frame[2], log)
        case Ask.RESHUFFLE:
            s.scheme_pile = list(range(len(s.game.box.schemes)))
            s.chance.shuffle(s.scheme_pile)
            s.schemes = []
            say(log, "The opponent shuffles its scheme cards.")


def _plan(s: WayfarersState, effects: Iterable[int]) -> None:
    found = tuple(effects)
    if found:
        s.agenda.append((Ask.PLAN, 0, *found))


def _begin(s: WayfarersState, log: EventLog | None) -> None:
    box = s.game.box
    if s.plot[DUE]:
        say(log, "It first gains the bonus that its marker passed in your turn.")
        s.agenda.append((Ask.SOLO, 0))
        _plan(s, box.solo_boards[s.plot[BOARD]].bonus * s.plot[DUE])
        s.plot[DUE] = 0
        return
    reds = sum(box.schemes[scheme].red for scheme in s.schemes)
    if reds == 3 or len(s.schemes) - reds == 3:
        _rest(s, log)
    else:
        _reveal(s, log)


def _rest(s: WayfarersState, log: EventLog | None) -> None:
    """Rest: a comet if the newest scheme card shows one, its board's acquisition, a journal step; then reshuffle."""
    box = s.game.box
    say(log, "Three scheme cards of one colour lie open: the opponent rests.")
    s.agenda.append((Ask.RESHUFFLE, 0))
    _plan(s, (*box.solo_boards[s.plot[BOARD]].rest, box.journal_step))
    if box.schemes[newest(s)].comet:
        _comet(s, log)


def _reveal(s: WayfarersState, log: EventLog | None) -> None:
    s.schemes.append(s.scheme_pile.pop())
    scheme = s.game.box.schemes[newest(s)]
    colour = "red" if scheme.red else "blue"
    if log is not None:
        text = f"The opponent reveals scheme card {scheme.name} ({colour}, {scheme.silver} silver)."
        log.add("scheme", None, text, {"scheme": scheme.name}, reveals=True)
    s.agenda.append((Ask.SCHEME, 0))
    _advance(s, scheme.silver, log)


def _choose_action(s: WayfarersState, log: EventLog | None) -> None:
    """The first action if it is possible, else the second, never both."""
    box = s.game.box
    scheme = box.schemes[newest(s)]
    guild = s.seats[ME].guild
    cost = scheme.first_cost.guilds
    if box.op[scheme.first[0]] == Op.WORKER:
        possible = _worker_for(s, box.parts[scheme.first[0]][0]) >= 0
    else:
        possible = all(have >= need for have, need in zip(guild, cost, strict=True))
    if possible:
        price = f", for {cost_words(scheme.first_cost)}" if any(cost) else ""
        say(log, f"It takes the first action: {effects_words(box, scheme.first)}{price}.")
        for colour, n in enumerate(cost):
            guild[colour] -= n
        _plan(s, scheme.first)
    else:
        say(
            log,
            f"Its first action is not possible; it takes the second: {effects_words(box, scheme.second)}.",
        )
        _plan(s, scheme.second)


def _worker_for(s: WayfarersState, colours: tuple[int, ...]) -> int:
    """The first of these worker colours that it owns and can place, or -1."""
    for colour in colours:
        if s.seats[ME].workers[colour] and any(_usable(s, TO_WORK, slot, colour) for slot in DISPLAY[WORKS_ON[colour]]):
            return colour
    return -1


def _advance(s: WayfarersState, steps: int, log: EventLog | None, own_turn: bool = True) -> None:
    """Its resource marker moves; passing from space 4 to 5 gains the bonus, at once or when it acts next."""
    box = s.game.box
    passed = 0
    for _ in range(steps):
        passed += s.plot[TRACK] == BONUS_FROM
        s.plot[TRACK] = (s.plot[TRACK] + 1) % len(box.solo_track)
    if steps:
        say(log, f"Its resource marker moves {steps} space{'s' if steps > 1 else ''}, to space {s.plot[TRACK]}.")
    if passed and own_turn:
        say(log, "The marker passes the bonus.")
        _plan(s, box.solo_boards[s.plot[BOARD]].bonus)
    elif passed:
        s.plot[DUE] += passed


def _comet(s: WayfarersState, log: EventLog | None) -> None:
    s.plot[COMETS] = min(MAX_COMETS, s.plot[COMETS] + 1)
    say(log, f"Its comet marker moves to {s.plot[COMETS]}.")


def fee_received(s: WayfarersState, log: EventLog | None) -> None:
    """The human paid for a card with its influence: its marker moves 1 (rules: Solo play)."""
    _advance(s, 1, log, own_turn=s.turn == ME)


# ---------------------------------------------------------------------- effects


def _do(s: WayfarersState, effect: int, log: EventLog | None) -> None:
    box = s.game.box
    op, arg, n = box.op[effect], box.arg[effect], box.n[effect]
    match op:
        case Op.SILVER | Op.PROVISION:
            _advance(s, n, log)
        case Op.GUILD:
            _influence(s, arg, n, log)
        case Op.MARK | Op.ADJUST:
            _mark(s, log)
        case Op.RETRIEVE | Op.REFRESH:
            s.agenda.append((Ask.SEEK, 0, TO_RETRIEVE, -1, 0, 0))
        case Op.JOURNAL:
            _journal(s, log)
        case Op.ACQUIRE:
            s.agenda.append((Ask.SEEK, 0, TO_TAKE, arg, 0, 0))
        case Op.DRAW | Op.TOP:
            _take_top(s, arg, log)
        case Op.UPGRADE | Op.DIE:
            _upgrade(s, ANY_TILE if op == Op.DIE else arg, log)
        case Op.COMET:
            _comet(s, log)
        case Op.FOCUS:
            _plan(s, box.solo_boards[s.plot[BOARD]].focus)
        case Op.WORKER:
            colour = _worker_for(s, box.parts[effect][0])
            if colour >= 0:
                s.agenda.append((Ask.SEEK, 0, TO_WORK, WORKS_ON[colour], colour, 0))
        case Op.PAID:
            _plan(s, box.parts[effect][0])
        case Op.CHOICE:
            _choose_branch(s, effect)


def _choose_branch(s: WayfarersState, effect: int) -> None:
    """The first branch, except that it does without a special tile when none is left: then it takes the card."""
    box = s.game.box
    pink_left = any(s.stock[tile] for tile in box.tiles_of[PINK])
    for part in box.parts[effect]:
        if pink_left or not any(box.op[e] == Op.UPGRADE and box.arg[e] == PINK for e in part):
            _plan(s, part)
            return


def _influence(s: WayfarersState, guild: int, n: int, log: EventLog | None) -> None:
    if guild == ANY_GUILD:
        guild = next(colour for colour in colour_order(s) if colour != GREEN)
    s.seats[ME].guild[guild] += n
    say(log, f"It places {n} influence in the {GUILD_NAMES[guild]} guild.", guild=guild, n=n)


def _mark(s: WayfarersState, log: EventLog | None) -> None:
    """Influence on a card: colour priority says which display, position priority which card."""
    for colour in colour_order(s):
        deck = DECK_OF[colour]
        if any(_usable(s, TO_MARK, slot, 0) for slot in DISPLAY[deck]):
            s.agenda.append((Ask.SEEK, 0, TO_MARK, deck, 0, 0))
            return
    say(log, "It finds no card to lay influence on.")


def _take_top(s: WayfarersState, deck: int, log: EventLog | None) -> None:
    if s.piles[deck]:
        card = s.draw_from(deck)
        if log is not None:
            text = f"It takes the top {DECKS[deck]} card, {s.game.box.label(card)}."
            log.add("solo", None, text, {"card": card}, reveals=True)
        own(s, card)


def own(s: WayfarersState, card: int) -> None:
    """It ignores the icons of its cards; only their number counts."""
    me = s.seats[ME]
    me.cards += (card,)
    me.town += (NOTHING,)
    me.count[CARDS_AT + s.game.box.cards[card].deck] += 1


# ---------------------------------------------------------------------- looking for a card


def _usable(s: WayfarersState, purpose: int, slot: int, extra: int) -> bool:
    card = s.show[slot]
    if card < 0:
        return False
    if purpose == TO_WORK:
        return not s.crew[slot] >> extra & 1
    if purpose == TO_MARK:
        return s.mark[slot] < 0
    return s.locked >> 2 != card


def candidates(s: WayfarersState, frame: Frame) -> list[tuple[int, int]]:
    """(slot, extra) in the order of preference, without what the human pushed it away from."""
    _, _, purpose, deck, extra, denied = frame[:6]
    if purpose == TO_RETRIEVE:
        found = _workers_in_order(s)
    else:
        found = [(slot, extra) for slot in slot_order(s, deck) if _usable(s, purpose, slot, extra)]
    return [(slot, what) for slot, what in found if not denied >> slot & 1]


def _workers_in_order(s: WayfarersState) -> list[tuple[int, int]]:
    """Workers on cards: green first, then by colour priority; ties by position priority, then by the card's colour."""
    colours = colour_order(s)
    rank = {WORKERS.index("green"): -1, 1: colours.index(YELLOW), 2: colours.index(BLUE)}
    decks = [*(DECK_OF[colour] for colour in colours), INSPIRATION]
    slots = [deck * 4 + place for place in position_order(position_value(s)) for deck in decks]
    found = [
        (slot, colour)
        for slot in slots
        for colour in cards.CREW[s.crew[slot]]
        if s.locked != s.show[slot] << 2 | colour
    ]
    return sorted(found, key=lambda worker: rank[worker[1]])


def _seek(s: WayfarersState, frame: Frame, log: EventLog | None) -> None:
    found = candidates(s, frame)
    if not found:
        say(log, "It finds no card to use.")
        return
    slot, extra = found[0]
    if s.mark[slot] == HUMAN:
        s.agenda.append((Ask.DENY, 1 << HUMAN, *frame[2:6], slot))
    else:
        _use(s, frame[2], slot, extra, log)


def _use(s: WayfarersState, purpose: int, slot: int, extra: int, log: EventLog | None) -> None:
    box = s.game.box
    card = s.show[slot]
    me = s.seats[ME]
    if purpose == TO_MARK:
        s.mark[slot] = ME
        say(log, f"It lays 1 influence on {box.label(card)}.", card=card)
    elif purpose == TO_RETRIEVE:
        s.crew[slot] &= ~(1 << extra)
        me.workers[extra] += 1
        say(log, f"It retrieves the {WORKERS[extra]} worker from {box.label(card)}.", card=card)
    elif purpose == TO_WORK:
        s.crew[slot] |= 1 << extra
        me.workers[extra] -= 1
        s.locked = card << 2 | extra
        say(log, f"It places its {WORKERS[extra]} worker on {box.label(card)}.", card=card)
        _plan(s, box.slot_entries[slot])
    else:
        say(log, f"It acquires {box.label(card)}.", card=card)
        cards.clear_slot(s, ME, slot)
        own(s, card)


# ---------------------------------------------------------------------- the human's answer


def deny_actions(s: WayfarersState) -> list[int]:
    """Let it use the card for 1 silver or provision from the supply, or pay 1 to push it to its next choice.

    It cannot be pushed off the last card it could use.
    """
    ids = s.game.ids
    human = s.seats[HUMAN]
    actions = [ids.allow, ids.allow + 1]
    frame = s.agenda[-1]
    if any(slot != frame[6] for slot, _ in candidates(s, frame)):
        actions += [ids.push + what for what, n in enumerate((human.silver, human.provision)) if n]
    return actions


def allow(s: WayfarersState, what: int, log: EventLog | None) -> None:
    """The human takes 1 silver or provision and the opponent uses the card."""
    frame = s.agenda.pop()
    human = s.seats[HUMAN]
    extra = next(extra for slot, extra in candidates(s, frame) if slot == frame[6])
    human.silver += what == 0
    human.provision += what == 1
    say(log, f"{{0}} lets it have {s.game.box.label(s.show[frame[6]])} and takes 1 {('silver', 'provision')[what]}.")
    _use(s, frame[2], frame[6], extra, log)


def push_away(s: WayfarersState, what: int, log: EventLog | None) -> None:
    """The human pays 1 and the opponent goes on to its next choice."""
    _, _, purpose, deck, extra, denied, slot = s.agenda.pop()
    human = s.seats[HUMAN]
    human.silver -= what == 0
    human.provision -= what == 1
    say(log, f"{{0}} pays 1 {('silver', 'provision')[what]} to keep {s.game.box.label(s.show[slot])} from it.")
    s.agenda.append((Ask.SEEK, 0, purpose, deck, extra, denied | 1 << slot))


# ---------------------------------------------------------------------- upgrade tiles


def _upgrade(s: WayfarersState, colour: int, log: EventLog | None) -> None:
    box = s.game.box
    tile = _special_tile(s) if colour == PINK else _coloured_tile(s, colour)
    if tile < 0:
        say(log, "No upgrade tile is left for it.")
        return
    s.stock[tile] -= 1
    cells = own_tile(s, tile)
    what = box.tiles[tile]
    where = "on its caravan" if cells else "beside its full caravan"
    say(log, f"It gains upgrade tile {what.name} and lays it {where}.", tile=tile)
    board = box.solo_boards[s.plot[BOARD]]
    _plan(s, (effect for cell in cells for effect in board.caravan[cell]))


def own_tile(s: WayfarersState, tile: int) -> list[int]:
    """A tile joins its caravan along the path; the covered cells, or none if it lies beside the board."""
    me = s.seats[ME]
    what = s.game.box.tiles[tile]
    size = what.wide * what.high
    free = [cell for cell in PATH if not me.cells >> cell & 1]
    cells = free[:size] if len(free) >= size else []
    me.tiles += (tile,)
    me.tile_vp += what.vp
    me.count[UPGRADES_AT + what.colour] += 1
    me.count[ALL_UPGRADES] += 1
    for cell in cells:
        me.cells |= 1 << cell
    return cells


def _coloured_tile(s: WayfarersState, colour: int) -> int:
    """By colour priority if the colour is open, then by position priority counted from the centre."""
    box = s.game.box
    colours = colour_order(s) if colour == ANY_TILE else [colour]
    for wanted in colours:
        piles = sorted(box.tiles_of[wanted], key=lambda tile: box.tiles[tile].order)
        for place in position_order(position_value(s), len(piles)):
            if s.stock[piles[place]]:
                return piles[place]
    return -1


def _special_tile(s: WayfarersState) -> int:
    """The place on the newest scheme card, else the next one clockwise."""
    box = s.game.box
    ring = {box.tiles[tile].order: tile for tile in box.tiles_of[PINK]}
    start = box.schemes[newest(s)].special
    for i in range(len(ring)):
        tile = ring[(start - 1 + i) % len(ring) + 1]
        if s.stock[tile]:
            return tile
    return -1


# ---------------------------------------------------------------------- journal


def _journal(s: WayfarersState, log: EventLog | None) -> None:
    """One step without any requirement; the cost of a further one is measured now (rules: Solo play)."""
    box = s.game.box
    me, human = (box.spaces[s.seats[seat].marker].column for seat in (ME, HUMAN))
    cost = 1 if me < human else 2 if me == human else 3
    _step(s, cost, log)


def _further_step(s: WayfarersState, cost: int, log: EventLog | None) -> None:
    guild = s.seats[ME].guild
    if not s.used & USED_BLACK and guild[BLACK] >= cost and _next_space(s) >= 0:
        s.used |= USED_BLACK
        guild[BLACK] -= cost
        say(log, f"It spends {cost} science influence for a further step.")
        _step(s, 0, log)


def _step(s: WayfarersState, cost: int, log: EventLog | None) -> None:
    to = _next_space(s)
    if to < 0:
        say(log, "It cannot journal any further.")
        return
    me = s.seats[ME]
    me.marker = to
    space = s.game.box.spaces[to]
    say(log, f"It journals to {space.name}.", space=space.name)
    if cost:
        s.agenda.append((Ask.STEP, 0, cost))
    if space.worker >= 0 and s.green >> space.worker & 1:
        s.green &= ~(1 << space.worker)
        me.workers[GREEN_WORKER] += 1
        say(log, "It takes the green worker beside the track.")
    if space.final and not s.ending:
        s.ending = s.turn_count + 1
        say(log, "It reaches the end of the track: everybody has one more turn.")
    _plan(s, track.space_effects(s, to))


def _next_space(s: WayfarersState) -> int:
    """Upper path with more blue scheme cards open, lower with more red; never a middle one in the last column."""
    box = s.game.box
    options = [edge.to for edge in s.edges[s.seats[ME].marker]]
    if not options:
        return -1
    reds = sum(box.schemes[scheme].red for scheme in s.schemes)
    blues = len(s.schemes) - reds
    upper = blues > reds or (blues == reds and bool(s.schemes) and not box.schemes[newest(s)].red)
    wanted, other = (options[0], options[-1]) if upper else (options[-1], options[0])
    taken = s.seats[HUMAN].marker
    return other if wanted == taken and box.spaces[wanted].final else wanted


def points(s: WayfarersState) -> dict[str, int]:
    """Its points without guild majorities, by score line."""
    me = s.seats[ME]
    lines = {DECKS[deck]: vp * me.count[CARDS_AT + deck] for deck, vp in CARD_VP.items()}
    return {**lines, "caravan": me.tile_vp}
