-- Dynamic programming: edit distance, longest common subsequence, knapsack, coin change, Smith-Waterman, matrix chains.
entry levenshtein [n] [m] (a: [n]u8) (b: [m]u8) : i64 =
  let row = loop row = iota (m + 1) for i < n do
    let (new, _) = loop (new, previous) = (replicate (m + 1) (i + 1), i + 1) for j < m do
      let v = i64.min (i64.min (row[j + 1] + 1) (previous + 1)) (row[j] + i64.bool (a[i] != b[j]))
      in (new with [j + 1] = v, v)
    in new
  in row[m]

entry lcs [n] [m] (a: [n]u8) (b: [m]u8) : i64 =
  let table = loop t = replicate (n + 1) (replicate (m + 1) 0) for i < n do
    loop t for j < m do
      let v = if a[i] == b[j] then t[i, j] + 1 else i64.max t[i, j + 1] t[i + 1, j]
      in t with [i + 1, j + 1] = v
  in table[n, m]

entry knapsack [n] (capacity: i64) (weights: [n]i64) (worths: [n]i64) : (i64, [n]bool) =
  let rows = loop rows = replicate (n + 1) (replicate (capacity + 1) 0i64) for i < n do
    let previous = rows[i]
    let new = tabulate (capacity + 1) (\c -> if weights[i] <= c then i64.max previous[c] (previous[c - weights[i]] + worths[i]) else previous[c])
    in rows with [i + 1] = new
  let (_, taken) = loop (c, taken) = (capacity, replicate n false) for k < n do
    let i = n - 1 - k
    in if rows[i + 1, c] != rows[i, c] then (c - weights[i], taken with [i] = true) else (c, taken)
  in (rows[n, capacity], taken)

entry coins [n] (amount: i64) (kinds: [n]i64) : i64 =
  let ways = loop ways = map (\i -> i64.bool (i == 0)) (iota (amount + 1)) for kind in kinds do
    loop ways = copy ways for c in kind...amount do ways with [c] = ways[c] + ways[c - kind]
  in ways[amount]

entry smith_waterman [n] [m] (a: [n]u8) (b: [m]u8) : (i32, i64, i64) =
  let (_, best, bi, bj) =
    loop (row, best, bi, bj) = (replicate (m + 1) 0i32, 0i32, 0i64, 0i64) for i < n do
      let new = loop new = replicate (m + 1) 0 for j < m do
        let s = if a[i] == b[j] then 3 else -3
        let v = i32.maximum [0, row[j] + s, row[j + 1] - 2, new[j] - 2]
        in new with [j + 1] = v
      let (rb, rj) = loop (rb, rj) = (0, 0) for j < m + 1 do if new[j] > rb then (new[j], j) else (rb, rj)
      in if rb > best then (new, rb, i + 1, rj) else (new, best, bi, bj)
  in (best, bi, bj)

entry matrix_chain [n] (dims: [n]i64) : i64 =
  let k = n - 1
  let t = loop t = replicate k (replicate k 0) for len in 2...k do
    let starts = k - len + 1
    let values = map (\i -> let j = i + len - 1
                            in i64.minimum (map (\s -> t[i, i + s] + t[i + s + 1, j] + dims[i] * dims[i + s + 1] * dims[j + 1]) (iota (len - 1)))) (iota starts)
    in loop t for i < starts do t with [i, i + len - 1] = values[i]
  in t[0, k - 1]

-- ==
-- entry: levenshtein
-- input { [107u8, 105u8, 116u8, 116u8, 101u8, 110u8]
--   [115u8, 105u8, 116u8, 116u8, 105u8, 110u8, 103u8] }
-- output { 3i64 }
-- input { empty([0]u8)
--   [97u8, 98u8, 99u8] }
-- output { 3i64 }

-- ==
-- entry: lcs
-- input { [65u8, 71u8, 71u8, 84u8, 65u8, 66u8, 88u8, 89u8]
--   [71u8, 88u8, 84u8, 88u8, 65u8, 89u8, 66u8] }
-- output { 4i64 }

-- ==
-- entry: knapsack
-- input { 15i64
--   [2i64, 1i64, 6i64, 8i64, 2i64, 1i64]
--   [8i64, 7i64, 9i64, 2i64, 4i64, 17i64] }
-- output { 45i64
--   [true, true, true, false, true, true] }

-- ==
-- entry: coins
-- input { 50i64
--   [1i64, 5i64, 10i64, 25i64] }
-- output { 49i64 }

-- ==
-- entry: smith_waterman
-- input { [84u8, 71u8, 84u8, 84u8, 65u8, 67u8, 71u8, 71u8]
--   [71u8, 71u8, 84u8, 84u8, 71u8, 65u8, 67u8, 84u8, 65u8] }
-- output { 13i32
--   6i64
--   7i64 }

-- ==
-- entry: matrix_chain
-- input { [16i64, 19i64, 2i64, 4i64, 16i64, 12i64, 18i64] }
-- output { 2128i64 }
