-- Functions between operands.
-- ==
-- entry: main
-- input { 7 3 } output { 7 1 10 }
def plus (a: i32) (b: i32) = a + b
def main (a: i32) (b: i32): (i32, i32, i32) = (a `i32.max` b, a `i32.min` b - 2, a `plus` b)
