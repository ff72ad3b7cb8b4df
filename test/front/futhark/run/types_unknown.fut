-- Unknown sizes: where they come from and where they go.
-- ==
-- entry: e1
-- input {  } output { [3i32] }
-- ==
-- entry: e2
-- input {  } output { [2i32, 3i32] }
-- ==
-- entry: e3
-- input {  } output { 2i64 }
-- ==
-- entry: e4
-- input { 3i64 } output { [0i64, 1i64, 2i64] }
-- ==
-- entry: e5
-- input { [1,-1,2] } output { 2i64 [1i32, 3i32] }
-- ==
-- entry: e6
-- input { 3i64 } output { [0i64, 1i64, 2i64, 3i64] }
-- ==
-- entry: e7
-- input { true 3i64 } output { [0i64, 1i64, 2i64] }
-- ==
-- entry: e8
-- input { 2i64 } output { [[1i32, 1i32], [1i32, 1i32], [1i32, 1i32]] }
-- ==
-- entry: e9
-- input { 2i32 } output { [0i64, 1i64] [true, true] }
-- ==
-- entry: e10
-- input { [1,2,3] 1i64 } output { [1i32] [2i32, 3i32] }
-- ==
-- entry: e11
-- input { [1,2,3] } output { [3i32] 3i32 }
-- ==
-- entry: e12
-- input { [1,2] } output { [1i32, 2i32] }
-- ==
-- entry: e13
-- input { [1,-1] } output { [1i32] }
-- ==
-- entry: e14
-- input { [1f32,2f32] } output { [1.4142135f32, 2.236068f32] }
-- ==
-- entry: e15
-- input { 3i64 } output { [0i64, 1i64, 2i64] }
-- ==
-- entry: e16
-- input {  } output { [4i32, 6i32] }
-- ==
-- entry: e17
-- input {  } output { 2i64 }
-- ==
-- entry: e18
-- input {  } output { [0i64, 1i64, 2i64] [0i32, 0i32, 0i32] }
-- ==
-- entry: e19
-- input { 1 } output { [2i32] [2i32, 3i32] }
-- ==
-- entry: e20
-- input { 2i64 } output { [[0i64, 0i64], [1i64, 1i64]] }
-- ==
-- entry: e21
-- input {  } output { [0i32, 1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32, 8i32, 9i32, 10i32] }
def c2 (n: i64) (m: i64) (xs: [n][m]i32) = map i32.sum xs
entry e1 = c2 1 2 [[1, 2]]
def b30 f = map f >-> filter (> 0)
entry e2 = b30 (+1) [1, 2, -5]
entry e3 = [1, 2] |> filter (>0) |> length
entry e4 (n: i64) = loop xs = [] for i < n do xs ++ [i]
entry e5 (xs: []i32) = let [k] (ys: [k]i32) = filter (>0) xs in (k, map2 (+) ys (map i32.i64 (iota k)))
entry e6 (n: i64) = let m = n + 1 in iota m
entry e7 (b: bool) n = if b then iota n else iota 10
def b7 [n] (f: i64 -> [n]i32) = map f (iota 3)
entry e8 (n: i64) = b7 (\_ -> replicate n 1)
entry e9 (n: i32) = zip (iota (i64.i32 n)) (replicate (i64.i32 n) true)
entry e10 [n] (xs: [n]i32) (k: i64) = (take k xs, drop k xs)
entry e11 (xs: []i32) = loop (ys, i) = (xs, 0) while length ys > 1 do (filter (> i) ys, i + 1)
def zeros [n] (_: i32): [n]i32 = replicate n 0
entry e12 (xs: []i32) = map2 (+) xs (zeros 1)
entry e13 (xs: []i32) = let ys = filter (>0) xs in map2 (+) ys (zeros 1)
entry e14 [n] (xs: [n]f32) = f32.sqrt (xs * xs + 1)
entry e15 (n: i64) = n |> iota
def xs0: []i32 = filter (>1) [1,2,3]
entry e16 = map2 (+) xs0 xs0
entry e17 = length xs0
def b12 (r: {n: i64}) = zip (iota r.n) (replicate r.n 0)
entry e18 = b12 {n = 3}
entry e19 (x: i32) = let f (ys: []i32) = map (+x) ys in (f [1], f [1,2])
entry e20 (n: i64) = let f (i: i64) = replicate n i in map f (iota n)
entry e21 = 0..1...10
