"""Names as a table shows them, invitations that were taken, hints, and what browsers added to the seed."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("hints", sa.Boolean()))
    op.add_column("tables", sa.Column("shares", sa.Text()))
    op.add_column("seats", sa.Column("called", sa.String(24), nullable=False, server_default=""))
    op.execute(
        "UPDATE seats SET called = (SELECT name FROM people WHERE people.id = seats.person) WHERE person IS NOT NULL"
    )
    op.create_table(
        "taken_links",
        sa.Column("link", sa.String(64), nullable=False),
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_taken_links_table_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_taken_links_person"),
        sa.PrimaryKeyConstraint("link", name="pk_taken_links"),
    )
    op.create_index("ix_taken_links_table_id", "taken_links", ["table_id"])
