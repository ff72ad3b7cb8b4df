-- Ranges are of integers.
-- ==
-- error: E12
def main (x: f32) = 0..<x
