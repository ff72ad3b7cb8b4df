-- Parts of an unzipped fresh array updated on their own.
-- ==
-- entry: main
-- input { 2i64 } output { [5, 0] [1.0, 1.0] }
def main (n: i64): ([n]i32, [n]f64) =
  let (as, bs) = unzip (replicate n (0, 1.0))
  let as[0] = 5
  in (as, bs)
