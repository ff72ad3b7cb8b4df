-- Loops that hand arrays from one parameter to the next allocate nothing in an iteration: as many
-- blocks go round as are alive at a time.
-- ==
-- structure c { alloc 16 }
-- ==
-- entry: wave
-- input { [1i64, 2] [3i64, 5] 0i64 } output { [3i64, 5] }
-- input { [1i64, 2] [3i64, 5] 1i64 } output { [5i64, 8] }
-- input { [1i64, 2] [3i64, 5] 4i64 } output { [11i64, 17] }
-- input { empty([0]i64) empty([0]i64) 3i64 } output { empty([0]i64) }
-- ==
-- entry: third
-- input { [1i64, 0] [1i64, 0] [1i64, 1] 5i64 } output { [9i64, 4] [17i64, 7] [31i64, 13] }
-- ==
-- entry: nested
-- input { [1i64, 2] [3i64, 5] 3i64 2i64 } output { [15i64, 23] }
-- ==
-- entry: edges
-- input { [3i64, 6, 9, 0] 1i64 } output { [3i64, 6, 5, 0] }
-- input { [3i64, 6, 9, 0] 3i64 } output { [3i64, 3, 2, 0] }
-- input { [3i64] 1i64 } error: E0402.*out of bounds
-- input { [3i64] 0i64 } output { [3i64] }

entry wave [n] (a: [n]i64) (b: [n]i64) (k: i64): [n]i64 =
  (loop (a, b) for _i < k do (b, map2 (\x y -> 2 * y - x) a b)).1

entry third [n] (a: [n]i64) (b: [n]i64) (c: [n]i64) (k: i64): ([n]i64, [n]i64, [n]i64) =
  loop (a, b, c) for _i < k do (b, c, map3 (\x y z -> x + y + z) a b c)

-- Here the blocks of the last round are in use when the next one begins: one for each iteration.
entry nested [n] (a: [n]i64) (b: [n]i64) (k: i64) (l: i64): [n]i64 =
  (loop (a, b) for _i < k do
     loop (a, b) for _j < l do (b, map2 (\x y -> 2 * y - x) a b)).1

-- The size of the next array is computed in the loop.
entry edges [n] (xs: [n]i64) (k: i64): [n]i64 =
  loop xs for _i < k do
    [xs[0]] ++ map3 (\a b c -> (a + b + c) / 3) xs[0:n - 2] (xs[1:n - 1] :> [n - 2]i64)
                    (xs[2:n] :> [n - 2]i64)
            ++ [xs[n - 1]] :> [n]i64
