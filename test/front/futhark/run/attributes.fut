-- Attributes change nothing about values.
-- ==
-- entry: main
-- input { [1, 2, 3] 1i64 } output { [2, 3, 4] 2 6 }
#[noinline]
def inc (x: i32) = x + 1
#[inline]
def dec (x: i32) = x - 1
def main (xs: []i32) (i: i64): ([]i32, i32, i32) =
  let ys = #[sequential] map inc xs
  let y = #[unsafe] xs[i]
  let s = #[incremental_flattening(only_intra)] reduce (+) 0 (#[sequential_outer] map (dec >-> inc) xs)
  in (ys, y, s)
