-- Rows of different lengths.
-- ==
-- error: error\[E1[23]

entry main = [[1, 2], [3]]
