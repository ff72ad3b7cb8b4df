-- 0/1 knapsack: one array of capacities per item.
-- ==
-- input { 10i64 [5i64, 4i64, 6i64, 3i64] [10i32, 40i32, 30i32, 50i32] } output { 90i32 }
-- input { 7i64 [1i64, 3i64, 4i64, 5i64] [1i32, 4i32, 5i32, 7i32] } output { 9i32 }

-- ==
-- entry: table
-- input { 5i64 [2i64] [3i32] } output { [0i32, 0i32, 3i32, 3i32, 3i32, 3i32] }

def knapsack [n] (capacity: i64) (weights: [n]i64) (values: [n]i32) : [capacity + 1]i32 =
  loop best = replicate (capacity + 1) 0 for (w, v) in zip weights values do
    map (\c -> if c < w then best[c] else i32.max best[c] (best[c - w] + v)) (iota (capacity + 1))

entry main [n] (capacity: i64) (weights: [n]i64) (values: [n]i32) : i32 =
  last (knapsack capacity weights values)

entry table [n] (capacity: i64) (weights: [n]i64) (values: [n]i32) = knapsack capacity weights values
