"""Parse the free text of rulebook examples with a documented vocabulary. Other words raise UnknownWords."""
