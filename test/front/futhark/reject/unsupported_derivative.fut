-- Differentiation is not supported.
-- ==
-- error: E16
def main (x: f64) = vjp (\y -> y * y) x 1
