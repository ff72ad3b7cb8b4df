-- The declared result may not hide that a function consumes.
-- ==
-- error: E1410
def f (xs: *[3]f32) : f32 = 0f32
def g (x: i32) : ([3]f32 -> f32) = f
