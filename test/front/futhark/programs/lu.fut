-- LU decomposition in place, and the determinant from it.
-- ==
-- input { [[4.0f64, 3.0f64, 2.0f64], [2.0f64, 5.0f64, 1.0f64], [8.0f64, 2.0f64, 9.0f64]] }
-- output { [[4.0f64, 3.0f64, 2.0f64], [0.5f64, 3.5f64, 0.0f64], [2.0f64, -1.1428571428571428f64, 5.0f64]] }

-- ==
-- entry: det
-- input { [[4.0f64, 3.0f64, 2.0f64], [2.0f64, 5.0f64, 1.0f64], [8.0f64, 2.0f64, 9.0f64]] }
-- output { 70.0f64 }

-- ==
-- input { [[3.0f64]] } output { [[3.0f64]] }

-- One step: scale the column below the pivot, then update the block to the right of it.
def step [n] (k: i64) (a: *[n][n]f64) : *[n][n]f64 =
  let pivot = a[k, k]
  let column = map (/ pivot) (copy a[:, k])
  let row = copy a[k]
  in tabulate_2d n n (\i j ->
                        if i <= k || j < k then a[i, j]
                        else if j == k then column[i]
                        else a[i, j] - column[i] * row[j])

def lu [n] (a: *[n][n]f64) : *[n][n]f64 =
  loop (a: *[n][n]f64) = a for k < n do step k a

def diagonal [n] 't (a: [n][n]t) : [n]t = map (\i -> a[i, i]) (iota n)

entry main [n] (a: *[n][n]f64) : [n][n]f64 = lu a

entry det [n] (a: [n][n]f64) : f64 = lu (copy a) |> diagonal |> f64.product
