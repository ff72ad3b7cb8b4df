-- A conversion between the wrong types.
-- ==
-- error: E1[12]
def main (x: f64): i32 = i32.f32 x
