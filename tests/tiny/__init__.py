"""Two tiny games that show, each in one file, all that the contract asks of a game."""
