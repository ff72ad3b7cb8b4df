-- Gauss-Jordan elimination without pivoting.
-- ==
-- entry: main
-- input { [[2.0, 1.0, 3.0], [1.0, 3.0, 5.0]] } output { [0.8, 1.4] }
def main [n] [m] (a: [n][m]f64): [n]f64 =
  let a =
    loop a = copy a for i < n do
      let pivot = map (/ a[i, i]) (copy a[i])
      in tabulate n (\j -> if j == i then copy pivot
                           else map2 (\x p -> x - a[j, i] * p) a[j] pivot)
  in map (\row -> row[m - 1]) a
