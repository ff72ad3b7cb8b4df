-- An anonymous size of a result is that of the body, if it can be said with the parameters.
-- ==
-- entry: rows
-- input { [[1, 2], [3, 4], [5, 6]] } output { [[2, 3], [4, 5], [6, 7]] }
-- ==
-- entry: lengths
-- input { [1, 2, 3] } output { [1, 2, 3, 1, 2, 3] [2, 3] [1] [0] }
-- ==
-- entry: together
-- input { true 2i64 3i64 } output { [0i64, 2i64] }
-- input { false 2i64 3i64 } output { [0i64, 2i64, 4i64] }
-- ==
-- entry: existential
-- input { [3, -1, 4, -2] } output { [6, 8] }
-- ==
-- entry: demanded
-- input { [5i64, 6i64, 7i64] } output { [5i64, 7i64, 9i64] }
-- ==
-- entry: module_sizes
-- input { [1, 2, 3] } output { [2, 4, 6] }
def bump [m] (xs: [m]i32): []i32 = map (+ 1) xs
entry rows (xss: [][]i32) = map bump xss

def twice (xs: []i32): []i32 = xs ++ xs
def behind (xs: []i32): []i32 = tail xs
entry lengths [n] (xs: [n]i32) =
  let a: [n + n]i32 = twice xs
  let b: [n - 1]i32 = behind xs
  let (c, d) = unzip (zip (take 1 a) (map (const 0) (take 1 b)))
  in (a, b, c, d)

def either (b: bool) (n: i64) (m: i64) = if b then (iota n, iota n) else (iota m, iota m)
entry together (b: bool) (n: i64) (m: i64) =
  let (xs, ys) = either b n m
  in map2 (+) xs ys

def positive (xs: []i32): ?[k].([k]i32, [k]i32) =
  let kept = filter (> 0) xs
  in (kept, kept)
entry existential (xs: []i32) =
  let (a, b) = positive xs
  in map2 (+) a b

def indices_of [n]: [n]i64 = iota n
entry demanded (xs: []i64) = map2 (+) xs indices_of

module type adder = { val add [n]: [n]i32 -> [n]i32 -> [n]i32 }
module plain: adder = { def add (xs: []i32) (ys: []i32): []i32 = map2 (+) xs ys }
entry module_sizes (xs: []i32) = plain.add xs xs
