-- Updates in loops, swaps, and arrays that must be copied.
-- ==
-- entry: upd
-- input { [1,2,3] [0i64,0i64,2i64] } output { [3i32, 2i32, 4i32] }
-- ==
-- entry: hist
-- input { [1i64,1i64,4i64] } output { [0i32, 2i32, 0i32, 0i32, 1i32] }
-- ==
-- entry: mapcons
-- input { [[1,2],[3,4]] } output { [[7i32, 2i32], [7i32, 4i32]] }
-- ==
-- entry: swp
-- input { [1] [2] } output { [2i32] [1i32] }
-- ==
-- entry: swp2
-- input { [5,5] [6,6] } output { [1i32, 6i32] [2i32, 5i32] }
-- ==
-- entry: fl
-- input { 2i64 } output { [3i32, 3i32] [4i32, 4i32] }
-- ==
-- entry: alias
-- input { [1,2] } output { [1i32, 2i32] [1i32, 2i32] }
-- ==
-- entry: pk
-- input { true } output { [1i32, 2i32] }
-- input { false } output { [3i32, 4i32] }
-- ==
-- entry: sieve
-- input { 30i64 } output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64] }
-- ==
-- entry: rec_upd
-- input { 3i64 } output { [5i32, 0i32, 0i32] }
-- ==
-- entry: slices
-- input { [1,2,3,4] } output { [9i32, 8i32, 3i32, 3i32] }
-- ==
-- entry: two
-- input { [[1,2],[3,4]] } output { [[0i32, 1i32], [2i32, 3i32]] }
-- ==
-- entry: rowupd
-- input { [[1,2],[3,4]] } output { [[2i32, 3i32], [4i32, 5i32]] }

-- consumption in various shapes
entry upd [n] (xs: *[n]i32) (is: []i64) = loop xs for i in is do xs with [i] = xs[i] + 1
entry hist [n] (xs: [n]i64) = reduce_by_index (replicate 5 0i32) (+) 0 xs (replicate n 1)
entry mapcons [n][m] (xss: *[n][m]i32) = map (\xs -> let ys = copy xs let ys[0] = 7 in ys) xss
entry swp (a: *[]i32) (b: *[]i32) = loop (a, b) for i < 3i32 do (b, a)
entry swp2 [n] (a: *[n]i32) (b: *[n]i32) = loop (a, b) = (a, b) for i < 3i64 do (b with [0] = 1, a with [0] = 2)
def fill [n] (xs: *[n]i32) (v: i32): *[n]i32 = loop xs for i < n do xs with [i] = v
entry fl (n: i64) = let a = fill (replicate n 0) 3 let b = fill (copy a) 4 in (a, b)
def id 't (x: t) = x
entry alias (xs: []i32) = let ys = id xs in (xs, ys)
def pick [n] (b: bool) (xs: [n]i32) (ys: [n]i32) = if b then xs else ys
entry pk (b: bool) = let a = [1i32,2] let c = [3i32,4] in pick b a c
entry sieve (n: i64) =
  let flags = loop f = replicate n true for i in 2..<n do
    if f[i] then (if i * i < n then (let m = (n - i * i + i - 1) / i in scatter f (map (\j -> i * i + j * i) (iota m)) (replicate m false)) else f) else f
  in filter (\i -> i >= 2 && flags[i]) (iota n)
entry rec_upd (n: i64) = let r = {a = replicate n 0i32, b = 1i32} let r = r with a = (copy r.a with [0] = 5) in r.a
entry slices [n] (xs: *[n]i32) = xs with [0:2] = [9, 8] with [n-1] = 3
entry two [n][m] (xss: *[n][m]i32) = loop xss for i < n do loop xss for j < m do xss with [i, j] = i32.i64 (i * m + j)
entry rowupd [n][m] (xss: *[n][m]i32) = loop xss for i < n do xss with [i] = map (+1) xss[i]
