"""What whoever runs the server has closed, hidden and banned, and whom hosts have removed from their tables."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("hidden", sa.Boolean()))
    op.add_column("tables", sa.Column("closed", sa.Text()))
    op.create_index("ix_tables_host", "tables", ["host"])
    op.create_table(
        "bans",
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("who", sa.String(64), nullable=False),
        sa.Column("since", sa.Float(), nullable=False),
        sa.Column("until", sa.Float()),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("kind", "who", name="pk_bans"),
    )
    op.create_table(
        "removals",
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_removals_table_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "seat", "person", name="pk_removals"),
    )
