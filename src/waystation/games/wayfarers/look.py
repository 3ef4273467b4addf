from waystation.engine.scene import Look

LOOK = Look(symbols={}, palette={})
