-- The declared type may not promise a fresh result.
-- ==
-- error: E1413
def f (xs: [3]f32) : [3]f32 = xs
def g : [3]f32 -> *[3]f32 = f
