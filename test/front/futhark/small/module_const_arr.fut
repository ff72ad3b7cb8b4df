-- Module const arr.
-- ==
-- input { 3i64 } output { 9i64 }

module m = {def table = map (\i -> i * i) (iota 10) def get (i: i64) = table[i]}
entry main (i: i64) = m.get i
