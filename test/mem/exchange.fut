-- Arrays of a loop that take turns, in rounds of all counts: two, three in a circle, one that two others take over, and
-- one that is also made anew. Inside of points they are lent (lower_control.c).

def two [w] (xs: [w]i64) (ys: [w]i64) (n: i64) =
  loop (a, b) = (xs, ys) for i < n do (b, map (+ i) a)

def circle [w] (xs: [w]i64) (n: i64) =
  loop (a, b, c) = (xs, map (+ 1) xs, map (+ 2) xs) for i < n do (b, c, map2 (\x y -> x + y * i) a c)

def spread [w] (xs: [w]i64) (n: i64) =
  loop (a, b, c) = (xs, map (* 2) xs, map (* 3) xs) for i < n do
    if i % 2 == 0 then (b, b, map2 (+) a c) else (c, a, b)

-- ==
-- entry: main
-- input { [1i64, 2i64] [0i64, 1i64, 2i64, 3i64, 4i64] }
-- output { [[91i64, 168i64], [93i64, 175i64], [105i64, 197i64], [151i64, 273i64], [282i64, 475i64]] }
-- input { empty([0]i64) [3i64] } output { empty([1][0]i64) }
entry main [n] [w] (xs: [w]i64) (rounds: [n]i64) : [n][w]i64 =
  map (\h -> let (a, b) = two xs (map (* 10) xs) h
             let (c, d, e) = circle xs h
             let (f, g, i) = spread xs h
             in map (\k -> a[k] + 2 * b[k] + 3 * c[k] + 4 * d[k] + 5 * e[k] + 6 * f[k] + 7 * g[k] + 8 * i[k]) (iota w))
      rounds

-- ==
-- entry: host
-- input { [1i64, 2i64] 3i64 } output { [151i64, 273i64] }
entry host [w] (xs: [w]i64) (h: i64) : [w]i64 =
  let (a, b) = two xs (map (* 10) xs) h
  let (c, d, e) = circle xs h
  let (f, g, i) = spread xs h
  in map (\k -> a[k] + 2 * b[k] + 3 * c[k] + 4 * d[k] + 5 * e[k] + 6 * f[k] + 7 * g[k] + 8 * i[k]) (iota w)
