-- Unique in record.
-- ==
-- input { 2i64 } output { [9i64,1i64] }

def mk (n: i64) : {data: *[n]i64} = {data = iota n}
entry main (n: i64) = let {data} = mk n in data with [0] = 9
