-- min and max prefer a number to nan.
-- ==
-- entry: main
-- input { 1.0 2.0 } output { 1.0 2.0 }
-- input { f64.nan 2.0 } output { 2.0 2.0 }
-- input { 1.0 f64.nan } output { 1.0 1.0 }
-- input { -f64.inf 2.0 } output { -f64.inf 2.0 }
def main (x: f64) (y: f64): (f64, f64) = (f64.min x y, f64.max x y)
