-- The type of a parameter around a local function is the same in every use of it.
-- ==
-- error: E1201
def f (x: i32) y = let g z = if x == 0 then z else y in (g 1i32, g true)
def main (x: i32) = f x 1
