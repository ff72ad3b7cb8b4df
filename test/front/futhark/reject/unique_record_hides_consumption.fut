-- A record type may not hide that its function consumes.
-- ==
-- error: E1410
def f (xs: *[3]f32) : f32 = 0f32
def main (ys: [3]f32) = let r : {k: [3]f32 -> f32} = {k = f} in r.k ys
