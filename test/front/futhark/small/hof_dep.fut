-- Hof dep.
-- ==
-- input { 3i64 } output { [0i64,1i64,2i64] }

def gen (f: (n: i64) -> [n]i64) (k: i64) : [k]i64 = f k
entry main (k: i64) = gen iota k
