-- A literal takes the type that its context needs.
-- ==
-- entry: main
-- input { 2u8 0.5f32 } output { 5u8 2.5f32 3i64 4 1.5 }
def main (x: u8) (y: f32): (u8, f32, i64, i32, f64) =
  let three = 3
  let four = 4
  in (x + 3, y + 2, three + i64.u8 0, four, 1.5)
