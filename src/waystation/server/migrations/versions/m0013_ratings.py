"""Rated tables, the level that open ones want, and what people are rated by."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("rated", sa.Boolean()))
    op.add_column("tables", sa.Column("level_low", sa.Integer()))
    op.add_column("tables", sa.Column("level_high", sa.Integer()))
    op.add_column("result_seats", sa.Column("before", sa.Integer()))
    op.add_column("result_seats", sa.Column("after", sa.Integer()))
    op.add_column("result_seats", sa.Column("unsure", sa.Boolean()))
    op.create_table(
        "ratings",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("shown", sa.Integer(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("last", sa.Float(), nullable=False),
        sa.Column("away", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_ratings_person", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person", "game", name="pk_ratings"),
    )
    op.create_index("ix_ratings_game", "ratings", ["game", "shown"])
