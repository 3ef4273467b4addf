"""The action table: every small choice of the game, in blocks of consecutive ids."""

from __future__ import annotations

from waystation.engine import ActionTable

from .card import JOURNAL, TRACKS, WOOD_TRACKS
from .sheet import Sheet, square_name

JOURNAL_LABELS = (
    "Journal: 1 for each type of waypoint",
    "Journal: 2 for each waypoint of one type",
    "Journal: 3 for each type visited twice",
    "Journal: 1 for every 2 squares",
)


class Moves:
    """The table and the first id of each block; ids within a block follow the sheet's numbering."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.table = ActionTable()
        add = self.table.add
        self.rest = add("rest", (), "rest", "Rest and gain 1 water")
        self.coat = add("coat", (), "coat", "Put on a coat: 3 more points", ("special:coat",))
        self.pack_coat = add(
            "pack-coat", (), "backpack coat", "Backpack as a coat: 3 more points", ("special:backpack",)
        )
        self.go = self._faces()
        self.bridge = self._bridges()
        self.lake = self._features("lake")
        self.wood = self._features("wood")
        self.kayak = self._reaches("kayak", "kayak {}", "Launch a kayak in {}", ())
        self.pack_kayak = self._reaches(
            "pack-kayak", "backpack kayak {}", "Backpack as a kayak: launch in {}", ("special:backpack",)
        )
        self.float = self._reaches("float", "float {}", "Float on to {}", ())
        self.arrive = self._stops("arrive", "to {}", "Arrive at {}")
        self.glider = add("glider", (), "glider", "Use a glider", ("special:glider",))
        self.pack_glider = add("pack-glider", (), "backpack glider", "Backpack as a glider", ("special:backpack",))
        self.stay = add("stay", (), "stay", "Do not glide")
        self.glide = self._stops("glide", "glide {}", "Glide to {}")
        self.no_photo = add("no-photo", (), "no photo", "Take no photo")
        self.photo = self._stops("photo", "photo {}", "Photograph {}")
        self.mark = self._marks()
        self.journal = self._journal()

    def _faces(self) -> int:
        first = len(self.table)
        for index, face in enumerate(self.sheet.faces):
            label = f"Walk to {face.name} (square {square_name(face.square, self.sheet.columns)})"
            self.table.add("go", (index,), f"go {face.name}", label, (f"face:{face.name}",))
        return first

    def _marks(self) -> int:
        first = len(self.table)
        for track in WOOD_TRACKS:
            name = TRACKS[track]
            self.table.add("mark", (track,), f"mark {name}", f"Wood: mark a {name}", (f"track:{name}",))
        return first

    def _journal(self) -> int:
        first = len(self.table)
        for entry, key in enumerate(JOURNAL):
            self.table.add("journal", (entry,), f"journal {key}", JOURNAL_LABELS[entry], (f"journal:{key}",))
        return first

    def _bridges(self) -> int:
        first = len(self.table)
        for index in range(len(self.sheet.bridges)):
            self.table.add(
                "bridge", (index,), f"bridge {index + 1}", f"Cross bridge {index + 1}", (f"bridge:{index + 1}",)
            )
        return first

    def _features(self, what: str) -> int:
        first = len(self.table)
        for index in range(len(self.sheet.lakes if what == "lake" else self.sheet.woods)):
            self.table.add(
                what, (index,), f"{what} {index + 1}", f"Pass through {what} {index + 1}", (f"{what}:{index + 1}",)
            )
        return first

    def _reaches(self, kind: str, notation: str, label: str, before: tuple[str, ...]) -> int:
        first = len(self.table)
        for index, reach in enumerate(self.sheet.reaches):
            nodes = (*before, f"reach:{reach.name}")
            self.table.add(
                kind, (index,), notation.format(f"~{reach.name}"), label.format(f"river ~{reach.name}"), nodes
            )
        return first

    def _stops(self, kind: str, notation: str, label: str) -> int:
        first = len(self.table)
        for index, stop in enumerate(self.sheet.waypoints):
            self.table.add(kind, (index,), notation.format(stop.id), label.format(stop.told), (f"stop:{stop.id}",))
        return first
