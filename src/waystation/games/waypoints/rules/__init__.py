"""The rules by topic: the turn and its weather, the route, what an arrival brings, scoring."""
