-- An identity matrix.
-- ==
-- input { 3i64 } output { [[1.0,0.0,0.0],[0.0,1.0,0.0],[0.0,0.0,1.0]] }

entry main n = tabulate_2d n n (\i j -> f64.bool (i == j))
