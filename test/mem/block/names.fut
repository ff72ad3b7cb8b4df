-- Variables may be called what a kernel's own are.
-- ==
-- structure cuda { kernel:block 1 }
-- input { [[1i64, 2, 3], [4, 5, 6]] } output { [[25i64, 21, 14], [58i64, 48, 32]] }
entry main [n] [m] (xs: [n][m]i64) : [n][m]i64 =
  map (\row ->
    let room = scan (+) 0 row
    let slots = map (\j -> room[m - 1 - j] + 1) (iota m)
    let slot0 = reduce (+) 0 slots
    let distance = scan (+) 0 slots
    in map (\j -> distance[m - 1 - j] - room[j] + slot0) (iota m)) xs
