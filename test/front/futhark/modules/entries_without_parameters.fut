-- ==
-- entry: main
-- input { [1,2] } output { [2,3] }
-- ==
-- entry: gives
-- input { 1 2 } output { 3 }
-- ==
-- entry: partial
-- input { 2 } output { 5 }
-- ==
-- entry: named
-- input { [1,2] } output { 3 }
-- ==
-- entry: sized
-- input { 3i64 1i32 } output { [1, 1, 1] }
-- ==
-- entry: chosen
-- input { [1,-2] } output { [1] }
entry gives (x: i32) = \(y: i32) -> x + y
entry partial : i32 -> i32 = gives 3
entry named = i32.sum
entry sized: (n: i64) -> i32 -> [n]i32 = replicate
entry chosen = filter (> 0i32)
entry main = map (+1i32)
