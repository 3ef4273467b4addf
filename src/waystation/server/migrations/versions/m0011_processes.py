"""Many processes on one PostgreSQL: which there are, and which of them has a table."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("owner", sa.String(16)))
    op.create_index("ix_tables_owner", "tables", ["owner"])
    op.create_table(
        "processes",
        sa.Column("name", sa.String(16), nullable=False),
        sa.Column("address", sa.String(80), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("expires", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_processes"),
    )
