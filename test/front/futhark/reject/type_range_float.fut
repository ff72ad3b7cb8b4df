-- Ranges are of integers.
-- ==
-- error: E1201
def main (x: f32) = 0..<x
