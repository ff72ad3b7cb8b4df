-- Parts of elements cannot be unique on their own.
-- ==
-- error: E1216
def f (x: [](*[]i32, i32)) = 1i32
