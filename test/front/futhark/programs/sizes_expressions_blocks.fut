-- Sizes that are computed: concatenation, blocks, halves, interleaving.
-- ==
-- entry: mix
-- input { [1i32, 2i32, 3i32] [4i32, 5i32, 6i32] }
-- output { [1i32, 4i32, 2i32, 5i32, 3i32, 6i32] }

-- ==
-- entry: swap
-- input { [1i32, 2i32] [4i32, 5i32] }
-- output { [2i32, 5i32, 1i32, 4i32] }

-- ==
-- entry: frame
-- input { [7i32] }
-- output { [0i32, 7i32, 0i32] }

-- ==
-- entry: column_sums
-- input { 2i64 3i64 [1i32, 2i32, 3i32, 4i32, 5i32, 6i32] }
-- output { [5i32, 7i32, 9i32] }

-- ==
-- entry: differences
-- input { [1i32, 4i32, 9i32, 16i32] }
-- output { [3i32, 5i32, 7i32] }
-- input { [5i32] }
-- output { empty([0]i32) }

def interleave [n] 't (xs: [n]t) (ys: [n]t): [n * 2]t =
  flatten (map2 (\x y -> [x, y]) xs ys)

def halves [n] 't (xs: [n * 2]t): ([n]t, [n]t) =
  (take n xs, drop n xs :> [n]t)

def bracket [n] 't (x: t) (xs: [n]t): [1 + n + 1]t = [x] ++ xs ++ [x]

def blocks [n] [k] 't (xs: [n * k]t): [n][k]t = unflatten xs

def pairwise [n] 't 'u (f: t -> t -> u) (xs: [n + 1]t): [n]u =
  map2 f (init xs :> [n]t) (tail xs :> [n]t)

entry mix [n] (xs: [n]i32) (ys: [n]i32): [n * 2]i32 = interleave xs ys
entry swap [n] (xs: [n]i32) (ys: [n]i32): []i32 =
  let (a, b) = halves (interleave xs ys)
  in b ++ a
entry frame [n] (xs: [n]i32): [n + 2]i32 = bracket 0 xs :> [n + 2]i32
entry column_sums (n: i64) (k: i64) (xs: [n * k]i32): [k]i32 =
  blocks xs |> transpose |> map i32.sum
entry differences [n] (xs: [n]i32): []i32 =
  let m = n - 1
  in pairwise (\a b -> b - a) (xs :> [m + 1]i32)
