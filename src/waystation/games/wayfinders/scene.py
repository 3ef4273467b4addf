from waystation.engine.scene import Scene


def draw(view):
    return Scene("Wayfinders", 1, 1, (), ())
