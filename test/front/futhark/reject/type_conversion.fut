-- A conversion of another type.
-- ==
-- error: E12
def main (x: i32) = f32.i64 x
