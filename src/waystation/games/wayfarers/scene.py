def draw(view):
    raise NotImplementedError
