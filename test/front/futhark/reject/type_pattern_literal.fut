-- A literal of another type in a pattern.
-- ==
-- error: E1201
def main (x: bool) = match x case 0 -> 1 case _ -> 2
