"""Room for the seats of a hundred players in `to_act`.

SQLite can't change a column, and making the table anew would take its log along: so a new column takes the old one's
name.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("acting", sa.Text(), nullable=False, server_default="[]"))
    op.execute("UPDATE tables SET acting = to_act")
    op.drop_column("tables", "to_act")
    op.execute("ALTER TABLE tables RENAME COLUMN acting TO to_act")
