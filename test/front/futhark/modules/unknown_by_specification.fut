-- ==
-- input { [1,2,3] } output { [2,3,4] 3i64 }
module m: { val f [n]: [n]i32 -> []i32 } = { def f [n] (x: [n]i32): [n]i32 = x }
def main [n] (xs: [n]i32) = let ys = m.f xs in (map (+1) ys, length ys)
