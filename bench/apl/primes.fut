-- Primes: the numbers that one number, themselves, divides, by a table of remainders. A remainder of 0 is the
-- number, as in APL, so that nothing needs a check.
def residue (d: i64) (x: i64) = (let rest = #[unsafe] (x % (if d == 0 then 1 else d)) in if d == 0 then x else rest)
entry run (n: i64): f64 =
  let a = map (+ 2) (iota (n - 1))
  let divisors = map (\x -> i64.sum (map (\d -> i64.bool (residue d x == 0)) a)) a
  in zip divisors a |> filter (\(k, _) -> k == 1) |> map (\(_, x) -> x) |> i64.sum |> f64.i64
-- ==
-- entry: run
-- nobench input { 30i64 } output { 129.0 }
