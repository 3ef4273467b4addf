"""Who has lost before a game ends has a column of its own: also where nobody's time is counted."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("lost", sa.Text()))
    tables = sa.table("tables", sa.column("id"), sa.column("times"), sa.column("lost"))
    here = op.get_bind()
    found = here.execute(sa.select(tables.c.id, tables.c.times).where(tables.c.times.contains('"lost"'))).all()
    for ident, text in found:
        times = json.loads(text)
        lost = json.dumps([{"seat": seat} for seat in times.pop("lost")])
        values = {"times": json.dumps(times), "lost": lost}
        here.execute(sa.update(tables).where(tables.c.id == ident).values(**values))
