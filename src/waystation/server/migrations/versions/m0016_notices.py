"""What people are told while they look elsewhere: their wishes, browsers, addresses, and what waits to be sent."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def _person(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["person"], ["people.id"], name=f"fk_{table}_person", ondelete="CASCADE")


def upgrade() -> None:
    op.create_table(
        "notice_wishes",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("since", sa.Float(), nullable=False),
        _person("notice_wishes"),
        sa.PrimaryKeyConstraint("person", name="pk_notice_wishes"),
    )
    op.create_table(
        "push_targets",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("device", sa.String(28), nullable=False),
        sa.Column("endpoint", sa.Text(), nullable=False),
        sa.Column("p256dh", sa.String(120), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("added", sa.Float(), nullable=False),
        _person("push_targets"),
        sa.PrimaryKeyConstraint("id", name="pk_push_targets"),
    )
    op.create_index("ix_push_targets_person", "push_targets", ["person"])
    op.create_table(
        "mails",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("confirm", sa.String(64)),
        sa.Column("stop", sa.String(64), nullable=False),
        sa.Column("asked", sa.Float(), nullable=False),
        sa.Column("confirmed", sa.Float()),
        _person("mails"),
        sa.PrimaryKeyConstraint("person", name="pk_mails"),
        sa.UniqueConstraint("confirm", name="uq_mails_confirm"),
        sa.UniqueConstraint("stop", name="uq_mails_stop"),
    )
    op.create_index("ix_mails_address", "mails", ["address"])
    op.create_table(
        "notices",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("target", sa.String(16), nullable=False),
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("mark", sa.Float(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("due", sa.Float()),
        sa.Column("sent", sa.Float(), nullable=False),
        sa.Column("sending", sa.Float()),
        sa.Column("tries", sa.Integer(), nullable=False),
        _person("notices"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_notices_table_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person", "target", "table_id", "kind", name="pk_notices"),
    )
    op.create_index("ix_notices_due", "notices", ["due"])
    op.create_index("ix_notices_table_id", "notices", ["table_id"])
