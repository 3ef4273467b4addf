"""Alembic's entry: run on the connection that `waystation.server.storage` opens."""

from alembic import context

from waystation.server.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
