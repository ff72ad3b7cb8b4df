-- Primes: the numbers that one number, themselves, divides, by a table of remainders.
entry run (n: i64): f64 =
  let a = map (+ 2) (iota (n - 1))
  let divisors = map (\x -> i64.sum (map (\d -> i64.bool (x % d == 0)) a)) a
  in zip divisors a |> filter (\(k, _) -> k == 1) |> map (\(_, x) -> x) |> i64.sum |> f64.i64
-- ==
-- entry: run
-- nobench input { 30i64 } output { 129.0 }
