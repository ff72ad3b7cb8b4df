-- Everyday expressions, one entry point each.
-- ==
-- entry: h1
-- input { [1,2,3] } output { 6i32 }
-- ==
-- entry: h2
-- input { [1,2,3] } output { 2i32 }
-- ==
-- entry: h3
-- input { [1,5] [2,3] } output { [2i32, 5i32] }
-- ==
-- entry: h4
-- input { 4i64 } output { [0i64, 2i64] [0i64, 4i64] [0i64, 6i64] }
-- ==
-- entry: h5
-- input { [[1.0,2.0],[3.0,4.0]] } output { 5.0f64 }
-- ==
-- entry: h6
-- input { 1 } output { 5i32 }
-- ==
-- entry: h7
-- input { [1,2,3,4] } output { [3i32, 4i32] [1i32, 2i32] 2i64 2i64 }
-- ==
-- entry: h8
-- input { [1,-1,5] } output { [5i32, -1i32, 1i32] }
-- ==
-- entry: h9
-- input {  } output { [2i32, 12i32] }
-- ==
-- entry: h10
-- input { 4i64 } output { 4i64 }
-- ==
-- entry: h11
-- input { [1,2,3,4] } output { [0i32, 0i32, 0i32, 4i32] 3i64 }
-- ==
-- entry: h12
-- input {  } output { [[1i32, 7i32], [3i32, 4i32]] }
-- ==
-- entry: h13
-- input {  } output { [[1i32, 2i32], [8i32, 9i32]] }
-- ==
-- entry: h14
-- input { 3 } output { 8i32 }
-- ==
-- entry: h15
-- input { 4.0 } output { 8.283185307179586f64 }
-- ==
-- entry: h16
-- input { 3i64 } output { 6i64 }
-- ==
-- entry: h17
-- input { [97u8,65u8] } output { [65u8, 65u8] }
-- ==
-- entry: h18
-- input { true false } output { false true false true 1i32 }
-- ==
-- entry: h19
-- input { [3,9,2] } output { 9i32 1i64 }
-- ==
-- entry: h20
-- input { 3i64 3i64 } output { [0i64, 3i64, 6i64] }
-- ==
-- entry: h21
-- input { [1,2,9] } output { true true false 9i32 [1i32, 2i32] [2i32, 9i32] }
-- ==
-- entry: h22
-- input { [[1,2],[3,4]] } output { [1i32, 2i32] }
-- ==
-- entry: h23
-- input { [1,2,3] } output { [2i32, 3i32, 1i32] }
-- ==
-- entry: h24
-- input { [1,2,3] 2i64 } output { [1i32, 2i32, 3i32] }
-- ==
-- entry: h25
-- input { 1 } output { 2i32 }
-- ==
-- entry: h26
-- input { [1f32,2f32] [3f32,4f32] } output { 11.0f32 }
-- ==
-- entry: h27
-- input { 2i64 } output { [[0i64, 1i64], [2i64, 3i64]] }
-- ==
-- entry: h28
-- input { [1i64,1i64,3i64] } output { [0i32, 2i32, 0i32, 1i32] }
-- ==
-- entry: h29
-- input { 1 } output { 7i32 }
-- ==
-- entry: h30
-- input { 4 } output { [1i32, 2i32, 3i32] }
-- input { 1 } output { [4i32, 5i32] }

-- streams, chunks, folds
entry h1 (xs: []i32) = foldl (+) 0 xs
entry h2 (xs: []i32) = foldr (\x acc -> x - acc) 0 xs
entry h3 [n] (xs: [n]i32) (ys: [n]i32) = map2 (\x y : (#a i32 | #b (i32, i32)) -> if x > y then #a x else #b (x, y)) xs ys |> map (\v -> match v case #a x -> x case #b (p, q) -> p * q)
entry h4 (n: i64) = let xs = iota n in let ys = map (\x -> x * x) xs in zip3 xs ys (map2 (+) xs ys) |> filter (\(_, y, _) -> y % 2 == 0) |> unzip3
entry h5 [n] (m: [n][n]f64) = let d = map (\i -> m[i, i]) (iota n) in f64.sum d
entry h6 (x: i32) = let f x = x + 1 let g = f >-> f in g (g x)
entry h7 (xs: []i32) = let (a, b) = partition (> 2) xs in (a, b, length a, length b)
entry h8 (xs: []i32) = let (a, b, c) = partition2 (> 2) (< 0) xs in a ++ b ++ c
entry h9 = map (\(x, y) -> x * y) [(1, 2), (3, 4)]
entry h10 (n: i64) = loop acc = 0 for i < n do loop acc for j < i do acc + j
entry h11 (xs: *[]i32) = let (a, b) = loop (xs, i) = (xs, 0) while i < 3 && i < length xs do (xs with [i] = 0, i + 1) in (a, b)
entry h12 = let a = [[1, 2], [3, 4]] in a with [0, 1] = 7
entry h13 = let a = [[1, 2], [3, 4]] in a with [1] = [8, 9]
entry h14 (x: i32) = let r = {a = {b = x, c = 2}, d = [1, 2]} in (r with a.b = 5).a.b + r.a.b
entry h15 (x: f64) = f64.(sqrt x + pi * floor 2.7)
entry h16 (x: i64) : i64 = x |> (+ 1) |> (* 2) |> (2 -) |> i64.abs
entry h17 (xs: []u8) = map (\c -> if c >= 'a' && c <= 'z' then c - 32 else c) xs
entry h18 (a: bool) (b: bool) = (a && b, a || b, !a, a != b, i32.bool a)
entry h19 [n] (xs: [n]i32) = reduce (\(a, i) (b, j) -> if a >= b then (a, i) else (b, j)) (i32.lowest, -1) (zip xs (iota n))
entry h20 (n: i64) (k: i64) = map (\i -> reduce (+) 0 (map (\j -> i * j) (iota k))) (iota n)
entry h21 (xs: []i32) = (all (> 0) xs, any (> 5) xs, null xs, last xs, init xs, tail xs)
entry h22 (xs: [][]i32) = map (\r -> r[0]) (transpose xs)
entry h23 (xs: []i32) = rotate 1 xs
entry h24 (xs: []i32) (n: i64) = take n xs ++ drop n xs
entry h25 (x: i32) = #[noinline] #[trace] (x + 1)
entry h26 [n] (as: [n]f32) (bs: [n]f32) = reduce (+) 0 (map2 (*) as bs)
entry h27 (n: i64) = unflatten (iota (n * 2)) :> [n][2]i64
entry h28 (xs: []i64) = hist (+) 0 4 xs (map (const 1) xs)
entry h29 (x: i32) = let y = (let z = x + 1 in z * 2) in (\(a: i32) -> a + y) 3
entry h30 (x: i32) = if x > 3 then [1, 2, 3] else [4, 5]
