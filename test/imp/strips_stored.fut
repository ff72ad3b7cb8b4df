-- Points that change columns of an array where it is, in strips: forward substitution by a triangle, running sums, columns
-- of constant and of any number, sizes around the width of a strip. `plain` in each result is computed by points that
-- cannot go together, because a branch is in the way.
-- ==
-- entry: same
-- input { 1i64 9i64 } output { true }
-- input { 31i64 9i64 } output { true }
-- input { 127i64 8i64 } output { true }
-- input { 128i64 17i64 } output { true }
-- input { 129i64 3i64 } output { true }
-- input { 300i64 12i64 } output { true }
-- input { 5i64 0i64 } output { true }
-- input { 0i64 5i64 } output { true }
def value (seed: i64) (i: i64): i64 = let x = u32.i64 (i * 31 + seed) * 2654435761 in i64.u32 ((x ^ (x >> 15)) % 1000) - 500

def substitute [n] (d: [n][n]i64) (column: [n]i64) : [n]i64 =
  loop c = copy column for i < n do
    let s = loop s = 0 for k < i do s + d[i, k] * c[k]
    in c with [i] = (c[i] - s) % 10007

-- An element is written twice in each round, and read again behind that.
def running [n] (d: [n][n]i64) (column: [n]i64) : [n]i64 =
  let (c, _) = loop (c, t) = (copy column, 1) for i < n do
    let c = c with [i] = c[i] + t
    let c = c with [i] = c[i] * 3 - d[i, i]
    in (c, (t + c[i]) % 1009)
  in c

def plain [n] (f: [n]i64 -> [n]i64) (c: [n]i64) : [n]i64 = if n > 0 && c[0] == 1000 then replicate n 7 else f c

-- Columns of blocks: those of the results are the columns of what is given.
def columns [m] [n] (f: [n]i64 -> [n]i64) (a: [n][m]i64) : [n][m]i64 = transpose (map f (transpose a))

entry same (m: i64) (n: i64) : bool =
  let d = tabulate_2d n n (\i j -> value 1 (i * n + j))
  let as = tabulate 2 (\k -> tabulate_2d n m (\i j -> value (2 + k) (i * m + j)))
  let bs = tabulate 2 (\k -> tabulate_2d n 32 (\i j -> value (5 + k) (i * 32 + j)))
  let equal [p] (xs: [2][n][p]i64) (ys: [2][n][p]i64) = and (map2 (==) (flatten_3d xs) (flatten_3d ys))
  let test f = equal (opaque (map (columns f) (opaque as))) (map (columns (plain f)) as) &&
               equal (opaque (map (columns f) (opaque bs))) (map (columns (plain f)) bs)
  in test (substitute d) && test (running d)
