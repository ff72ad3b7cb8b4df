-- Points that read global tables of constants are taken apart (flat/unroll.c): then the constants are known.
def dx : [5]i64 = [0, 1, -1, 0, 0]
def dy : [5]i64 = [0, 0, 0, 1, -1]
def weights : [5]f64 = [0.5, 0.125, 0.125, 0.125, 0.125]
def back : [5]i64 = [0, 2, 1, 4, 3]

-- ==
-- structure c { index 23, array 11, loop 1 }
-- ==
-- entry: step
-- input { [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]] }
-- output { [[[0.5, 0.375, 0.25, 0.5, 0.5], [1.0, 0.125, 0.375, 0.625, 0.625], [1.5, 0.25, 0.125, 0.75, 0.75]],
--           [[2.0, 0.75, 0.625, 0.125, 0.125], [2.5, 0.5, 0.75, 0.25, 0.25], [3.0, 0.625, 0.5, 0.375, 0.375]]] }
-- input { empty([0][3]f64) } output { empty([0][3][5]f64) }
entry step [n] [m] (xs: [n][m]f64) : [n][m][5]f64 =
  tabulate_2d n m (\i j -> map (\k -> weights[k] * xs[(i - dy[k]) % n, (j - dx[k]) % m]) (iota 5))

-- A choice by what the points add up, each in its own order.
-- ==
-- entry: turned
-- input { [1.0, 2.0, 3.0, 4.0, 5.0] 4.0 } output { [1.0, 3.0, 2.0, 5.0, 4.0] }
-- input { [1.0, 2.0, 3.0, 4.0, 5.0] 0.0 } output { [1.0, 1.875, 2.875, 3.875, 4.875] }
entry turned (f: [5]f64) (limit: f64) : [5]f64 =
  (map (\s -> let f = map (+ s) f
              let u = f64.sum (map2 (\x d -> x * f64.i64 d) f dx)
              let v = f64.sum (map2 (\x w -> x * w) f weights)
              in if u + v < limit then map (\k -> f[back[k]]) (iota 5)
                 else map2 (\x k -> x + u * f64.i64 (i64.abs (dx[k] + dy[k])) / 8) f (iota 5)) [0.0])[0]

-- An index from outside may be wrong: that is found where the point is.
-- ==
-- entry: moved
-- input { [7i64, 8i64, 9i64] 1i64 } output { [8i64, 9i64, 7i64, 8i64, 8i64] }
-- input { [7i64, 8i64, 9i64] 2i64 } error: E0402.*Index \[3\]
entry moved [n] (xs: [n]i64) (at: i64) : [5]i64 = (map (\s -> map (\k -> xs[at + dx[k] + s]) (iota 5)) [0i64])[0]

-- The rounds of a loop that takes the coefficients of a polynomial, forwards and backwards, and more than there are.
-- ==
-- entry: polynomials
-- input { [0.0, 2.0, -1.0] } output { [1.0, 49.0, -2.0] [4.0, 26.0, 2.0] [0.0, 11.0, -5.5] }
entry polynomials [n] (xs: [n]f64) : ([n]f64, [n]f64, [n]f64) =
  unzip3 (map (\x -> (foldr (\c acc -> c + x * acc) 0 [1.0, 2.0, 3.0, 4.0],
                      foldl (\acc c -> c + x * acc) 0 [1.0, 2.0, 3.0, 4.0],
                      loop acc = x for k < 3 do acc + x * ([1.5, 2.0, 1.0])[k])) xs)
