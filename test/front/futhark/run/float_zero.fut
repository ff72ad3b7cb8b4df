-- Negative zero equals zero and has its sign; division by zero is infinite.
-- ==
-- entry: main
-- input { 0.0 } output { true -f64.inf f64.inf true }
def main (z: f64): (bool, f64, f64, bool) = (-z == z, 1 / -z, 1 / z, f64.isnan (z / z))
