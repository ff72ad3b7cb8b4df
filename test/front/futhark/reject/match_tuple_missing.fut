-- A combination is missing.
-- ==
-- error: E1501
def main (a: bool) (b: bool) = match (a, b) case (true, _) -> 1 case (_, true) -> 2
