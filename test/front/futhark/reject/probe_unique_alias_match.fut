-- Unique alias match.
-- ==
-- error: E1402

type t [n] = #a ([n]i64) | #b
def f [n] (x: t [n]) : i64 = match x case #a xs -> (xs with [0] = 1)[0] case #b -> 0
entry main (n: i64) = f (#a (iota n))
