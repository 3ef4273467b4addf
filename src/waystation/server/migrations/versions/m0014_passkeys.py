"""Devices on which somebody is signed in, passkeys, and the questions that they sign."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "devices",
        sa.Column("id", sa.String(28), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("first", sa.Float(), nullable=False),
        sa.Column("last", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_devices_person"),
        sa.PrimaryKeyConstraint("id", name="pk_devices"),
    )
    op.create_index("ix_devices_person", "devices", ["person"])
    op.create_table(
        "ended_devices",
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("of", sa.String(32), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_ended_devices"),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("credential", sa.String(1400), nullable=False),
        sa.Column("handle", sa.String(64), nullable=False),
        sa.Column("public_key", sa.Text(), nullable=False),
        sa.Column("counter", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("synced", sa.Boolean(), nullable=False),
        sa.Column("added", sa.Float(), nullable=False),
        sa.Column("used", sa.Float()),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_passkeys_person"),
        sa.PrimaryKeyConstraint("id", name="pk_passkeys"),
        sa.UniqueConstraint("credential", name="uq_passkeys_credential"),
    )
    op.create_index("ix_passkeys_person", "passkeys", ["person"])
    op.create_table(
        "challenges",
        sa.Column("challenge", sa.String(64), nullable=False),
        sa.Column("purpose", sa.String(8), nullable=False),
        sa.Column("asked_by", sa.String(32), nullable=False),
        sa.Column("handle", sa.String(64), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("challenge", name="pk_challenges"),
    )
