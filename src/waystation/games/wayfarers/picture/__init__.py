"""The picture of the table, drawn from the view only."""

from waystation.games.wayfarers.picture.look import LOOK as LOOK
from waystation.games.wayfarers.picture.scene import WayfarersPicture as WayfarersPicture
