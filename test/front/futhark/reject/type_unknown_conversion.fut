-- A conversion between the wrong types.
-- ==
-- error: E1201
def main (x: f64): i32 = i32.f32 x
