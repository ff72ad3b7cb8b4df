-- A coercion changes sizes, not types.
-- ==
-- error: E12
def main (xs: []i32) = xs :> []f32
