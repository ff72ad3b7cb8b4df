-- Top-level values that are needed by functions which other values call are computed first, in whatever order they are
-- found: `next` looks at `rows`, which calls `row`, which looks at `steps`, while `start` waits, which looks at `rows`, too.
-- ==
-- entry: chunk
-- input { 1i64 3i64 } output { [[40i64, 40i64], [70i64, 60i64], [90i64, 120i64]] }

-- ==
-- entry: one
-- input { 2i64 } output { [60i64, 100i64] }
def steps: [2]i64 = map (* 10) (map (+ 1) (iota 2))
def row (k: i64): [2]i64 = loop r = copy steps for j < k do r with [j % 2] = r[j % 2] + steps[(j + k) % 2] * (j % 2 + 1)
def rows: [3][2]i64 = map row (iota 3)
def start (i: i64): [2]i64 = map (\rs -> reduce (+) 0 (map2 (\b r -> if b <= i then r else 0) (iota 3) rs)) (transpose rows)
def next (i: i64) (v: [2]i64): [2]i64 = map2 (\a b -> a + b) v rows[i % 3]
entry chunk (i: i64) (n: i64): [n][2]i64 =
  let first = start i
  in (loop (acc, cur) = (replicate n first, first) for k < n - 1 do
        let new = next (k + i) cur
        in (acc with [k + 1] = new, new)).0
entry one (i: i64) = start i
