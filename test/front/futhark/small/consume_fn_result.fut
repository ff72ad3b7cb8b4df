-- Consume fn result.
-- ==
-- input { 2i64 } output { [9i64,1i64] }

def fresh (n: i64) : *[n]i64 = iota n
entry main (n: i64) = fresh n with [0] = 9
