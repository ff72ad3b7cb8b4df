-- scan is inclusive.
-- ==
-- entry: sums
-- input { [1, 2, 3, 4] } output { [1, 3, 6, 10] }
-- input { empty([0]i32) } output { empty([0]i32) }
-- input { [5] } output { [5] }
-- ==
-- entry: maxima
-- input { [3, 1, 4, 1, 5] } output { [3, 3, 4, 4, 5] }
entry sums (xs: []i32) = scan (+) 0 xs
entry maxima (xs: []i32) = scan i32.max i32.lowest xs
