-- Sum arrays payload.
-- ==
-- input { [1,2,3] } output { 6 2i64 }

type t [n] = #arr ([n]i32) | #num i32
def f [n] (x: t [n]) : i32 = match x case #arr xs -> i32.sum xs case #num k -> k
def h [n] (xs: [n]i32) : t [n] = #arr xs
entry main [n] (xs: [n]i32) = (f (h xs), length [f (#num 3 : t [n]), 2])
