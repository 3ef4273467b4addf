"""The games. Each package exports its `Game` subclass as ``GAME``."""
