-- ==
-- input { [1,2,3] } output { [2,4,6] 12 }
module type vec = { type t [n] val mk [n]: [n]i32 -> t [n] val un [n]: t [n] -> [n]i32 val add [n]: t [n] -> t [n] -> t [n] }
module v: vec = { type t [n] = { data: [n]i32 } def mk [n] (x: [n]i32): t [n] = { data = x } def un [n] (x: t [n]) = x.data def add [n] (x: t [n]) (y: t [n]): t [n] = { data = map2 (+) x.data y.data } }
module use (V: vec) = { def dbl [n] (x: [n]i32): [n]i32 = V.un (V.add (V.mk x) (V.mk x)) def tot [n] (x: V.t [n]) = i32.sum (V.un x) }
module u = use v
def main [n] (x: [n]i32) = (u.dbl x, u.tot (v.add (v.mk x) (v.mk x)))
