-- Scalars of the host of a device that only go from array to array, or to kernels, stay there; so do loops that go through arrays.
entry ends [n] (xs: [n]i32) (k: i64): [n]i32 =
  loop xs for _i < k do
    let ys = map (\i -> xs[(i + 1) % n] + 1) (iota n)
    let ys[0] = xs[n - 1]
    let ys[n - 1] = xs[0]
    in ys

-- What is read is what was there then.
entry swaps [n] (xs: *[n]i64): [n]i64 =
  let a = xs[0]
  let b = xs[n - 1]
  let xs[0] = b
  let xs[n - 1] = a
  let ys = map (\x -> x * a + b) xs
  let ys[0] = a
  let ys[1] = b + 1
  in ys

entry stored (n: i64) (m: i64): ([]f32, []bool, []i8) =
  let a = replicate 3 0f32
  let s = f32.sum (map f32.i64 (iota n))
  let t = reduce (&&) true (map (< m) (iota n))
  let u = i8.sum (map i8.i64 (iota m))
  let a[0] = s
  let a[1] = s / 2
  let a[2] = if t then 1 else f32.i8 u
  in (a, [t, !t, false], [u, 3i8, u + 1])

-- Loops of scalars and elements.
entry fibs (n: i64): []i64 =
  let xs = replicate (n + 2) 1
  in loop xs for i < n do xs with [i + 2] = (xs[i] + xs[i + 1]) % 1000007

entry sieve (n: i64): ([]i64, i64) =
  let (flags, count) =
    loop (flags, count) = (replicate n true, 0) for i < n do
      if i < 2 then (flags with [i] = false, count)
      else if !flags[i] then (flags, count)
      else ((loop (flags, j) = (flags, 2 * i) while j < n do (flags with [j] = false, j + i)).0, count + 1)
  in (filter (\i -> flags[i]) (iota n), count)

entry search [n] (xs: [n]i32) (x: i32): (i64, bool) =
  let (low, _) = loop (low, high) = (0, n) while low < high do
    let middle = (low + high) / 2
    in if xs[middle] < x then (middle + 1, high) else (low, middle)
  in (low, low < n && xs[low] == x)

entry edit [n][m] (a: [n]u8) (b: [m]u8): i32 =
  let row = map i32.i64 (iota (m + 1))
  let row = loop row for i < n do
    let next = replicate (m + 1) (i32.i64 i + 1)
    in loop next for j < m do
      next with [j + 1] = i32.min (row[j] + (if a[i] == b[j] then 0 else 1)) (i32.min next[j] row[j + 1] + 1)
  in row[m]

-- A failure inside names the place.
entry walk [n] (next: [n]i64) (k: i64): i64 =
  loop at = 0 for _i < k do next[at]

-- A loop whose result only kernels need.
entry used [n] (xs: [n]i64): [n]i64 =
  let best = loop best = 0 for x in xs do i64.max best x
  in map (+ best) xs

entry minimum [n] (xs: [n]f64): (f64, [n]f64) =
  let least = loop least = f64.inf for x in xs do if x < least then x else least
  in (least, map (\x -> x - least) xs)
-- ==
-- entry: ends
-- input { [1, 2, 3, 4] 0i64 } output { [1, 2, 3, 4] }
-- input { [1, 2, 3, 4] 1i64 } output { [4, 4, 5, 1] }
-- input { [1, 2, 3, 4] 3i64 } output { [4, 3, 5, 1] }
-- input { [1] 2i64 }
-- input { empty([0]i32) 1i64 } error: E0402.*out of bounds
-- entry: swaps
-- input { [2i64, 5, 7] } output { [2i64, 8, 11] }
-- input { [3i64, 4] } output { [3i64, 5] }
-- entry: stored
-- input { 4i64 5i64 } output { [6f32, 3, 1] [true, false, false] [10i8, 3, 11] }
-- input { 9i64 5i64 } output { [36f32, 18, 10] [false, true, false] [10i8, 3, 11] }
-- entry: fibs
-- input { 0i64 } output { [1i64, 1] }
-- input { 8i64 } output { [1i64, 1, 2, 3, 5, 8, 13, 21, 34, 55] }
-- entry: sieve
-- input { 30i64 } output { [2i64, 3, 5, 7, 11, 13, 17, 19, 23, 29] 10i64 }
-- input { 0i64 } output { empty([0]i64) 0i64 }
-- entry: search
-- input { [1, 3, 5, 7] 5 } output { 2i64 true }
-- input { [1, 3, 5, 7] 8 } output { 4i64 false }
-- input { empty([0]i32) 8 } output { 0i64 false }
-- entry: edit
-- input { "kitten" "sitting" } output { 3 }
-- input { "" "abc" } output { 3 }
-- entry: walk
-- input { [1i64, 2, 0] 4i64 } output { 1i64 }
-- input { [1i64, 7, 0] 4i64 } error: E0402.*Index \[7\] out of bounds
-- entry: used
-- input { [1i64, 5, 2] } output { [6i64, 10, 7] }
-- input { empty([0]i64) } output { empty([0]i64) }
-- entry: minimum
-- input { [2f64, 1.5, 3] } output { 1.5f64 [0.5f64, 0, 1.5] }
