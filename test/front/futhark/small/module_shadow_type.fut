-- Module shadow type.
-- ==
-- input { 1 } output { 1i64 }

type t = i32
module m = {type t = i64 def f (x: t) : t = x}
entry main (x: t) : i64 = m.f (i64.i32 x)
