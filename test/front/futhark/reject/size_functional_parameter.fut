-- A function parameter with another size relation.
-- ==
-- error: E1301
def apply [n] (f: [n]i32 -> [n]i32) (xs: [n]i32) = f xs
def main (xs: []i32) = apply (\ys -> ys ++ ys) xs
