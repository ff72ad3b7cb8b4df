-- false is missing.
-- ==
-- error: E1501
def main (b: bool) = match b case true -> 1
