"""Lines about seats and names keep no words: nobody reads them again, and they called people by names of then."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    log = sa.table("log", sa.column("kind"), sa.column("body"))
    op.execute(log.update().where(log.c.kind.in_(("seats", "names"))).values(body='{"text":"","told":false}'))
