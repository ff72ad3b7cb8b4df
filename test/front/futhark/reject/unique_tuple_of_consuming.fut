-- A consuming function in a tuple argument.
-- ==
-- error: E1410
def f (xs: *[3]f32) : f32 = 0f32
def h ((k: [3]f32 -> f32), x: i32) = k [1,2,3]
def main = h (f, 1)
