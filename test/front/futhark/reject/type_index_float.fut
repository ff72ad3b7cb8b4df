-- A float as an index.
-- ==
-- error: E1201
def main (xs: []i32) (i: f32) = xs[i]
