-- Rows of different lengths.
-- ==
-- error: E1301

entry main = [[1, 2], [3]]
