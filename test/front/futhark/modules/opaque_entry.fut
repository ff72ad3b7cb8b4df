-- ==
-- entry: main
-- input { 3 } output { 5 }
module m: { type t val mk: i32 -> t val un: t -> i32 } = { type t = (i32, i32) def mk x = (x, 2) def un (a, b) = a + b }
entry mk (x: i32): m.t = m.mk x
entry un (x: m.t): i32 = m.un x
entry main (x: i32) = un (mk x)
