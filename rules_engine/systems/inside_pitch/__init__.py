"""Inside Pitch: two dice read a pitcher's card, then a batter's or a ballpark's, and ratings check the results."""
