-- Literals of different sizes.
-- ==
-- error: E1301

entry main = map2 (+) [1, 2, 3] [4, 5]
