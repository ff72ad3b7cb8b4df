-- Sizes that are fields, computed, or found anew.
-- ==
-- entry: e1
-- input { 2i64 3i64 } output { [[0i32, 1i32, 2i32], [1i32, 2i32, 3i32]] }
-- ==
-- entry: e2
-- input { [1,2,3] } output { 8i32 }
-- ==
-- entry: e3
-- input { 3i64 [1,2,3] } output { 9i32 }
-- ==
-- entry: e4
-- input { [1,2] [1,2,3] } output { 3i32 6i32 2i64 }
-- input { [1,2] [1,2] } error: E0404.*The argument has shape \[2\], but must have shape \[3\]\.
-- ==
-- entry: e5
-- input { [1,2] } output { [1i32, 1i32, 1i32, 1i32, 2i32, 2i32, 2i32, 2i32] }
-- ==
-- entry: e6
-- input { [1,2] } output { [2i32, 3i32] [3i32, 5i32] }
-- ==
-- entry: e7
-- input { [[1f32,2f32],[3f32,4f32]] } output { [5.0f32, 9.0f32] }
-- ==
-- entry: e8
-- input { [1,2,3,4,5] } output { [[1i32, 2i32], [3i32, 4i32]] }
-- ==
-- entry: e9
-- input { [1,2,3,4,5,6] } output { [6i32, 15i32] }
-- ==
-- entry: e10
-- input { [1,2,3] } output { [0i32, 1i32, 3i32, 6i32] }
-- ==
-- entry: e11
-- input { [1,2,3] } output { [0i32, 1i32, 1i32, 3i32] [1i32, 1i32, 3i32, 4i32] }

type dims = {n: i64, m: i64}
def mk (d: dims): [d.n][d.m]i32 = tabulate_2d d.n d.m (\i j -> i32.i64 (i + j))
entry e1 (n: i64) (m: i64) = mk {n, m}
def takes (d: dims) (xs: [d.n]i32) = i32.sum xs + i32.i64 d.m
entry e2 [k] (xs: [k]i32) = let d = {n = k, m = 2} in takes d (xs :> [d.n]i32)
entry e3 (n: i64) (xs: [n]i32) = i32.sum xs + i32.i64 n
entry e4 [n] (xs: [n]i32) (ys: [n+1]i32) = (i32.sum xs, i32.sum ys, n)
def pairs [n] (xs: [n]i32) : [n * 2]i32 = flatten (map (\x -> [x, x]) xs)
entry e5 (xs: []i32) = pairs (pairs xs)
def both [n] 'a (f: a -> a) (xs: [n]a) (ys: [n]a): [n](a, a) = map2 (\x y -> (f x, f y)) xs ys
entry e6 [n] (xs: [n]i32) = unzip (both (+1) xs (map (*2) xs))
entry e7 [n] (xs: [n][2]f32) = both (map (+1)) xs xs |> map (\(a, b) -> a[0] + b[1])
def chunk [n] 'a (k: i64) (xs: [n]a) : [][k]a = unflatten (take ((n / k) * k) xs :> [(n / k) * k]a)
entry e8 (xs: []i32) = chunk 2 xs
entry e9 (xs: []i32) = map i32.sum (chunk 3 xs)
def scanl 'a 'b [n] (f: a -> b -> a) (z: a) (xs: [n]b): [n+1]a = let (_, r) = loop (acc, r) = (z, replicate (n+1) z) for i < n do let a = f acc xs[i] in (a, r with [i+1] = a) in r
entry e10 (xs: []i32) = scanl (+) 0 xs
entry e11 (xs: []i32) = scanl (\(a, b) x -> (b, a + x)) (0, 1) xs
