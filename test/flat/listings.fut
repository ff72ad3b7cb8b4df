-- Listings 7.1 and 7.5 of paper 001 have three versions each, no more: a thread for each row, a block of threads for
-- each row, and all elements at once. Thresholds ask for the degree of two of them, and whether rows fit into fast
-- memory; what is left is the thread. That of a block is one of two kernels: its threads may have several points each.
entry mapscan [m][n] (xss: [m][n]i64): [m][n]i64 =
  map2 (\row i -> loop row = row for _t < 64i32 do scan (+) 0 (map (+ i) row)) xss (iota m)

entry mapscan_var [k] (ns: []i64) (xs: [k]i64): [k]i64 =
  loop xs = xs for n in ns do
    let m = k / n
    let xss = unflatten (xs :> [n * m]i64)
    let xss = map2 (\row i -> loop row = row for _t < 64i32 do scan (+) 0 (map (+ i) row)) xss (iota n)
    in flatten xss :> [k]i64
-- ==
-- entry: mapscan
-- input { [[1, 2, 3], [4, -5, 6]] } output { [[1, 66, 2211], [68, 2395, 55910]] }
-- input { empty([0][2]i64) } output { empty([0][2]i64) }
-- ==
-- entry: mapscan_var
-- input { [1, 2, 4] [1, 2, 3, 4, 5, 6, 7, 8] } output { [1, 194, 8579, 921764, 864693, 122769670, 2716022071, 249199181592] }
-- input { [0] [1] } error: E0403.*by zero
-- ==
-- structure cuda { threshold 8, kernel:block 2, kernel:block_items 2, kernel:seg_scan 2, launch 10 }
