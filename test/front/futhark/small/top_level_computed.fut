-- Top level computed.
-- ==
-- input { 5 } output { 50 }

def n = 10i64
def xs : [n]i32 = map i32.i64 (iota n)
entry main (k: i32) = i32.sum xs + k
