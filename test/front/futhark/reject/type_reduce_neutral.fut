-- The neutral element of a reduction has another type.
-- ==
-- error: E1201
def main (xs: []i32) = reduce (+) 0.0f32 xs
