-- A local function with too few arguments where a number is needed.
-- ==
-- error: E1201
def main (x: i32): i32 = let f a b = a + b + x in f 1
