-- Literals in all notations.
-- ==
-- entry: main
-- input { } output { 255 10 1000000 65u8 -1i8 2.5 8.0 3f32 0.001 }
def main: (i32, i32, i32, u8, i8, f64, f64, f32, f64) =
  (0xff, 0b1010, 1_000_000, 'A', 0xFFi8, 2.5, 0x1p3, 3f32, 1e-3)
