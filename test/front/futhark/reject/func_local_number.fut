-- A local function of numbers takes those of one type: nothing says that it takes any.
-- ==
-- error: E1201
def main (x: i32) = let add a b = a + b in (add x 1, add 1f32 2)
