-- A function that consumes its second argument is passed for one that does not.
-- ==
-- error: E1410
def h (k: [3]f32 -> [3]f32 -> f32) = k [1,2,3] [1,2,3]
def f (xs: [3]f32) (ys: *[3]f32) : f32 = 0f32
def main = h f
