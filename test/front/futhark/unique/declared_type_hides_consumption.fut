-- The declared type of a definition may not hide that it consumes.
def f (xs: *[3]i32): *[3]i32 = xs with [0] = 1
def g : [3]i32 -> *[3]i32 = f
