-- Differentiation is not supported.
-- ==
-- error: U1601
def main (x: f64) = vjp (\y -> y * y) x 1
