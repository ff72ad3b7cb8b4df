-- Functions whose sizes are ordinary parameters, given in all sorts of ways.
-- ==
-- input { [1i32, 2i32, 3i32, 4i32] } output { 3i32 10i32 6i32 }

-- ==
-- entry: computed
-- input { 3i64 } output { [0i64, 1i64, 2i64, 3i64] [0i64, 1i64, 2i64, 3i64, 4i64, 5i64] }

-- ==
-- entry: table
-- input { 2i64 3i64 } output { [[0i64, 1i64, 2i64], [3i64, 4i64, 5i64]] }

-- ==
-- entry: cut
-- input { [3i32, 1i32, 2i32] } output { [3i32, 1i32] [2i32] }

def sum_of (n: i64) (xs: [n]i32) : i32 = i32.sum xs

entry main [n] (xs: [n]i32) : (i32, i32, i32) =
  (sum_of 2 (take 2 xs), sum_of n xs, sum_of (n - 1) (init xs))

def numbers (n: i64) : [n]i64 = iota n

entry computed (n: i64) : ([n + 1]i64, []i64) =
  let m = n * 2
  in (numbers (n + 1), numbers m)

def make_table (n: i64) (m: i64) : [n][m]i64 = unflatten (iota (n * m))
entry table (n: i64) (m: i64) = make_table n m

def cut_at [n] 't (k: i64) (xs: [n]t) : ([k]t, [n - k]t) = (take k xs, drop k xs)
entry cut [n] (xs: [n]i32) : ([]i32, []i32) = cut_at 2 xs
