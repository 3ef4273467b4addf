"""The tables of the database. Changes to them are made by a migration (see `migrations`)."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)
from sqlalchemy.dialects import postgresql, sqlite

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)


def adding(connection: Connection, table: Table) -> postgresql.Insert | sqlite.Insert:
    """An insertion that can say what to do if another process was quicker (`on_conflict_...`)."""
    return postgresql.insert(table) if connection.dialect.name == "postgresql" else sqlite.insert(table)


settings = Table(
    "settings",
    metadata,
    Column("key", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

people = Table(
    "people",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(24), nullable=False),
    Column("created", Float, nullable=False),
    Column("public", String(16)),
    Index("ix_people_public", "public", unique=True),
)

# `to_act`, `over`, `ply`, `result` and `updated` repeat what the log says, so that lists need no replay.
tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("options", Text, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("host", ForeignKey("people.id"), nullable=False),
    Column("spectators", Boolean, nullable=False),
    Column("undo", String(8), nullable=False),
    Column("seed", Text),
    Column("position", Text),
    Column("seed_known", Boolean, nullable=False),
    Column("record", Text),
    Column("rematch", String(16)),
    Column("seq", Integer, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("to_act", Text, nullable=False),
    Column("over", Boolean, nullable=False),
    Column("result", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False),
    Column("hints", Boolean),
    Column("shares", Text),
    Column("lesson", Boolean),
    Column("chat", Boolean),
    Column("hidden", Boolean),
    Column("closed", Text),
    Column("pace", Text),
    Column("times", Text),
    Column("deadline", Float),
    Column("tournament", String(16)),
    Column("owner", String(16)),
    Index("ix_tables_host", "host"),
    Index("ix_tables_owner", "owner"),
    Column("listed", Boolean),
    Column("seen", Float),
    Column("rated", Boolean),
    Column("lost", Text),
    Column("level_low", Integer),
    Column("level_high", Integer),
    Index("ix_tables_listed", "listed"),
    Index("ix_tables_deadline", "deadline"),
    Index("ix_tables_tournament", "tournament"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", ForeignKey("people.id")),
    Column("label", String(80), nullable=False),
    Column("link", String(64), nullable=False, unique=True),
    Column("bot", String(64)),
    Column("shared", Boolean, nullable=False),
    Column("called", String(24), nullable=False, server_default=""),
    Index("ix_seats_person", "person"),
)

# Invitations that were taken: whoever opens theirs again is led to the table.
taken_links = Table(
    "taken_links",
    metadata,
    Column("link", String(64), primary_key=True),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("person", ForeignKey("people.id"), nullable=False),
    Index("ix_taken_links_table_id", "table_id"),
)

# Whom a host has removed from a seat: they do not sit down at this table again.
removals = Table(
    "removals",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", String(32), primary_key=True),
)

# Whom the server refuses: a `person`, or an `address` (a network, such as 192.0.2.0/24). `until`: NULL is for ever.
bans = Table(
    "bans",
    metadata,
    Column("kind", String(8), primary_key=True),
    Column("who", String(64), primary_key=True),
    Column("since", Float, nullable=False),
    Column("until", Float),
    Column("reason", Text, nullable=False),
)

# Append-only: `body` is what was intended and what chance gave, `events` what was told about it.
log = Table(
    "log",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("seat", Integer),
    Column("message", String(64)),
    Column("body", Text, nullable=False),
    Column("events", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("times", Text),
    UniqueConstraint("table_id", "seat", "message"),
)

# The processes that serve this database, as long as they live (see `roster`); `expires` by the database's clock.
processes = Table(
    "processes",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("address", String(80), nullable=False),
    Column("secret", String(64), nullable=False),
    Column("expires", Float, nullable=False),
)

# What was found when somebody looked back on a finished game.
reviews = Table(
    "reviews",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("body", Text, nullable=False),
)

# What is kept of each game that has ended: it is written in the transaction of the move that ends it (see `chronicle`).
results = Table(
    "results",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("host", String(32), nullable=False),
    Column("players", Integer, nullable=False),
    Column("variant", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("counted", Boolean, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("began", Float, nullable=False),
    Column("ended", Float, nullable=False),
    Index("ix_results_public", "public", "ended"),
    Index("ix_results_public_game", "public", "game", "ended"),
    Index("ix_results_host", "host", "ended"),
    Index("ix_results_game", "game", "counted"),
)

# Who sat where then. `bot` played at the end; with a `person` it stood in for them.
result_seats = Table(
    "result_seats",
    metadata,
    Column("table_id", ForeignKey("results.table_id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("game", String(64), nullable=False),
    Column("ended", Float, nullable=False),
    Column("person", String(32)),
    Column("bot", String(64)),
    Column("rank", Integer),
    Column("score", Integer),
    Column("won", Boolean, nullable=False),
    Column("before", Integer),
    Column("after", Integer),
    Column("unsure", Boolean),
    Index("ix_result_seats_person", "person", "ended"),
)

# What people are rated by (see `ratings`). `shown` is the number that they read, `away`: they have left the ladder.
ratings = Table(
    "ratings",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("shown", Integer, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("last", Float, nullable=False),
    Column("away", Boolean, nullable=False),
    Index("ix_ratings_game", "game", "shown"),
)

# A cache: states by ply, so that a table is loaded by replaying its newest moves only.
snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("position", Text, nullable=False),
)

contests = Table(
    "contests",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(60), nullable=False),
    Column("host", ForeignKey("people.id", ondelete="SET NULL")),
    Column("game", String(64), nullable=False),
    Column("options", Text, nullable=False),
    Column("system", String(16), nullable=False),
    Column("rounds", Integer),
    Column("pace", Text),
    Column("who", String(8), nullable=False),
    Column("fill", String(64)),
    Column("state", String(8), nullable=False),
    Column("round", Integer, nullable=False),
    Column("created", Float, nullable=False),
    Index("ix_contests_state", "state"),
)

entrants = Table(
    "entrants",
    metadata,
    Column("contest", ForeignKey("contests.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="SET NULL")),
    Column("bot", String(64)),
    Column("gone", Boolean, nullable=False),
    UniqueConstraint("contest", "person"),
)

pairings = Table(
    "pairings",
    metadata,
    Column("contest", ForeignKey("contests.id", ondelete="CASCADE"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("table_id", ForeignKey("tables.id", ondelete="SET NULL")),
    Column("entrants", Text, nullable=False),
    Column("ranks", Text),
    Index("ix_pairings_table_id", "table_id"),
)

# Browsers that have been seen with a person's cookie, and which of them are signed out. An ended key is a device, or a
# person of whom all devices that began by then are signed out.
devices = Table(
    "devices",
    metadata,
    Column("id", String(28), primary_key=True),
    Column("person", ForeignKey("people.id"), nullable=False),
    Column("name", String(60), nullable=False),
    Column("first", Float, nullable=False),
    Column("last", Float, nullable=False),
    Index("ix_devices_person", "person"),
)
ended_devices = Table(
    "ended_devices",
    metadata,
    Column("key", String(32), primary_key=True),
    Column("of", String(32), nullable=False),
    Column("at", Float, nullable=False),
)

# Passkeys, and the questions that their devices are asked to sign, each once.
passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("person", ForeignKey("people.id"), nullable=False),
    Column("credential", String(1400), nullable=False, unique=True),
    Column("handle", String(64), nullable=False),
    Column("public_key", Text, nullable=False),
    Column("counter", BigInteger, nullable=False),
    Column("name", String(60), nullable=False),
    Column("synced", Boolean, nullable=False),
    Column("added", Float, nullable=False),
    Column("used", Float),
    Index("ix_passkeys_person", "person"),
)
challenges = Table(
    "challenges",
    metadata,
    Column("challenge", String(64), primary_key=True),
    Column("purpose", String(8), nullable=False),
    Column("asked_by", String(32), nullable=False),
    Column("handle", String(64), nullable=False),
    Column("until", Float, nullable=False),
)

# What people wish to be told while they look elsewhere (see `notices`), in which browsers, and at which address.
notice_wishes = Table(
    "notice_wishes",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("body", Text, nullable=False),
    Column("since", Float, nullable=False),
)
push_targets = Table(
    "push_targets",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("device", String(28), nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(120), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("name", String(60), nullable=False),
    Column("added", Float, nullable=False),
    Index("ix_push_targets_person", "person"),
)
mails = Table(
    "mails",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("address", String(254), nullable=False),
    Column("confirm", String(64), unique=True),
    Column("stop", String(64), nullable=False, unique=True),
    Column("asked", Float, nullable=False),
    Column("confirmed", Float),
    Index("ix_mails_address", "address"),
)
notices = Table(
    "notices",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("target", String(16), primary_key=True),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", String(8), primary_key=True),
    Column("mark", Float, nullable=False),
    Column("at", Float, nullable=False),
    Column("due", Float),
    Column("sent", Float, nullable=False),
    Column("sending", Float),
    Column("tries", Integer, nullable=False),
    Index("ix_notices_due", "due"),
    Index("ix_notices_table_id", "table_id"),
)


def names_of_people(table: Table) -> list[Column[str]]:
    """The columns of a table that say who it belongs to."""
    return [
        column
        for column in table.columns
        if column.name == "person" or any(key.target_fullname == "people.id" for key in column.foreign_keys)
    ]
