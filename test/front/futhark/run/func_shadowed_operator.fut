-- An operator may be shadowed; the original stays in its module.
-- ==
-- entry: main
-- input { 7 3 } output { 4 10 21 }
def (+) (a: i32) (b: i32): i32 = a - b
def main (a: i32) (b: i32): (i32, i32, i32) =
  (a + b, a i32.+ b, reduce (i32.*) 1 [a, b])
