"""Tables that are open to all, and a public id for everybody."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("listed", sa.Boolean()))
    op.add_column("tables", sa.Column("seen", sa.Float()))
    op.add_column("tables", sa.Column("begun", sa.Float()))
    op.create_index("ix_tables_listed", "tables", ["listed"])
    op.add_column("people", sa.Column("public", sa.String(16)))
    people = sa.table("people", sa.column("id"), sa.column("public"))
    connection = op.get_bind()
    for row in connection.execute(sa.select(people.c.id)).all():
        connection.execute(sa.update(people).where(people.c.id == row.id).values(public=secrets.token_urlsafe(9)))
    op.create_index("ix_people_public", "people", ["public"], unique=True)
