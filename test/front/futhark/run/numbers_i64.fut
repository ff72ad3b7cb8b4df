-- 64-bit arithmetic beyond 32 bits, and factorials that overflow.
-- ==
-- entry: main
-- input { 20i64 } output { 2432902008176640000i64 }
-- input { 21i64 } output { -4249290049419214848i64 }
def main (n: i64): i64 = reduce (*) 1 (map (+ 1) (iota n))
