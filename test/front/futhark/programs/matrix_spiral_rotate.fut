-- Walks over a matrix: rotation, spiral order, anti-diagonals.
-- ==
-- entry: turned
-- input { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] }
-- output { [[4i32, 1i32], [5i32, 2i32], [6i32, 3i32]] }

-- ==
-- entry: spiral
-- input { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32], [7i32, 8i32, 9i32]] }
-- output { [1i32, 2i32, 3i32, 6i32, 9i32, 8i32, 7i32, 4i32, 5i32] }
-- input { [[1i32, 2i32, 3i32, 4i32], [5i32, 6i32, 7i32, 8i32]] }
-- output { [1i32, 2i32, 3i32, 4i32, 8i32, 7i32, 6i32, 5i32] }

-- ==
-- entry: antidiagonals
-- input { [[1i32, 2i32], [3i32, 4i32]] }
-- output { [1i32, 5i32, 4i32] }

entry turned [n][m] (a: [n][m]i32): [m][n]i32 = map reverse (transpose a)

type walk = {row: i64, column: i64, dr: i64, dc: i64}

entry spiral [n][m] (a: [n][m]i32): []i32 =
  let start: walk = {row = 0, column = 0, dr = 0, dc = 1}
  let seen = replicate n (replicate m false)
  let out = replicate (n * m) 0
  let (out, _, _) =
    loop (out, seen, w) = (out, seen, start) for k < n * m do
      let out = out with [k] = a[w.row, w.column]
      let seen = seen with [w.row, w.column] = true
      let free r c = r >= 0 && r < n && c >= 0 && c < m && !seen[r, c]
      let w = if free (w.row + w.dr) (w.column + w.dc) then w else w with dr = w.dc with dc = -w.dr
      let clamp x k = i64.max 0 (i64.min (k - 1) x)
      in (out, seen, w with row = clamp (w.row + w.dr) n with column = clamp (w.column + w.dc) m)
  in out

entry antidiagonals [n] (a: [n][n]i32): []i32 =
  map (\d -> loop s = 0 for i < n do if d - i >= 0 && d - i < n then s + a[i, d - i] else s) (iota (2 * n - 1))
