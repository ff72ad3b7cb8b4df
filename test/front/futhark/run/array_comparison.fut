-- Equality of arrays, of arrays of arrays, and of floats with nan.
-- ==
-- entry: main
-- input { [1.0, 2.0] } output { true false true }
-- input { [f64.nan, 2.0] } output { false true true }
def main [n] (xs: [n]f64): (bool, bool, bool) = (xs == xs, xs != xs, [[1, 2], [3, 4]] == [[1, 2], [3, 4]])
