-- The declared type may not hide consumption.
-- ==
-- error: E1410
def f (xs: *[]f32) : f32 = 0f32
def g : []f32 -> f32 = f
