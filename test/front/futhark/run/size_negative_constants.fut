-- Sizes that are negative constants are failures when the program runs, not earlier.
-- ==
-- entry: taken
-- input { } error: E0402.*Cannot take -1 elements of an array of 2

-- ==
-- entry: dropped
-- input { } error: E0402.*Cannot drop 10 elements of an array of 2

-- ==
-- entry: sliced
-- input { } error: E0402.*Index \[2:1\] out of bounds for array of shape \[3\]

-- ==
-- entry: tails
-- input { } error: E0402.*An empty array has no first element to leave out

-- ==
-- entry: table
-- input { } error: E0412.*An array cannot have -1 elements

-- ==
-- entry: range
-- input { } error: E0412.*Range 5\.\.\.1 is invalid

-- ==
-- entry: view
-- input { } error: E0402.*out of bounds
entry taken = take (-1) [1, 2]
entry dropped = drop 10 [1, 2]
entry sliced = let xs = [1, 2, 3] in xs[2:1]
entry tails = tail (tail [1])
entry table = tabulate_2d 2 (-1) (\i j -> i + j)
entry range = 5...1
entry view = lmad.slice_1d [1, 2, 3] 0 (-2) 1
