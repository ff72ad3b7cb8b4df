-- Literals of different sizes.
-- ==
-- error: error\[E1[23]

entry main = map2 (+) [1, 2, 3] [4, 5]
