-- Loops that ask whether they are at the border, in all the ways people ask, of all small sizes.
def matrix (n: i64) (m: i64): [n][m]i64 = tabulate_2d n m (\i j -> (i * 5 + j * 3) % 11 - 5)

def star [n][m] (a: [n][m]i64): [n][m]i64 =
  tabulate_2d n m (\i j ->
    if i > 0 && i < n - 1 && j > 0 && j < m - 1
    then a[i, j] + a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1]
    else a[i, j])

def clamped [n][m] (a: [n][m]i64): [n][m]i64 =
  tabulate_2d n m (\i j ->
    a[i64.max 0 (i - 1), j] + 2 * a[i64.min (n - 1) (i + 1), j]
    + 3 * a[i, i64.max (j - 2) 0] + 5 * a[i, i64.min (j + 1) (m - 1)])

def equal [n][m] (a: [n][m]i64): [n][m]i64 =
  tabulate_2d n m (\i j ->
    if j == 0 || j == m - 1 then -a[i, j]
    else if i != 0 && i != n - 1 then a[i, j] * 2
    else a[i, j])

def either [n][m] (a: [n][m]i64): [n][m]i64 =
  tabulate_2d n m (\i j -> if i <= 1 || j >= m - 2 then 7 else a[i, j] + a[i - 2, j + 2])

def check [n][m] (c: [n][m]i64): i64 =
  i64.sum (flatten (tabulate_2d n m (\i j -> (i * 31 + j * 7 + 1) * c[i, j])))

entry main (n: i64) (m: i64): (i64, i64, i64, i64) =
  let a = matrix n m
  in (check (star a), check (clamped a), check (equal a), check (either a))
-- ==
-- input { 0i64 0i64 } output { 0i64 0i64 0i64 0i64 }
-- input { 0i64 3i64 } output { 0i64 0i64 0i64 0i64 }
-- input { 3i64 0i64 } output { 0i64 0i64 0i64 0i64 }
-- input { 1i64 1i64 } output { -5i64 -55i64 5i64 7i64 }
-- input { 1i64 5i64 } output { -34i64 -1197i64 208i64 525i64 }
-- input { 5i64 1i64 } output { 716i64 7854i64 -716i64 2205i64 }
-- input { 2i64 2i64 } output { 96i64 863i64 -96i64 560i64 }
-- input { 3i64 3i64 } output { -404i64 126i64 -87i64 2394i64 }
-- input { 4i64 9i64 } output { -1361i64 -5562i64 -454i64 8955i64 }
-- input { 9i64 4i64 } output { -2138i64 -5629i64 1033i64 19555i64 }
-- input { 17i64 23i64 } output { 1304i64 20190i64 -4903i64 122118i64 }
