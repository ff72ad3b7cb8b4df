-- A coercion changes sizes, not types.
-- ==
-- error: E1201
def main (xs: []i32) = xs :> []f32
