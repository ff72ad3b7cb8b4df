-- false is missing.
-- ==
-- error: E15
def main (b: bool) = match b case true -> 1
