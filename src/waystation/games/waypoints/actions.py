"""The action table: every small choice of the game, in blocks of consecutive ids."""

from __future__ import annotations

from waystation.engine import ActionTable
from waystation.engine.words import mark, say, term

from .components import JOURNAL, TRACKS, WOOD_TRACKS
from .sheet import Sheet, square_name

JOURNAL_LABELS = (
    mark("Journal: 1 for each type of waypoint"),
    mark("Journal: 2 for each waypoint of one type"),
    mark("Journal: 3 for each type visited twice"),
    mark("Journal: 1 for every 2 squares"),
)
_PASS = {"lake": mark("Pass through lake {n}"), "wood": mark("Pass through wood {n}")}


class Moves:
    """The table and the first id of each block; ids within a block follow the sheet's numbering."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.table = ActionTable()
        add = self.table.add
        self.rest = add("rest", (), "rest", say("Rest and gain 1 water"))
        self.coat = add("coat", (), "coat", say("Put on a coat: 3 more points"), ("special:coat",))
        self.pack_coat = add(
            "pack-coat", (), "backpack coat", say("Backpack as a coat: 3 more points"), ("special:backpack",)
        )
        self.go = self._faces()
        self.bridge = self._bridges()
        self.lake = self._features("lake")
        self.wood = self._features("wood")
        self.kayak = self._reaches("kayak", "kayak {}", mark("Launch a kayak in river ~{reach}"), ())
        self.pack_kayak = self._reaches(
            "pack-kayak",
            "backpack kayak {}",
            mark("Backpack as a kayak: launch in river ~{reach}"),
            ("special:backpack",),
        )
        self.float = self._reaches("float", "float {}", mark("Float on to river ~{reach}"), ())
        self.arrive = self._stops("arrive", "to {}", mark("Arrive at {stop}"))
        self.glider = add("glider", (), "glider", say("Use a glider"), ("special:glider",))
        self.pack_glider = add("pack-glider", (), "backpack glider", say("Backpack as a glider"), ("special:backpack",))
        self.stay = add("stay", (), "stay", say("Do not glide"))
        self.glide = self._stops("glide", "glide {}", mark("Glide to {stop}"))
        self.no_photo = add("no-photo", (), "no photo", say("Take no photo"))
        self.photo = self._stops("photo", "photo {}", mark("Photograph {stop}"))
        self.mark = self._marks()
        self.journal = self._journal()

    def _faces(self) -> int:
        first = len(self.table)
        for index, face in enumerate(self.sheet.faces):
            square = square_name(face.square, self.sheet.columns)
            label = say("Walk to {face} (square {square})", face=face.name, square=square)
            self.table.add("go", (index,), f"go {face.name}", label, (f"face:{face.name}",))
        return first

    def _marks(self) -> int:
        first = len(self.table)
        for track in WOOD_TRACKS:
            name = TRACKS[track]
            self.table.add(
                "mark", (track,), f"mark {name}", say("Wood: mark a {track}", track=term(name)), (f"track:{name}",)
            )
        return first

    def _journal(self) -> int:
        first = len(self.table)
        for entry, key in enumerate(JOURNAL):
            self.table.add("journal", (entry,), f"journal {key}", say(JOURNAL_LABELS[entry]), (f"journal:{key}",))
        return first

    def _bridges(self) -> int:
        first = len(self.table)
        for index in range(len(self.sheet.bridges)):
            self.table.add(
                "bridge",
                (index,),
                f"bridge {index + 1}",
                say("Cross bridge {n}", n=index + 1),
                (f"bridge:{index + 1}",),
            )
        return first

    def _features(self, what: str) -> int:
        first = len(self.table)
        for index in range(len(self.sheet.lakes if what == "lake" else self.sheet.woods)):
            self.table.add(
                what, (index,), f"{what} {index + 1}", say(_PASS[what], n=index + 1), (f"{what}:{index + 1}",)
            )
        return first

    def _reaches(self, kind: str, notation: str, label: str, before: tuple[str, ...]) -> int:
        first = len(self.table)
        for index, reach in enumerate(self.sheet.reaches):
            nodes = (*before, f"reach:{reach.name}")
            self.table.add(kind, (index,), notation.format(f"~{reach.name}"), say(label, reach=reach.name), nodes)
        return first

    def _stops(self, kind: str, notation: str, label: str) -> int:
        first = len(self.table)
        for index, stop in enumerate(self.sheet.waypoints):
            self.table.add(kind, (index,), notation.format(stop.id), say(label, stop=stop.told), (f"stop:{stop.id}",))
        return first
