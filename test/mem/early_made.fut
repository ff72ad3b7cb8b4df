-- The size is no size of an argument; what a loop carries is not larger than memory, so that indices
-- do not wrap around.
-- ==
-- structure c { copies 0 }
-- structure cuda { copies 0 }
-- ==
-- input { 3i64 } output { [[1i64, 1, 1], [1, 2, 2], [1, 2, 4]] }
-- input { 0i64 } output { empty([0][0]i64) }
-- input { -1i64 } error: E0412.*An array cannot have -1 elements
entry main (q: i64): *[q][q]i64 =
  loop m = replicate q (replicate q 1) for k < q do
    let inner = map (\i -> map (\j -> m[k + 1 + i, k + 1 + j] * 2) (iota (q - k - 1))) (iota (q - k - 1))
    in m with [k + 1:, k + 1:] = (inner :> [q - (k + 1)][q - (k + 1)]i64)
