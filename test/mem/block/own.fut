-- Arrays of which each thread sees its own element only are in registers, also those that loops carry, copy and exchange
-- (mem/team_own.c): in fast memory is the one row that is read elsewhere, and the next one.
-- ==
-- structure cuda { kernel:block 1, threads 20, fast 320, barriers 3 }
-- ==
-- entry: rounds
-- input { 3i64 [[1i64, 2i64, 3i64], [5i64, 4i64, 0i64]] }
-- output { [[362i64, 366i64, 383i64, 290i64, 354i64, 379i64, 338i64, 342i64, 367i64, 280i64, 303i64, 355i64, 314i64, 318i64, 343i64, 302i64, 216i64, 316i64, 290i64, 294i64], [610i64, 610i64, 667i64, 509i64, 586i64, 607i64, 562i64, 562i64, 583i64, 494i64, 522i64, 559i64, 514i64, 514i64, 535i64, 490i64, 360i64, 535i64, 466i64, 466i64]] }
-- input { 0i64 [[1i64, 2i64, 3i64]] } output { [[10i64, 13i64, 16i64, 10i64, 13i64, 16i64, 10i64, 13i64, 16i64, 10i64, 13i64, 16i64, 10i64, 13i64, 16i64, 10i64, 13i64, 16i64, 10i64, 13i64]] }
-- input { 3i64 [[-1i64, 2i64, 3i64]] } error: E0402.*out of bounds
entry rounds [n] (steps: i64) (xs: [n][3]i64) =
  map (\x ->
    let a = map (\j -> x[0] + j * x[1]) (iota 20)
    let b = map (\j -> j % 3 + x[2]) (iota 20)
    let at = map (\j -> if j % 7 == 3 then x[0] else 19 - j) (iota 20)
    let (_, u, v) = loop (c, u, v) = (a, b, map (+ 1) b) for k < steps do
      let d = map (\j -> c[at[j]] + u[j]) (iota 20)
      in (d, map2 (+) v d, map (+ k) u)
    in map2 (\p q -> (2 * p + q) % 1000) u v) xs
