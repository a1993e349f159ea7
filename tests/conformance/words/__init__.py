"""Read the free text of rulebook examples by a documented vocabulary. Other words raise UnknownWords."""
