"""Tournaments: who takes part, and the tables of their rounds."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("tournament", sa.String(16)))
    op.create_index("ix_tables_tournament", "tables", ["tournament"])
    op.create_table(
        "contests",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("host", sa.String(32)),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("system", sa.String(16), nullable=False),
        sa.Column("rounds", sa.Integer()),
        sa.Column("pace", sa.Text()),
        sa.Column("who", sa.String(8), nullable=False),
        sa.Column("fill", sa.String(64)),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["host"], ["people.id"], name="fk_contests_host", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name="pk_contests"),
    )
    op.create_index("ix_contests_state", "contests", ["state"])
    op.create_table(
        "entrants",
        sa.Column("contest", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(32)),
        sa.Column("bot", sa.String(64)),
        sa.Column("gone", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["contest"], ["contests.id"], name="fk_entrants_contest", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_entrants_person", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("contest", "number", name="pk_entrants"),
        sa.UniqueConstraint("contest", "person", name="uq_entrants_contest"),
    )
    op.create_table(
        "pairings",
        sa.Column("contest", sa.String(16), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.String(16)),
        sa.Column("entrants", sa.Text(), nullable=False),
        sa.Column("ranks", sa.Text()),
        sa.ForeignKeyConstraint(["contest"], ["contests.id"], name="fk_pairings_contest", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_pairings_table_id", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("contest", "round", "number", name="pk_pairings"),
    )
    op.create_index("ix_pairings_table_id", "pairings", ["table_id"])
