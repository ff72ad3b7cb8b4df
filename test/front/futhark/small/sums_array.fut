-- Sums array.
-- ==
-- input { [1,-2,0] } output { [1,4,-1] 2i64 }

type t = #pos i32 | #neg i32 | #zero
def c (x: i32) : t = if x > 0 then #pos x else if x < 0 then #neg (-x) else #zero
def u (x: t) : i32 = match x case #pos y -> y case #neg y -> y * 2 case #zero -> -1
entry main (xs: []i32) = let ts = map c xs in (map u ts, length (filter (!= #zero) ts))
