-- A functional parameter needs a size too early.
-- ==
-- error: E1304
def app [n] (f: [n]i32 -> [n]i32) (x: i32) = f (replicate n x)
def main (xs: []i32) = let a = app (map (+1)) 2 in zip a (filter (>0) xs)
