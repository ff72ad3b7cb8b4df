-- Parts of a result that is not fresh may share memory with each other.
-- ==
-- error: E1401
def twins (n: i64): ([n]i32, [n]i32) = let xs = replicate n 1 in (xs, xs)
def main (n: i64) =
  let (as, bs) = twins n
  let as[0] = 5
  in (as, bs)
