-- A test may ask for a warning.
def main (x: i32): i32 = let y = 2 in x
-- ==
-- input { 3 } output { 3 }
-- warning: never used
-- warning: W1101
