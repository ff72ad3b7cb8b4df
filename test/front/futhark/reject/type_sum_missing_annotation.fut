-- The type of a constructor alone is not known.
-- ==
-- error: E1205
def f x = match x case #a -> 1 case #b -> 2
def main = f (#c: #c | #d)
