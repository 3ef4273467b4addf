"""What a table allows among people: chat, and how long it waits for somebody who is away."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("chat", sa.Boolean()))
    op.add_column("tables", sa.Column("turn_limit", sa.Integer()))
