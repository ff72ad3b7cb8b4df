-- Abbreviations with sizes left out.
-- ==
-- input { 2i64 } output { 6i64 }

type t [n] = [n]i64
def f (a: t [3]) (b: t []) : i64 = i64.sum a + i64.sum b
entry main (n: i64) = f (iota 3) (iota (n + 1)) + 0
