-- What kernels do at the borders of tiles and blocks, with operators of every kind. Each result is compared with a
-- closed form.

-- Sums of one word and of two, and a start that is not neutral.
-- ==
-- entry: sums
-- input { 0i64 } output { true }
-- input { 1i64 } output { true }
-- input { 2i64 } output { true }
-- input { 63i64 } output { true }
-- input { 64i64 } output { true }
-- input { 65i64 } output { true }
-- input { 191i64 } output { true }
-- input { 192i64 } output { true }
-- input { 193i64 } output { true }
-- input { 1025i64 } output { true }
-- input { 70001i64 } output { true }
entry sums (n: i64) =
  let xs = iota n
  in i64.sum xs == n * (n - 1) / 2
     && i32.sum (map i32.i64 xs) == i32.i64 (n * (n - 1) / 2)
     && reduce (+) 7 xs == 7 + n * (n - 1) / 2

-- An operator that does not commute: the first and the last, and strings of brackets.
-- ==
-- entry: order
-- input { 0i64 } output { true }
-- input { 1i64 } output { true }
-- input { 2i64 } output { true }
-- input { 63i64 } output { true }
-- input { 64i64 } output { true }
-- input { 65i64 } output { true }
-- input { 191i64 } output { true }
-- input { 192i64 } output { true }
-- input { 193i64 } output { true }
-- input { 1025i64 } output { true }
-- input { 70001i64 } output { true }
entry order (n: i64) =
  let pick (a, b, c) (d, e, f) = if c == 0 then (d, e, f) else if f == 0 then (a, b, c) else (a, e, c + f)
  let (first, last, count) = reduce pick (-1i64, -1i64, 0i64) (map (\i -> (i, i, 1)) (iota n))
  let deep (a: i32, b: i32) (c, d) = if b <= c then (a + c - b, d) else (a, b - c + d)
  let (closed, opened) = reduce deep (0, 0) (map (\i -> if i % 2 == 0 then (0, 1) else (1, 0)) (iota n))
  in count == n && first == (if n == 0 then -1 else 0) && last == n - 1 && closed == 0 && opened == i32.i64 (n % 2)

-- Operators that need values of the program, and one that may fail.
-- ==
-- entry: captures
-- input { 0i64 } output { true }
-- input { 1i64 } output { true }
-- input { 2i64 } output { true }
-- input { 63i64 } output { true }
-- input { 64i64 } output { true }
-- input { 65i64 } output { true }
-- input { 191i64 } output { true }
-- input { 192i64 } output { true }
-- input { 193i64 } output { true }
-- input { 1025i64 } output { true }
-- input { 70001i64 } output { true }
entry captures (n: i64) =
  let table = map (\i -> (i + 1) % 5) (iota 5)
  let m = n + 1
  let add a b = table[(a + b + 4) % 5]
  in reduce (\a b -> (a + b) % m) 0 (iota n) == n * (n - 1) / 2 % m
     && reduce_comm add 0 (map (% 5) (iota n)) == n * (n - 1) / 2 % 5

-- Prefixes, inclusive and exclusive, of one word, two and four, with a start.
-- ==
-- entry: prefixes
-- input { 0i64 } output { true }
-- input { 1i64 } output { true }
-- input { 2i64 } output { true }
-- input { 63i64 } output { true }
-- input { 64i64 } output { true }
-- input { 65i64 } output { true }
-- input { 191i64 } output { true }
-- input { 192i64 } output { true }
-- input { 193i64 } output { true }
-- input { 1025i64 } output { true }
-- input { 70001i64 } output { true }
entry prefixes (n: i64) =
  let xs = iota n
  let a = scan (+) 0 xs
  let b = scan (+) 0i32 (map i32.i64 xs)
  let c = scan (\(a, b) (c, d) -> (a * c, b * c + d)) (1i64, 0i64) (map (\i -> (if i % 3 == 0 then 1 else -1, i)) xs)
  let d = scan i64.max 5 xs
  in and (map2 (\x i -> x == i * (i + 1) / 2) a xs)
     && and (map2 (\x i -> x == i32.i64 (i * (i + 1) / 2)) b xs)
     && and (map2 (\x i -> x == i64.max 5 i) d xs)
     && (n == 0 || c[n - 1].1 == loop s = 0 for i < n do s * (if i % 3 == 0 then 1 else -1) + i)

-- Filters and partitions.
-- ==
-- entry: filters
-- input { 0i64 } output { true }
-- input { 1i64 } output { true }
-- input { 2i64 } output { true }
-- input { 63i64 } output { true }
-- input { 64i64 } output { true }
-- input { 65i64 } output { true }
-- input { 191i64 } output { true }
-- input { 192i64 } output { true }
-- input { 193i64 } output { true }
-- input { 1025i64 } output { true }
-- input { 70001i64 } output { true }
entry filters (n: i64) =
  let xs = filter (\i -> i % 3 == 1) (iota n)
  let none = filter (< 0) (iota n)
  let all = filter (>= 0) (iota n)
  let (even, odd) = partition (\i -> i % 2 == 0) (iota n)
  in length xs == (n + 1) / 3
     && and (map2 (\x i -> x == 3 * i + 1) xs (indices xs))
     && length none == 0
     && length all == n && and (map2 (==) all (indices all))
     && length even == (n + 1) / 2 && and (map2 (\x i -> x == 2 * i) even (indices even))
     && length odd == n / 2 && and (map2 (\x i -> x == 2 * i + 1) odd (indices odd))

-- Filters of several values, of small ones, and with a sum beside.
-- ==
-- entry: filters_of_pairs
-- input { 0i64 } output { true }
-- input { 1i64 } output { true }
-- input { 2i64 } output { true }
-- input { 63i64 } output { true }
-- input { 64i64 } output { true }
-- input { 65i64 } output { true }
-- input { 191i64 } output { true }
-- input { 192i64 } output { true }
-- input { 193i64 } output { true }
-- input { 1025i64 } output { true }
-- input { 70001i64 } output { true }
entry filters_of_pairs (n: i64) =
  let ps = filter (\(a, _, c) -> c && a % 2 == 0) (map (\i -> (i, i8.i64 i, i % 5 != 0)) (iota n))
  let ks = map (.0) ps
  let sum = i64.sum (map (\i -> if i % 2 == 0 && i % 5 != 0 then i else 0) (iota n))
  in i64.sum ks == sum && and (map (\(a, b, c) -> c && b == i8.i64 a && a % 5 != 0) ps)

-- Values that are arrays.
-- ==
-- entry: vectors
-- input { 0i64 } output { true }
-- input { 1i64 } output { true }
-- input { 2i64 } output { true }
-- input { 63i64 } output { true }
-- input { 64i64 } output { true }
-- input { 65i64 } output { true }
-- input { 191i64 } output { true }
-- input { 192i64 } output { true }
-- input { 193i64 } output { true }
-- input { 1025i64 } output { true }
-- input { 70001i64 } output { true }
entry vectors (n: i64) =
  let rows = map (\i -> [i, 1, -i]) (iota n)
  let v = reduce (map2 (+)) (replicate 3 0) rows
  in v[0] == n * (n - 1) / 2 && v[1] == n && v[2] == -v[0]
