-- Traces everywhere: in functions, branches, loops, conditions, maps, reductions, scans and
-- recursion. Each happens as often as it is reached; in a map in any order.
-- ==
-- entry: control
-- input { 3i64 } output { 9i64 }
-- traces { "begin: 3\n" "turn: 0\n" "turn: 1\n" "turn: 2\n" "odd: 3\n" "end: 9\n" }
-- input { 2i64 } output { 1i64 }
-- traces { "begin: 2\n" "turn: 0\n" "turn: 1\n" "even: 1\n" "end: 1\n" }
-- entry: conditions
-- input { 10i64 } output { 16i64 }
-- traces { "asked: 1\n" "asked: 2\n" "asked: 4\n" "asked: 8\n" "asked: 16\n" }
-- entry: maps
-- input { 3i64 } output { [0i64, 2i64, 4i64] 6i64 }
-- traces { "x: 0\n" "x: 1\n" "x: 2\n" "same: 3\n" "same: 3\n" "same: 3\n" }
-- input { 0i64 } output { empty([0]i64) 0i64 }
-- traces { }
-- entry: nests
-- input { [[1i64, 2i64], [3i64, 4i64]] } output { [3i64, 7i64] }
-- traces { "e: 1\n" "e: 2\n" "e: 3\n" "e: 4\n" "row: [1, 2]\n" "row: [3, 4]\n" "sum: 3\n" "sum: 7\n" }
-- entry: shared
-- input { [1i64, 2i64] } output { [2i64, 4i64] 6i64 [1i64, 3i64] }
-- traces { "once: 1\n" "once: 2\n" }
-- entry: twice
-- input { 5i64 } output { 10i64 }
-- traces { "trace: 5\n" "trace: 5\n" }
-- entry: recursive
-- input { 3i64 } output { 6i64 }
-- traces { "down: 3\n" "down: 2\n" "down: 1\n" "down: 0\n" "up: 0\n" "up: 1\n" "up: 3\n" "up: 6\n" }
-- entry: unused
-- input { 1i64 } output { 1i64 }
-- traces { "unused: [1, 1]\n" }
-- entry: irregular
-- input { 3i64 } output { [0i64, 1i64, 3i64] }
-- traces { "of: 0\n" "of: 0\n" "of: 1\n" }
-- entry: histogram
-- input { [0i64, 1i64, 0i64] } output { [2i64, 1i64] }
-- traces { "key: 0\n" "key: 0\n" "key: 1\n" }
-- entry: calls_entry
-- input { 2i64 } output { [0i64, 2i64] 2i64 4i64 }
-- traces { "x: 0\n" "x: 1\n" "same: 2\n" "same: 2\n" "trace: 2\n" "trace: 2\n" }

def halve (n: i64): i64 =
  if n % 2 == 1 then #[trace(odd)] n else #[trace(even)] (n / 2)

entry control (n: i64) =
  let n = #[trace(begin)] n
  let s = loop s = 0 for i < n do s + i64.bool ((#[trace(turn)] i) >= 0)
  let h = halve s
  in #[trace(end)] (h * h)

entry conditions (n: i64) =
  loop x = 1 while (#[trace(asked)] x) < n do 2 * x

entry maps (n: i64) =
  let xs = map (\i -> 2 * #[trace(x)] i) (iota n)
  let ys = map (\_ -> #[trace(same)] n) xs
  in (xs, i64.sum xs + 0 * length ys)

entry nests [n][m] (xss: [n][m]i64) =
  map (\xs -> #[trace(sum)] (i64.sum (map (\x -> #[trace(e)] x) (#[trace(row)] xs)))) xss

entry shared [n] (xs: [n]i64) =
  let ys = map (\x -> #[trace(once)] x) xs
  in (map (* 2) ys, 2 * i64.sum ys, scan (+) 0 ys)

entry twice (n: i64) =
  let a = trace n
  let b = trace n
  in a + b

def go (n: i64): i64 =
  let n = #[trace(down)] n
  in #[trace(up)] (if n <= 0 then 0 else n + #[noinline] go (n - 1))

entry recursive (n: i64) = go n

entry unused (n: i64) =
  let _ = #[trace(unused)] (replicate 2 n)
  in n

entry irregular (n: i64) =
  map (\i -> i64.sum (map (\j -> 1 + #[trace(of)] j) (iota i))) (iota n)

entry histogram [n] (is: [n]i64) =
  reduce_by_index (replicate 2 0i64) (+) 0 (map (\i -> #[trace(key)] i) is) (replicate n 1)

entry calls_entry (n: i64) =
  let (a, b) = maps n
  in (a, b, twice n)
