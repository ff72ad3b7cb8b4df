-- assert fails with the text of its condition.
-- ==
-- entry: main
-- input { 3 } output { 9 }
-- input { -1 } error: E0401.*ssert
def main (x: i32): i32 = assert (x > 0) (x * x * x / x)
