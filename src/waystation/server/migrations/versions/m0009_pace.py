"""Times: the pace of a table, what everybody has left, and when the first one runs out.

The limit of the release before, after which a bot stands in for who is away, is one of the paces.
"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("pace", sa.Text()))
    op.add_column("tables", sa.Column("times", sa.Text()))
    op.add_column("tables", sa.Column("deadline", sa.Float()))
    op.add_column("log", sa.Column("times", sa.Text()))
    op.create_index("ix_tables_deadline", "tables", ["deadline"])
    pace = """'{"kind":"absent","turn":' || turn_limit || '}'"""
    op.execute(sa.text(f"UPDATE tables SET pace = {pace} WHERE turn_limit IS NOT NULL".replace(":", r"\:")))
    op.execute(sa.text("UPDATE tables SET deadline = 0 WHERE turn_limit IS NOT NULL AND NOT over"))
    op.drop_column("tables", "turn_limit")
    op.drop_column("tables", "begun")
