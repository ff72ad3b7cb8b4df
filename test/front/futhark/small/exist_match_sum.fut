-- Exist match sum.
-- ==
-- input { 2 } output { 2i64 }

type t = #a i64 | #b
def mk (x: i32) : t = if x > 1 then #a (i64.i32 x) else #b
entry main (x: i32) = length (match mk x case #a n -> iota n case #b -> [])
