-- So may what `unzip` gives, even that of a fresh array.
-- ==
-- error: E1401
def main (n: i64): ([n]i32, [n]f64) =
  let (as, bs) = unzip (replicate n (0, 1.0))
  let as[0] = 5
  in (as, bs)
