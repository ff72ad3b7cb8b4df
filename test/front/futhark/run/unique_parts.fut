-- Parts of a result that are fresh, declared or found, are consumed on their own; of others, one is, and only after the
-- last use of the rest.
-- ==
-- input { 2i64 } output { [5, 1] [1, 1] [5, 1] [2, 2] 2 [5, 2] }
def declared (n: i64): (*[n]i32, *[n]i32) = (replicate n 1, replicate n 1)
def found (n: i64) = (replicate n 1, replicate n 2)
def main (n: i64) =
  let (as, bs) = declared n
  let (cs, ds) = found n
  let (es, fs) = unzip (replicate n (1, 2))
  let last = es[n - 1] + 1
  in (as with [0] = 5, bs, cs with [0] = 5, ds, last, fs with [0] = 5)
