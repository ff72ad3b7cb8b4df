-- Irregular work inside maps: loops, scans and filters that end in scalars.
-- ==
-- input { 6i64 }
-- output { [0i64, 0i64, 1i64, 3i64, 6i64, 10i64] [0i64, 0i64, 1i64, 4i64, 4i64, 4i64] }

-- ==
-- entry: row_filters
-- input { [[1i32, -2i32, 3i32], [-1i32, -1i32, -1i32]] } output { [2i64, 0i64] [4i32, 0i32] }

-- ==
-- entry: triangular
-- input { [3i64, 0i64, 2i64] } output { [3i64, 0i64, 1i64] }

-- ==
-- entry: sort_rows
-- input { [[3i32, 1i32, 2i32], [9i32, 7i32, 8i32]] }
-- output { [[1i32, 2i32, 3i32], [7i32, 8i32, 9i32]] }

entry main (n: i64) : ([n]i64, [n]i64) =
  (map (\i -> i64.sum (iota i)) (iota n),
   map (\i -> reduce i64.max 0 (map (\j -> j * j % 7) (iota i))) (iota n))

entry row_filters [n][m] (a: [n][m]i32) : ([n]i64, [n]i32) =
  unzip (map (\row -> let pos = filter (> 0) row in (length pos, i32.sum pos)) a)

entry triangular (ns: []i64) : []i64 =
  map (\n -> let xs = scan (+) 0 (iota n) in if n == 0 then 0 else last xs) ns

entry sort_rows [n][m] (a: [n][m]i32) : [n][m]i32 =
  map (\row ->
         loop row = copy row for i < m do
           loop row for j < m - 1 do
             if row[j] <= row[j + 1] then row
             else let t = row[j]
                  let row[j] = row[j + 1]
                  let row[j + 1] = t
                  in row)
      a
