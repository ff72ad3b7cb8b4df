-- Functions whose results have sizes that nobody knows before.
-- ==
-- entry: count
-- input { 360i64 }
-- output { 24i64 }

-- ==
-- entry: gcd
-- input { 84i64 36i64 }
-- output { 12i64 }

-- ==
-- entry: parts
-- input { 12i64 }
-- output { [2i64, 4i64, 6i64, 12i64] [1i64, 3i64] }

-- ==
-- entry: squares
-- input { 10i64 }
-- output { [1i64, 4i64, 25i64, 100i64] }

-- ==
-- entry: unique
-- input { [1i64, 1i64, 2i64, 3i64, 3i64, 3i64, 1i64] }
-- output { [1i64, 2i64, 3i64, 1i64] }
-- input { empty([0]i64) }
-- output { empty([0]i64) }

def divisors (n: i64): ?[d].[d]i64 = filter (\k -> n % k == 0) (1...n)

def dedup [n] (xs: [n]i64): ?[m].[m]i64 =
  let fresh = map2 (\i x -> i == 0 || xs[i - 1] != x) (iota n) xs
  in zip xs fresh |> filter (.1) |> map (.0)

def common (a: i64) (b: i64): ?[d].[d]i64 =
  let xs = divisors a
  in filter (\x -> b % x == 0) xs

def both (n: i64): ?[a][b].([a]i64, [b]i64) =
  let xs = divisors n
  in (filter (\x -> x % 2 == 0) xs, filter (\x -> x % 2 == 1) xs)

entry count (n: i64): i64 = length (divisors n)
entry gcd (a: i64) (b: i64): i64 = last (common a b)
entry parts (n: i64): ([]i64, []i64) = both n
entry squares (n: i64): []i64 =
  let ds = divisors n
  in map2 (*) ds ds
entry unique (xs: []i64): []i64 = dedup xs
