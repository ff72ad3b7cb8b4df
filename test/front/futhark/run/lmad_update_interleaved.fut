-- Strides that do not nest, and yet name no element twice.
-- ==
-- entry: main
-- input { } output { [1, 0, 3, 2, 5, 4, 0, 6] }
-- ==
-- entry: overlapping
-- input { } error: E0401
entry main: [8]i32 = lmad.update_2d (replicate 8 0) 0 2 3 [[1, 2], [3, 4], [5, 6]]
entry overlapping: [8]i32 = lmad.update_2d (replicate 8 0) 0 1 2 [[1, 2], [3, 4], [5, 6]]
