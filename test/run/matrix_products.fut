-- Matrix-shaped reductions of all sizes: plain, transposed, with another value, of one matrix twice.
def matrix (n: i64) (m: i64) (a: i64) (b: i64) (c: i64): [n][m]i64 =
  tabulate_2d n m (\i j -> (i * a + j * b + c) % 17 - 8)

def product [n][m][p] (a: [n][p]i64) (b: [p][m]i64): [n][m]i64 =
  map (\row -> map (\col -> reduce (+) 0 (map2 (*) row col)) (transpose b)) a

def product_f64 [n][m][p] (a: [n][p]f64) (b: [p][m]f64): [n][m]f64 =
  map (\row -> map (\col -> reduce (+) 0 (map2 (*) row col)) (transpose b)) a

def distances [n][m][p] (a: [n][p]i32) (b: [p][m]i32): [n][m]i32 =
  map (\row -> map (\col -> i32.sum (map2 (\x y -> (x - y) * (x - y)) row col)) (transpose b)) a

def check [n][m] (c: [n][m]i64): i64 =
  i64.sum (flatten (tabulate_2d n m (\i j -> (i * 31 + j * 7 + 1) * c[i, j])))

entry main (n: i64) (m: i64) (p: i64): (i64, i64, i64, i64) =
  let a = matrix n p 3 5 1
  let b = matrix p m 7 2 4
  let c = product a b
  let d = product_f64 (map (map f64.i64) a) (map (map f64.i64) b)
  let e = distances (map (map i32.i64) a) (map (map i32.i64) b)
  let f = product a (transpose a)
  in (check c, check (map (map i64.f64) d), check (map (map i64.i32) e), check f)
-- ==
-- input { 0i64 3i64 4i64 } output { 0i64 0i64 0i64 0i64 }
-- input { 3i64 0i64 4i64 } output { 0i64 0i64 0i64 3993i64 }
-- input { 3i64 4i64 0i64 } output { 0i64 0i64 0i64 0i64 }
-- input { 1i64 1i64 1i64 } output { 28i64 28i64 9i64 49i64 }
-- input { 5i64 9i64 8i64 } output { 9294i64 9294i64 1530842i64 28549i64 }
-- input { 20i64 33i64 17i64 } output { 87516i64 87516i64 219288168i64 406164i64 }
-- input { 7i64 40i64 300i64 } output { 239048i64 239048i64 929152235i64 1687226i64 }
-- input { 50i64 260i64 20i64 } output { -771854i64 -771854i64 20806104748i64 400774i64 }
