-- A free array is consumed in the body of a loop.
-- ==
-- error: E1405
def main (xs: *[]i32) =
  loop s = 0 for i < 3 do
    let ys = xs with [0] = i
    in s + ys[0]
