-- Functions in records and tuples.
-- ==
-- entry: main
-- input { 3 } output { 4 9 6 }
type^ ops = {inc: i32 -> i32, pair: (i32 -> i32, i32)}
def make (k: i32): ops = {inc = \x -> x + k, pair = (\x -> x * x, 2)}
def main (x: i32): (i32, i32, i32) =
  let o = make 1
  let (f, m) = o.pair
  in (o.inc x, f x, x * m)
