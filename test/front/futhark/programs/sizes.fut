-- Sizes in types: sums, products, differences, coercions, size parameters as values, existentials.
-- ==
-- input { [1i32, 2i32, 3i32] }
-- output { [1i32, 2i32, 3i32, 0i32] [1i32, 2i32, 3i32, 1i32, 2i32, 3i32] }

-- ==
-- entry: chunks
-- input { [1i32, 2i32, 3i32, 4i32, 5i32, 6i32] 2i64 }
-- output { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] }
-- input { [1i32, 2i32, 3i32, 4i32, 5i32] 2i64 } error: E0404.*

-- ==
-- entry: square
-- input { 3i64 } output { [[0i64, 1i64, 2i64], [1i64, 2i64, 3i64], [2i64, 3i64, 4i64]] 9i64 }

-- ==
-- entry: evens_and_odds
-- input { [1i32, 2i32, 3i32, 4i32] } output { [1i32, 3i32] [2i32, 4i32] }

-- ==
-- entry: named_existential
-- input { [1i32, -1i32, 2i32] } output { 2i64 [2i32, 4i32] }

-- ==
-- entry: split_one
-- input { [5i32, 6i32, 7i32, 8i32] } output { [5i32] [6i32, 7i32, 8i32] }

-- ==
-- entry: must_agree
-- input { [1i32, 2i32] [3i32, 4i32] } output { [4i32, 6i32] }
-- input { [1i32, 2i32] [3i32] } error: E0404.*

def append_zero [n] (xs: [n]i32) : [n + 1]i32 = xs ++ [0]

def repeat_twice [n] 't (xs: [n]t) : [n + n]t = xs ++ xs

entry main [n] (xs: [n]i32) : ([n + 1]i32, [n + n]i32) =
  (append_zero xs, repeat_twice xs)

def chunk [n] 't (k: i64) (xs: [n]t) : [k][n / k]t =
  unflatten (xs :> [k * (n / k)]t)

entry chunks [n] (xs: [n]i32) (k: i64) : [k][n / k]i32 = chunk k xs

def dims [n][m] 't (_: [n][m]t) : (i64, i64) = (n, m)

entry square (n: i64) : ([n][n]i64, i64) =
  let a : [n][n]i64 = map (\i -> map (+ i) (iota n)) (iota n)
  let (r, c) = dims a
  in (a, r * c)

entry evens_and_odds [n] (xs: [n]i32) : ([]i32, []i32) = (xs[0:n:2], xs[1::2])

entry named_existential [n] (xs: [n]i32) : (i64, []i32) =
  let [k] (ys: [k]i32) = filter (> 0) xs
  let zs : [k]i32 = map (* 2) ys
  in (k, zs)

entry split_one [n] (xs: [n]i32) : ([]i32, []i32) =
  let (a, b) : ([1]i32, [n - 1]i32) = split (xs :> [1 + (n - 1)]i32)
  in (a, b)

def add [n] (xs: [n]i32) (ys: [n]i32) : [n]i32 = map2 (+) xs ys

entry must_agree [n][m] (xs: [n]i32) (ys: [m]i32) : [n]i32 = add xs (ys :> [n]i32)
