-- Operators that depend on the point, and neutral elements that do (flat/bins_phase.c).

-- ==
-- entry: modulo
-- structure opencl { kernel:block 2 }
-- input { [3i64, 0i64, 5i64, 1i64] [4i64, 2i64, 0i64, 7i64] } output { [5i64, 0i64, 10i64, 10i64] }
-- input { empty([0]i64) empty([0]i64) } output { empty([0]i64) }
-- input { [300i64, 1i64, 211i64, 0i64, 3i64] [3i64, 9i64, 2i64, 0i64, 1i64] }
-- output { [0i64, 10i64, 4i64, 0i64, 10i64] }
entry modulo [n] (ws: [n]i64) (hs: [n]i64) : [n]i64 =
  map3 (\i w h ->
    let m = 11 + i % 3
    let xs = loop xs = map (% m) (iota w) for t < h do
               let s = reduce (\a b -> (a + b) % m) 0 xs
               in scan (\a b -> (a + b) % m) 0 (map (\x -> (x + t + s) % m) xs)
    in reduce (\a b -> (a + b) % m) 0 xs) (iota n) ws hs

-- The least above a bound that changes with the round: the bound is the neutral element, and prefixes do not commute.
-- ==
-- entry: bounds
-- input { [3i64, 0i64, 5i64, 1i64] [4i64, 2i64, 0i64, 7i64] } output { [193005i64, 102000i64, 2178i64, 374003i64] }
-- input { empty([0]i64) empty([0]i64) } output { empty([0]i64) }
-- input { [300i64, 1i64, 211i64, 0i64, 3i64] [3i64, 9i64, 2i64, 0i64, 1i64] }
-- output { [4413i64, 487001i64, 5316i64, 3000i64, 41013i64] }
entry bounds [n] (ws: [n]i64) (hs: [n]i64) : [n]i64 =
  map3 (\i w h ->
    let (xs, low) =
      loop (xs, low) = (map (\k -> (k * 37 + i) % 101) (iota w), i) for t < h do
        let least = reduce i64.min (low + 50 + t) (map (\x -> if x > low then x else low + 50 + t) xs)
        let m = 11 + i % 3
        let (_, ys) = unzip (scan (\(a, b) (c, d) -> (a * c % m, (b * c + d) % m)) (1, 0)
                                  (map (\k -> (1 + (k + low) % 5, xs[k] % m)) (iota w)))
        in (ys, least)
    in i64.sum xs + 1000 * low) (iota n) ws hs
