-- Sizes that are negative constants are failures when the program runs, not earlier.
-- ==
-- entry: taken dropped sliced tails table range view
-- input { } error: (ut of bounds|invalid)
entry taken = take (-1) [1, 2]
entry dropped = drop 10 [1, 2]
entry sliced = let xs = [1, 2, 3] in xs[2:1]
entry tails = tail (tail [1])
entry table = tabulate_2d 2 (-1) (\i j -> i + j)
entry range = 5...1
entry view = lmad.slice_1d [1, 2, 3] 0 (-2) 1
