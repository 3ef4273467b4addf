from waystation.engine import Chance


def evaluate(state, seat):
    return min(1.0, state.scores()[seat] / 200)
