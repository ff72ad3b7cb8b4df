-- Functions whose results are fresh by what they declare, or by what they are partial applications of.
-- ==
-- input { [1, 2] } output { [3, 4] [3, 4] [3, 4] [3, 4] }
def twice (f: [2]i32 -> *[2]i32) (xs: [2]i32) = f (f xs)
def add (ys: [2]i32) = map (+ 1) ys
def main (xs: [2]i32) =
  let f (ys: [2]i32): *[2]i32 = map (+ 1) ys
  in (twice (\ys: *[2]i32 -> map (+ 1) ys) xs, twice f xs, twice add xs, twice (map (+ 1)) xs)
