-- A float as an index.
-- ==
-- error: E12
def main (xs: []i32) (i: f32) = xs[i]
