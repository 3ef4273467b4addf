"""The solo opponent's turn (rules: Solo play). It decides nothing: its turn is a fixed procedure, told step by step.

Its turn is made of frames that ask nobody: PLAN lists effects to resolve, SEEK looks for a displayed card along its
priorities and may ask the human (DENY) when the human's influence lies on it.
"""

from __future__ import annotations

from collections.abc import Iterable

from waystation.engine import EventLog, Frame
from waystation.engine.words import mark, say

from . import cards, track
from .expression import ANY_TILE, Op
from .frames import DISPLAY, HUMAN, LAY, ME, RETRIEVE, TAKE, USED_BLACK, WORK, Ask
from .names import (
    ANY_GUILD,
    BLACK,
    BLUE,
    DECK_CARD,
    DECKS,
    GREEN,
    GREEN_WORKER,
    GUILD_WORDS,
    INSPIRATION,
    PINK,
    WORKER_WORDS,
    WORKERS,
    YELLOW,
)  # fmt: skip
from .opponent import (
    BOARD,
    COMETS,
    DECK_OF,
    DUE,
    MAX_COMETS,
    WORKS_ON,
    advance,
    colour_order,
    newest,
    own,
    own_tile,
    position_order,
    position_value,
    slot_order,
    tell,
)  # fmt: skip
from .state import WayfarersState
from .words import cost_words, effects_words

# ---------------------------------------------------------------------- its turn


def plan(s: WayfarersState, effects: Iterable[int]) -> None:
    """These effects come next, in their order."""
    found = tuple(effects)
    if found:
        s.agenda.append((Ask.PLAN, 0, *found))


def begin(s: WayfarersState, log: EventLog | None) -> None:
    """Its turn: what its marker is due, then a rest or a new scheme card."""
    box = s.game.box
    if s.plot[DUE]:
        tell(log, mark("It first gains the bonus that its marker passed in your turn."))
        s.agenda.append((Ask.SOLO, 0))
        plan(s, box.solo_boards[s.plot[BOARD]].bonus * s.plot[DUE])
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
    tell(log, mark("Three scheme cards of one colour lie open: the opponent rests."))
    s.agenda.append((Ask.RESHUFFLE, 0))
    plan(s, (*box.solo_boards[s.plot[BOARD]].rest, box.journal_step))
    if box.schemes[newest(s)].comet:
        _comet(s, log)


def _reveal(s: WayfarersState, log: EventLog | None) -> None:
    s.schemes.append(s.scheme_pile.pop())
    scheme = s.game.box.schemes[newest(s)]
    if log is not None:
        colour = say("red") if scheme.red else say("blue")
        text = say(
            "The opponent reveals scheme card {name} ({colour}, {silver} silver).",
            name=scheme.name,
            colour=colour,
            silver=scheme.silver,
        )
        log.add("scheme", None, text, {"scheme": scheme.name}, reveals=True)
    s.agenda.append((Ask.SCHEME, 0))
    _moves_marker(s, scheme.silver, log)


def _moves_marker(s: WayfarersState, steps: int, log: EventLog | None) -> None:
    """In its own turn it gains the bonus at once."""
    if advance(s, steps, log):
        plan(s, s.game.box.solo_boards[s.plot[BOARD]].bonus)


def choose_action(s: WayfarersState, log: EventLog | None) -> None:
    """The first action if it is possible, else the second, never both."""
    box = s.game.box
    scheme = box.schemes[newest(s)]
    guild = s.seats[ME].guild
    cost = scheme.first_cost.guilds
    if box.op[scheme.first[0]] == Op.WORKER:
        possible = _worker_for(s, box.parts[scheme.first[0]][0]) >= 0
    else:
        possible = all(have >= need for have, need in zip(guild, cost, strict=True))
    chosen = scheme.first if possible else scheme.second
    if log is not None:
        what = effects_words(box, chosen)
        if not possible:
            text = say("Its first action is not possible; it takes the second: {what}.", what=what)
        elif any(cost):
            price = cost_words(scheme.first_cost)
            text = say("It takes the first action: {what}, for {price}.", what=what, price=price)
        else:
            text = say("It takes the first action: {what}.", what=what)
        log.add("solo", None, text, {"scheme": scheme.name, "first": possible})
    if possible:
        for colour, n in enumerate(cost):
            guild[colour] -= n
    plan(s, chosen)


def _worker_for(s: WayfarersState, colours: tuple[int, ...]) -> int:
    """The first of these worker colours that it owns and can place, or -1."""
    for colour in colours:
        if s.seats[ME].workers[colour] and any(_usable(s, WORK, slot, colour) for slot in DISPLAY[WORKS_ON[colour]]):
            return colour
    return -1


def _comet(s: WayfarersState, log: EventLog | None) -> None:
    s.plot[COMETS] = min(MAX_COMETS, s.plot[COMETS] + 1)
    tell(log, mark("Its comet marker moves to {n}."), {"comets": s.plot[COMETS]}, n=s.plot[COMETS])


# ---------------------------------------------------------------------- effects


def do(s: WayfarersState, effect: int, log: EventLog | None) -> None:
    """What an effect means for the opponent; most are simpler for it than for a person (rules: Solo play)."""
    box = s.game.box
    op, arg, n = box.op[effect], box.arg[effect], box.n[effect]
    match op:
        case Op.SILVER | Op.PROVISION:
            _moves_marker(s, n, log)
        case Op.GUILD:
            _influence(s, arg, n, log)
        case Op.MARK | Op.ADJUST:
            _mark(s, log)
        case Op.RETRIEVE | Op.REFRESH:
            s.agenda.append((Ask.SEEK, 0, RETRIEVE, -1, 0, 0))
        case Op.JOURNAL:
            _journal(s, log)
        case Op.ACQUIRE:
            s.agenda.append((Ask.SEEK, 0, TAKE, arg, 0, 0))
        case Op.DRAW | Op.TOP:
            _take_top(s, arg, log)
        case Op.UPGRADE | Op.DIE:
            _upgrade(s, ANY_TILE if op == Op.DIE else arg, log)
        case Op.COMET:
            _comet(s, log)
        case Op.FOCUS:
            plan(s, box.solo_boards[s.plot[BOARD]].focus)
        case Op.WORKER:
            colour = _worker_for(s, box.parts[effect][0])
            if colour >= 0:
                s.agenda.append((Ask.SEEK, 0, WORK, WORKS_ON[colour], colour, 0))
        case Op.PAID:
            plan(s, box.parts[effect][0])
        case Op.CHOICE:
            _choose_branch(s, effect)
        case _:
            if log is not None:
                text = say("It has no use for this: {what}.", what=effects_words(box, (effect,)))
                log.add("solo", None, text, {"effect": box.text[effect]})


def _choose_branch(s: WayfarersState, effect: int) -> None:
    """The first branch, except that it does without a special tile when none is left: then it takes the card."""
    box = s.game.box
    pink_left = any(s.stock[tile] for tile in box.tiles_of[PINK])
    for part in box.parts[effect]:
        if pink_left or not any(box.op[e] == Op.UPGRADE and box.arg[e] == PINK for e in part):
            plan(s, part)
            return


def _influence(s: WayfarersState, guild: int, n: int, log: EventLog | None) -> None:
    if guild == ANY_GUILD:
        guild = next(colour for colour in colour_order(s) if colour != GREEN)
    s.seats[ME].guild[guild] += n
    template = mark("It places {n} influence in the {guild} guild.")
    tell(log, template, {"guild": guild, "n": n}, n=n, guild=GUILD_WORDS[guild])


def _mark(s: WayfarersState, log: EventLog | None) -> None:
    """Influence on a card: colour priority says which display, position priority which card."""
    for colour in colour_order(s):
        deck = DECK_OF[colour]
        if any(_usable(s, LAY, slot, 0) for slot in DISPLAY[deck]):
            s.agenda.append((Ask.SEEK, 0, LAY, deck, 0, 0))
            return
    tell(log, mark("It finds no card to lay influence on."))


def _take_top(s: WayfarersState, deck: int, log: EventLog | None) -> None:
    if s.piles[deck]:
        card = s.draw_from(deck)
        if log is not None:
            text = say("It takes the top {what}, {card}.", what=DECK_CARD[deck], card=s.game.box.labels[card])
            log.add("solo", None, text, {"card": card}, reveals=True)
        own(s, card)
    else:
        tell(log, mark("No {what} is left in the pile for the opponent."), {"deck": DECKS[deck]}, what=DECK_CARD[deck])


# ---------------------------------------------------------------------- looking for a card


def _usable(s: WayfarersState, purpose: int, slot: int, extra: int) -> bool:
    card = s.show[slot]
    if card < 0:
        return False
    if purpose == WORK:
        return not s.crew[slot] >> extra & 1
    if purpose == LAY:
        return s.mark[slot] < 0
    return s.locked >> 2 != card


def candidates(s: WayfarersState, frame: Frame) -> list[tuple[int, int]]:
    """(slot, extra) in the order of preference, without what the human pushed it away from."""
    _, _, purpose, deck, extra, denied = frame[:6]
    if purpose == RETRIEVE:
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


def seek(s: WayfarersState, frame: Frame, log: EventLog | None) -> None:
    """The card it likes best for a SEEK frame is used, unless the human may push it away."""
    found = candidates(s, frame)
    if not found:
        tell(log, mark("It finds no card to use."))
        return
    slot, extra = found[0]
    if s.mark[slot] == HUMAN:
        s.agenda.append((Ask.DENY, 1 << HUMAN, *frame[2:6], slot))
    else:
        use(s, frame[2], slot, extra, log)


def use(s: WayfarersState, purpose: int, slot: int, extra: int, log: EventLog | None) -> None:
    """Lay influence, retrieve or place a worker, or acquire: what `purpose` says, at a slot of a display."""
    box = s.game.box
    card = s.show[slot]
    name = box.labels[card]
    me = s.seats[ME]
    if purpose == LAY:
        s.mark[slot] = ME
        tell(log, mark("It lays 1 influence on {card}."), {"card": card}, card=name)
    elif purpose == RETRIEVE:
        s.crew[slot] &= ~(1 << extra)
        me.workers[extra] += 1
        template = mark("It retrieves the {colour} worker from {card}.")
        tell(log, template, {"card": card, "colour": extra}, colour=WORKER_WORDS[extra], card=name)
    elif purpose == WORK:
        s.crew[slot] |= 1 << extra
        me.workers[extra] -= 1
        s.locked = card << 2 | extra
        template = mark("It places its {colour} worker on {card}.")
        tell(log, template, {"card": card, "colour": extra}, colour=WORKER_WORDS[extra], card=name)
        plan(s, box.slot_entries[slot])
    else:
        tell(log, mark("It acquires {card}."), {"card": card}, card=name)
        cards.clear_slot(s, ME, slot, log)
        own(s, card)


# ---------------------------------------------------------------------- upgrade tiles


def _upgrade(s: WayfarersState, colour: int, log: EventLog | None) -> None:
    box = s.game.box
    tile = _special_tile(s) if colour == PINK else _coloured_tile(s, colour)
    if tile < 0:
        tell(log, mark("No upgrade tile is left for the opponent."))
        return
    s.stock[tile] -= 1
    cells = own_tile(s, tile)
    what = box.tiles[tile]
    where = mark("It gains upgrade tile {id} and lays it on its caravan.")
    beside = mark("It gains upgrade tile {id} and lays it beside its full caravan.")
    tell(log, where if cells else beside, {"tile": tile}, id=what.name)
    board = box.solo_boards[s.plot[BOARD]]
    plan(s, (effect for cell in cells for effect in board.caravan[cell]))


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


def further_step(s: WayfarersState, cost: int, log: EventLog | None) -> None:
    """One more step in the journal for science influence, once a turn, if it has so much."""
    guild = s.seats[ME].guild
    if not s.used & USED_BLACK and guild[BLACK] >= cost and _next_space(s) >= 0:
        s.used |= USED_BLACK
        guild[BLACK] -= cost
        tell(log, mark("It spends {n} science influence for a further step."), {}, n=cost)
        _step(s, 0, log)


def _step(s: WayfarersState, cost: int, log: EventLog | None) -> None:
    to = _next_space(s)
    if to < 0:
        tell(log, mark("It cannot journal any further."))
        return
    me = s.seats[ME]
    me.marker = to
    space = s.game.box.spaces[to]
    tell(log, mark("It journals to {space}."), {"space": space.name}, space=space.name)
    if cost:
        s.agenda.append((Ask.STEP, 0, cost))
    if space.worker >= 0 and s.green >> space.worker & 1:
        s.green &= ~(1 << space.worker)
        me.workers[GREEN_WORKER] += 1
        tell(log, mark("It takes the green worker beside the track."), {"group": space.worker})
    if space.final and not s.ending:
        s.ending = s.turn_count + 1
        tell(log, mark("It reaches the end of the track: everybody has one more turn."))
    plan(s, track.space_effects(s, to))


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
