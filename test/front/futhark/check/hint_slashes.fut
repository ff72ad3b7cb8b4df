def half (x: f64) = x / 2 // half of it
def twice (x: f64) =
  // the double of it
  x * 2
def quotient (x: f64) (y: f64) = x // y
-- Integers may be divided so.
def fine (x: i32) (y: i32) = x // y
