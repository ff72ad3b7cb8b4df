-- Points that do several things in parallel, on a device: each of them is a kernel of its own.
-- ==
-- entry: solve
-- input { [[[1i64, 2i64], [3i64, 4i64]], [[5i64, 6i64], [7i64, 8i64]]] } output { [[[1i64, 2i64], [4i64, 6i64]], [[5i64, 6i64], [12i64, 14i64]]] }
-- input { empty([0][2][2]i64) } output { empty([0][2][2]i64) }
entry solve [n][m][k] (xsss: [n][m][k]i64): [n][m][k]i64 =
  map (\xss -> transpose (map (\col -> loop y = copy col for i < m - 1 do y with [i + 1] = y[i + 1] + y[i]) (transpose xss))) xsss

-- A row that is made by a loop, and products with it: the products have a kernel with tiles.
-- ==
-- entry: products
-- input { [[[1i64, 2i64], [3i64, 4i64]], [[5i64, 6i64], [7i64, 8i64]]] } output { [[[1i64, 3i64], [3i64, 7i64]], [[5i64, 11i64], [7i64, 15i64]]] [[[7i64, 15i64], [17i64, 37i64]], [[91i64, 123i64], [125i64, 169i64]]] }
entry products [n][m] (xsss: [n][m][m]i64): ([n][m][m]i64, [n][m][m]i64) =
  unzip (map (\xss ->
    let sums = map (\xs -> loop y = copy xs for i < m - 1 do y with [i + 1] = y[i + 1] + y[i]) xss
    in (sums, map (\s -> map (\x -> i64.sum (map2 (*) s x)) xss) sums)) xsss)

-- A few numbers of each point, and a long sum with them: shared out by elements when there are few points.
-- ==
-- entry: fitness
-- input { [1i64, 2i64, 3i64] [10i64, 20i64] } output { [92i64, 179i64] [[10i64, 11i64, 12i64], [20i64, 21i64, 22i64]] }
-- input { [1i64, 2i64, 3i64] empty([0]i64) } output { empty([0]i64) empty([0][3]i64) }
-- input { empty([0]i64) [10i64, 20i64] } output { [-3i64, -6i64] [[10i64, 11i64, 12i64], [20i64, 21i64, 22i64]] }
entry fitness [n][k] (data: [n]i64) (seeds: [k]i64): ([k]i64, [k][3]i64) =
  unzip (map (\s -> let p = map (+ s) (iota 3)
                    in (i64.sum (map (\d -> p[d % 3] * d + p[0]) data) - s % 7, p)) seeds)

-- Maps inside a loop, whose points scan columns: they are points of a kernel, too, when there are few around them.
-- ==
-- entry: columns
-- input { [[[1i64, 2i64], [3i64, 4i64]], [[5i64, 6i64], [7i64, 8i64]]] 2i32 } output { [[[5i64, 8i64], [17i64, 24i64]], [[21i64, 24i64], [49i64, 56i64]]] }
-- input { [[[1i64, 2i64], [3i64, 4i64]]] 0i32 } output { [[[1i64, 2i64], [3i64, 4i64]]] }
-- input { empty([0][2][2]i64) 1i32 } output { empty([0][2][2]i64) }
entry columns [n][m][k] (xsss: [n][m][k]i64) (rounds: i32): [n][m][k]i64 =
  map (\xss -> loop xss for _i < rounds do
         let ys = transpose (map (\j -> let s = scan (+) 0 (map (\i -> xss[i, j]) (iota m))
                                        let t = scan i64.max 0 (map (\i -> s[m - 1 - i]) (iota m))
                                        in map2 (\a b -> a + b % 2) s t) (iota k))
         in map2 (map2 (\x y -> x + y)) xss ys) xsss

-- What is reduced of products is a kernel of its own, so that the products have tiles.
-- ==
-- entry: attention
-- input { [[1f32, 0f32], [0f32, 2f32]] [[1f32, 1f32], [0f32, 1f32]] [[3f32, 4f32], [5f32, 6f32]] } output { [[3.5f32, 4.5f32], [4f32, 5f32]] }
-- input { empty([0][2]f32) empty([0][2]f32) empty([0][2]f32) } output { empty([0][2]f32) }
-- structure cuda,fuse,simplify,core_to_flat,simplify,arms,simplify,flatten,simplify,sink { not seg_make }
entry attention [n][d] (q: [n][d]f32) (k: [n][d]f32) (v: [n][d]f32): [n][d]f32 =
  map (\qr -> let scores = map (\kr -> f32.sum (map2 (*) qr kr)) k
              let most = f32.maximum scores
              let weights = map (\x -> f32.max 0 (1 - (most - x) * 2 / 3)) scores
              let total = f32.sum weights
              in map (\vc -> f32.sum (map2 (*) weights vc) / total) (transpose v)) q
