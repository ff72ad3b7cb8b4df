-- Negation and conversions map too.
-- ==
-- entry: main
-- input { [1.5, -2.5] } output { [-1.5, 2.5] [1, -2] [1.2247448713915890, 1.0] }
def main [n] (xs: [n]f64): ([n]f64, [n]i32, [n]f64) = (f64.neg xs, i32.f64 xs, f64.sqrt (f64.max xs 1))
