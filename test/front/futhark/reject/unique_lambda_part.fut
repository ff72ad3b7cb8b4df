-- A lambda may consume what the function that it is for may be given, and nothing else of it.
-- ==
-- error: E1402
def apply (f: (*[]i32, []i32) -> i32) (xs: *[]i32) (ys: *[]i32): i32 = f (xs, ys)
def main (xs: *[]i32) (ys: *[]i32): i32 = apply (\(a, b) -> let b[0] = 1 in a[0] + b[0]) xs ys
