-- A conversion of another type.
-- ==
-- error: E1201
def main (x: i32) = f32.i64 x
