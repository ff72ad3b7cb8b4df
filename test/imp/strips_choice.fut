-- Strips of points whose loops choose between scalars: the greatest element of each column and where it is, by a loop and
-- by a reduction, and checks between the loops. `greatest` says the same in another order, row by row.
-- ==
-- entry: same
-- script input { matrix 1i64 1i64 } output { true }
-- script input { matrix 9i64 0i64 } output { true }
-- script input { matrix 0i64 5i64 } output { true }
-- script input { matrix 17i64 127i64 } output { true }
-- script input { matrix 33i64 129i64 } output { true }
-- script input { matrix 64i64 300i64 } output { true }
-- ==
-- entry: scored
-- input { [[1i64, 5], [3, 2], [2, 2]] [[10i64, 20, 30], [40, 50, 60]] [2i64, 0] 1i64 }
-- output { [33i64, 65] [1i32, 0] }
-- input { [[1i64, 5], [3, 2], [2, 2]] [[10i64, 20, 30], [40, 50, 60]] [2i64, 3] 1i64 }
-- error: E0402.*out of bounds for array of shape \[2\]\[3\]
-- input { [[1i64, 5], [3, 2], [2, 2]] [[10i64, 20, 30], [40, 50, 60]] [2i64, -1] 1i64 } error: E0402.*out of bounds

def at64 (at: i32) : i64 = i64.i32 at
entry matrix (n: i64) (m: i64) : [n][m]i64 = tabulate_2d n m (\i j -> (i * 7919 + j * 104729 + i * j) % 101)

-- One after the other, and an arm with an element of its own and a choice in it.
def by_loop [n][m] (xs: [n][m]i64) (j: i64) : (i64, i32, i64) =
  loop (best, at, sum) = (-1, -1, j) for i < n do
    let x = xs[i, j]
    let (best, at) = if x > best then (x, i32.i64 i) else (best, at)
    in (best, at, if x > 50 then sum * 3 + xs[i, m - 1 - (m - 1 - j)] else if x > 25 then sum - x else sum + at64 at)


def by_reduction [n][m] (xs: [n][m]i64) (j: i64) : (i64, i32) =
  reduce (\(a, i) (b, k) -> if b > a || (b == a && k < i) then (b, k) else (a, i)) (-1, i32.highest)
         (map (\i -> (xs[i, j], i32.i64 i)) (iota n))

def greatest [n][m] (xs: [n][m]i64) : ([m]i64, [m]i32, [m]i64) =
  unzip3 (loop best = map (\j -> (-1, -1, j)) (iota m) for i < n do
    map2 (\(best, at, sum) x ->
      let (best, at) = if x > best then (x, i32.i64 i) else (best, at)
      in (best, at, if x > 50 then sum * 3 + x else if x > 25 then sum - x else sum + at64 at)) best xs[i])

entry same [n][m] (xs: [n][m]i64) : bool =
  let (best, at, sum) = greatest xs
  let (b1, a1, s1) = unzip3 (map (by_loop xs) (iota m))
  let (b2, a2) = unzip (map (by_reduction xs) (iota m))
  in and (map4 (\a b c d -> a == b && c == d) best b1 sum s1) &&
     and (map4 (\a b c d -> a == b && (n == 0 || c == d)) at a1 at a2) && and (map2 (==) best b2)

-- The check is the same for all points, but says which one fails.
entry scored [s][n][o] (xs: [n][s]i64) (scores: [s][o]i64) (seen: []i64) (k: i64) : ([s]i64, [s]i32) =
  unzip (map (\j ->
    let (v, at) = loop (v, at) = (i64.lowest, 0) for i < n do if xs[i, j] > v then (xs[i, j], i32.i64 i) else (v, at)
    in (v + scores[j, seen[1 - k]] * i64.bool (seen[k] == seen[k]) + (if scores[j, seen[k]] < 0 then 1 else 0), at))
    (iota s))
