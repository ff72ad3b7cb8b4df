-- A hole says which type is missing.
def f (xs: []i32): i32 = i32.sum (map ??? xs)
