"""The picture of the table, drawn from the view only."""

from waystation.games.wayfinders.picture.look import LOOK as LOOK
from waystation.games.wayfinders.picture.scene import WayfindersPicture as WayfindersPicture
