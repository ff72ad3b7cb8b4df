-- A loop over a record with an array that is updated.
-- ==
-- entry: main
-- input { 4i64 } output { [0i64, 1, 3, 6] 6i64 }
def main (n: i64): ([n]i64, i64) =
  let r =
    loop (acc: {xs: *[n]i64, sum: i64}) = {xs = replicate n 0, sum = 0} for i < n do
      let sum = acc.sum + i
      in {xs = acc.xs with [i] = sum, sum}
  in (r.xs, r.sum)
