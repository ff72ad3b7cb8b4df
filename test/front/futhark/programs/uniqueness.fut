-- Consumption done right: copies, unique parameters and results, loops and branches.
-- ==
-- input { [1i32, 2i32, 3i32] }
-- output { [1i32, 2i32, 3i32] [10i32, 2i32, 3i32] [1i32, 2i32, 30i32] }

-- ==
-- entry: clear
-- input { [4i32, 5i32, 6i32] 1i64 } output { [4i32, 0i32, 6i32] }

-- ==
-- entry: fill
-- input { 5i64 } output { [0i64, 1i64, 4i64, 9i64, 16i64] }

-- ==
-- entry: branch
-- input { [3i32, 1i32, 2i32] true } output { [7i32, 1i32, 2i32] }
-- input { [3i32, 1i32, 2i32] false } output { [3i32, 1i32, 2i32] }

-- ==
-- entry: diagonal
-- input { [[1i32, 2i32], [3i32, 4i32]] } output { [[0i32, 2i32], [3i32, 0i32]] 10i32 }

-- ==
-- entry: swap_ends
-- input { [1i32, 2i32, 3i32, 4i32] } output { [4i32, 3i32, 2i32, 1i32] }

entry main [n] (xs: [n]i32) : ([n]i32, [n]i32, [n]i32) =
  let ys = copy xs
  let zs = copy xs
  let ys[0] = ys[0] * 10
  let zs[n - 1] = zs[n - 1] * 10
  in (xs, ys, zs)

def set_zero [n] (xs: *[n]i32) (i: i64) : *[n]i32 = xs with [i] = 0

entry clear [n] (xs: *[n]i32) (i: i64) : *[n]i32 = set_zero xs i

entry fill (n: i64) : *[n]i64 =
  loop (xs: *[n]i64) = replicate n 0 for i < n do
    let xs[i] = i * i
    in xs

entry branch [n] (xs: *[n]i32) (b: bool) : *[n]i32 =
  if b then xs with [0] = 7 else xs

entry diagonal [n] (a: [n][n]i32) : ([n][n]i32, i32) =
  let cleared =
    map2 (\i row -> copy row with [i] = 0) (iota n) a
  let total = i32.sum (flatten a)
  in (cleared, total)

def swap [n] 't (i: i64) (j: i64) (xs: *[n]t) : *[n]t =
  let tmp = copy xs[i]
  let xs[i] = copy xs[j]
  let xs[j] = tmp
  in xs

entry swap_ends [n] (xs: [n]i32) : [n]i32 =
  loop xs = copy xs for i < n / 2 do swap i (n - 1 - i) xs
