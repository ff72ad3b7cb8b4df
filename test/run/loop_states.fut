-- Loops that consume their states, hand them on to each other, and hold loops and calls.
#[noinline]
def step [n] (xs: *[n]i32) (k: i32): *[n]i32 = map2 (\x y -> (x + k * y) % 10007) xs (reverse xs)
#[noinline]
def both [n] (xs: [n]i32): (*[n]i32, *[n]i32) = (map (+ 1) xs, map (* 2) xs)
#[noinline]
def pick [n] (c: bool) (xs: *[n]i32) (ys: *[n]i32): *[n]i32 = if c then xs else ys
entry calls [n] (k: i32) (xs: *[n]i32): [n]i32 =
  loop xs for i < k do let xs = step xs i in let (a, b) = both xs in step (map2 (+) a b) i
entry picks [n] (k: i64) (xs: *[n]i32) (ys: *[n]i32): ([n]i32, i32) =
  let z = pick (k % 2 == 0) xs ys
  let w = map (+ 3) z
  let v = map2 (*) w (rotate 1 w)
  in (v, i32.sum w)
entry four [n] (k: i64) (a: *[n]i32) (b: *[n]i32) (c: *[n]i32) (d: *[n]i32): ([n]i32, [n]i32, [n]i32, [n]i32) =
  loop (a, b, c, d) for i < k do
    let e = map4 (\a b c d -> (a + 2 * b - c + d * i32.i64 i) % 10007) a (rotate 1 b) c (reverse d)
    in (e, a, b, c)
entry nests [n][m] (k: i64) (xs: *[n][m]i32): [n][m]i32 =
  loop xs for i < k do
    let ys = loop ys = xs for j < 2 do
      map (\r -> map2 (\x y -> x + y + i32.i64 (i * j)) r (rotate 1 r)) ys
    let zs = loop zs = ys for _j < 3 do map2 (map2 (-)) zs (rotate 1 zs)
    in map (map (% 1000)) zs
entry inner_loops [n][m] (k: i64) (xs: [n][m]i32): [n][m]i32 =
  map (\r -> loop r = copy r for i < k do map2 (\x y -> (x * 2 + y + i32.i64 i) % 999) r (rotate 1 r)) xs
entry inner_inplace [n][m] (k: i64) (xs: *[n][m]i32): [n][m]i32 =
  map (\r -> loop r = copy r for i < k do r with [i % m] = r[(i + 1) % m] + 1) xs
entry initial_again [n] (k: i64) (xs: *[n]i32): ([n]i32, i32) =
  let ys = map (+ 1) xs
  let zs = loop zs = ys for _i < k do map2 (+) zs (rotate 1 ys)
  in (zs, i32.sum ys)
entry sizes_change (k: i64) (xs: *[]i32): []i32 =
  loop xs for i < k do if i % 2 == 0 then xs ++ map (+ 1) xs else filter (\x -> x % 3 != 0) xs
entry state_pair [n] (k: i64) (xs: *[n]i32): ([n]i32, [n]i64) =
  let acc = replicate n 0i64
  in loop (xs, acc) for i < k do
    let ys = map2 (\x y -> x ^ (y + i32.i64 i)) xs (reverse xs)
    in (ys, map2 (\a y -> a + i64.i32 y) acc ys)
entry loop_in_if [n] (k: i64) (xs: *[n]i32): [n]i32 =
  if k > 3 then loop xs for _i < k do map2 (+) xs (rotate 1 xs)
  else if k > 1 then map (+ 1) xs
  else xs
entry updates_then_map [n][m] (xs: *[n][m]i32) (k: i64): [n][m]i32 =
  let xs = loop xs for i < i64.min k n do xs with [i, 0] = i32.i64 i
  let ys = map (map (+ 1)) xs
  in loop ys for i < i64.min k n do ys with [i] = map (* 2) (copy ys[n - 1 - i])
entry views [n] (k: i64) (xs: *[n][n]i32): [n][n]i32 =
  loop xs for _i < k do
    let t = transpose xs
    let d = map (\i -> xs[i, i]) (iota n)
    in map2 (\r x -> map (+ x) r) t d
entry bools [n] (k: i64) (bs: *[n]bool): ([n]bool, i64) =
  let r = loop bs for _i < k do map3 (\a b c -> (a && !b) || c) bs (rotate 1 bs) (rotate (-1) bs)
  in (r, i64.sum (map i64.bool r))
entry reduce_rows [n][m] (xs: *[n][m]i32): ([n]i32, [n][m]i32) =
  let s = map i32.sum xs
  in (s, map2 (\r t -> map (\x -> x * 2 - t) r) xs s)
entry types [n] (xs: *[n]i32): [n]f32 = map (\x -> f32.i32 x / 2) xs
entry types2 [n][m] (xs: *[n][m]i32): [n][m]f32 = map (map (\x -> f32.i32 x / 2)) xs
-- ==
-- entry: calls
-- random input { 3i32 [100]i32 }
-- input { 2i32 empty([0]i32) }
-- ==
-- entry: picks
-- random input { 3i64 [100]i32 [100]i32 }
-- random input { 4i64 [100]i32 [100]i32 }
-- ==
-- entry: state_pair initial_again loop_in_if
-- random input { 3i64 [100]i32 }
-- ==
-- entry: four
-- random input { 5i64 [100]i32 [100]i32 [100]i32 [100]i32 }
-- input { 0i64 [1] [2] [3] [4] }
-- input { 1i64 [1] [2] [3] [4] }
-- ==
-- entry: nests inner_loops inner_inplace
-- random input { 3i64 [30][20]i32 }
-- random input { 3i64 [3][2000]i32 }
-- random input { 0i64 [3][3]i32 }
-- ==
-- entry: sizes_change
-- random input { 5i64 [10]i32 }
-- ==
-- entry: updates_then_map
-- random input { [30][20]i32 10i64 }
-- random input { [3][2000]i32 10i64 }
-- ==
-- entry: views
-- random input { 3i64 [20][20]i32 }
-- ==
-- entry: bools
-- random input { 5i64 [1000]bool }
-- ==
-- entry: reduce_rows types2
-- random input { [30][20]i32 }
-- random input { [3][2000]i32 }
-- ==
-- entry: types
-- random input { [30]i32 }
