-- A unique result is a top-level constant.
-- ==
-- error: E1407
def table: [3]i32 = [1, 2, 3]
def f (_: i32): *[3]i32 = table
def main (x: i32) = f x
