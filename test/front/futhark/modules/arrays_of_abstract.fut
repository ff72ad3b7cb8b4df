-- ==
-- input { [1,2,3] } output { [1,5,3] true [[1,2,3],[1,2,3]] }
module type S = { type t val mk: i32 -> t val un: t -> i32 }
module M: S = { type t = { a: i32, b: bool } def mk (x: i32) : t = { a = x, b = x > 1 } def un (x: t) = x.a }
module V (P: { type t [n] }) = { def id [n] (x: P.t [n]) = x }
module W = V { type t [n] = [n]i32 }
module type T = { type t [n] val f [n]: t [n] -> i64 }
module U: T with t [n] = [n]i32 = { type t [n] = [n]i32 def f [n] (_: t [n]) = n }
module A (E: { type t val z: t }) = { def rep (n: i64) : [n]E.t = replicate n E.z }
module B = A { type t = [3]i32 def z: [3]i32 = [1, 2, 3] }
def main [n] (xs: [n]i32) =
  let ys = map M.mk xs
  let ys = ys with [1] = M.mk 5
  in (map M.un ys, M.un (M.mk 2) == M.un (M.mk (i32.i64 (U.f (W.id [1,2])))), B.rep 2)
