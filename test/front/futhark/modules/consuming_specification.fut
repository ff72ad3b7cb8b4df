-- ==
-- input { [1,2,3] } output { [0,2,3] }
module m: { val z [n]: *[n]i32 -> *[n]i32 } = { def z [n] (x: *[n]i32): *[n]i32 = x with [0] = 0 }
module f (M: { val z [n]: *[n]i32 -> *[n]i32 }) = { def twice [n] (x: *[n]i32) = M.z (M.z x) }
module g = f m
def main [n] (xs: [n]i32) = g.twice (copy xs)
