-- Any expression is a size. Two are equal when they are written alike; all are checked.
-- ==
-- entry: field
-- input { 3i64 2i64 [1, 2, 3] } output { [1, 3, 5] }
-- input { 2i64 2i64 [1, 2, 3] } error: E0404.*(cannot match shape|size)
-- ==
-- entry: element
-- input { [2i64, 7i64] [4, 5] } output { [4, 5] [4i64, 6i64] }
-- input { [3i64, 7i64] [4, 5] } error: E0404.*(cannot match shape|size)
-- ==
-- entry: choice
-- input { true 3i64 } output { [0i64, 2i64, 4i64] }
-- input { false 3i64 } output { [0i64, 2i64] }
-- ==
-- entry: coerced_choice
-- input { true 3i64 [1, 2, 3] } output { [1, 2, 3] }
-- input { false 3i64 [1, 2, 3] } error: E0404.*(cannot match shape|size)
-- ==
-- entry: coerced_let
-- input { 2i64 [1, 2, 3] } output { [1, 2, 3] }
-- input { 3i64 [1, 2, 3] } error: E0404.*(cannot match shape|size)
-- ==
-- entry: coerced_lambda
-- input { 2i64 [1, 2, 3] } output { [1, 2, 3] }
-- input { 3i64 [1, 2, 3] } error: E0404.*(cannot match shape|size)
-- ==
-- entry: coerced_pipe
-- input { 2i64 [1, 2, 3] } output { [1, 2, 3] }
-- input { 9i64 [1, 2, 3] } error: E0404.*(cannot match shape|size)
-- ==
-- entry: negative
-- input { -3i64 [1, 2, 3] } output { [1, 2, 3] }
-- input { 3i64 [1, 2, 3] } error: E0404.*(cannot match shape|size)
-- ==
-- entry: call
-- input { [2i64, 1i64] [1, 2, 3] } output { [1, 2, 3] }
-- input { [2i64, 2i64] [1, 2, 3] } error: E0404.*(cannot match shape|size)
-- ==
-- entry: updated
-- input { [3i64, 1i64] } output { [0i64, 2i64, 4i64] [9i64, 1i64] }
-- ==
-- entry: result
-- input { [3i64] } output { [0i64, 1i64, 2i64] }
-- ==
-- entry: parameter
-- input { [2i64] [5, 6] } output { [5, 6] }
-- input { [3i64] [5, 6] } error: E0404.*(cannot match shape|size)
entry field (n: i64) (m: i64) (xs: []i32) =
  let t = (n, m)
  in map2 (+) (xs :> [t.0]i32) (map i32.i64 (iota t.0))
entry element (ns: []i64) (xs: []i32) =
  let ys = xs :> [ns[0]]i32
  in unzip (map2 (\y i -> (y, i + i64.i32 y)) ys (iota ns[0]))
def count (b: bool) (n: i64) = iota (if b then n else 2)
entry choice (b: bool) (n: i64) = map2 (+) (count b n) (count b n)
entry coerced_choice (b: bool) (n: i64) (xs: []i32) = xs :> [if b then n else 7]i32
entry coerced_let (n: i64) (xs: []i32) = xs :> [let m = n in m + 1]i32
entry coerced_lambda (n: i64) (xs: []i32) = xs :> [(\m -> m + 1) n]i32
entry coerced_pipe (n: i64) (xs: []i32) = xs :> [n |> (+ 1)]i32
entry negative (n: i64) (xs: []i32) = xs :> [-n]i32
entry call (ns: []i64) (xs: []i32) = xs :> [i64.max ns[0] 1 + ns[1]]i32
entry updated (ns: *[]i64) =
  let a = iota ns[0]
  let ns[0] = 9
  let b = map (+ 0) a
  in (map2 (+) a b, ns)
def first (ns: []i64): [ns[0]]i64 = iota ns[0]
entry result (ns: []i64): [ns[0]]i64 = first ns
entry parameter (ns: []i64) (xs: [ns[0]]i32) = map2 (const id) (iota ns[0]) xs
