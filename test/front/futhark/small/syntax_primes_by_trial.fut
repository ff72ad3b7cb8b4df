-- Primes by trial.
-- ==
-- input { 10 } output { [2,3,5,7] }

entry main (n: i32) : []i32 =
  filter (\p -> all (\q -> p % q != 0) (2..<p)) (2...n)
