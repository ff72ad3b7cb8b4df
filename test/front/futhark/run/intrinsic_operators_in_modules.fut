-- Operators as members with their types.
-- ==
-- entry: main
-- input { 6 4 } output { 2 6 4 true -7 24 }
def apply (f: i32 -> i32 -> i32) (x: i32) (y: i32): i32 = f x y
def main (x: i32) (y: i32): (i32, i32, i32, bool, i32, i32) =
  (apply (i32.^) x y, apply (i32.|) x y, apply (i32.&) x y, i32.(x >= y), (i32.!) x, apply (i32.*) x y)
