-- Every form of loop.
-- ==
-- entry: collatz
-- input { 27i64 }
-- output { 111i64 1i64 }

-- ==
-- entry: horner
-- input { [2.0f64, -1.0f64, 3.0f64] 2.0f64 }
-- output { 9.0f64 }

-- ==
-- entry: fibonacci
-- input { 50i32 }
-- output { 12586269025i64 }

-- ==
-- entry: sieve
-- input { 30i64 }
-- output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64] }
-- input { 2i64 }
-- output { empty([0]i64) }

-- ==
-- entry: dot
-- input { [1i32, 2i32, 3i32] [4i32, 5i32, 6i32] }
-- output { 32i32 }

-- ==
-- entry: rows
-- input { [[0i32, 0i32], [1i32, 1i32]] }
-- output { [[0i32, 1i32], [11i32, 12i32]] }

-- ==
-- entry: grow
-- input { 5i32 }
-- output { [1i32, 4i32, 9i32, 16i32, 25i32] }

entry collatz (n: i64): (i64, i64) =
  loop (steps, x) = (0, n) while x != 1 do
    (steps + 1, if x % 2 == 0 then x / 2 else 3 * x + 1)

entry horner (coefficients: []f64) (x: f64): f64 =
  loop acc = 0 for c in coefficients do acc * x + c

entry fibonacci (n: i32): i64 =
  (loop (a, b) = (0, 1) for _i < n do (b, a + b)).0

entry sieve (n: i64): []i64 =
  let flags = replicate n true
  let flags = if n > 0 then flags with [0] = false else flags
  let flags = if n > 1 then flags with [1] = false else flags
  let flags =
    loop flags for i in 2..<n do
      if !flags[i] then flags
      else (loop (flags, j) = (flags, i * i) while j < n do (flags with [j] = false, j + i)).0
  in filter (\i -> flags[i]) (iota n)

entry dot [n] (xs: [n]i32) (ys: [n]i32): i32 =
  loop sum = 0 for (x, y) in zip xs ys do sum + x * y

entry rows [n][m] (a: *[n][m]i32): [n][m]i32 =
  loop a for i < n do
    loop a for j < m do
      a with [i, j] = a[i, j] + i32.i64 (i * 10 + j)

entry grow (n: i32): []i32 =
  loop xs = [1] for i in 2...n do xs ++ [i * i]
