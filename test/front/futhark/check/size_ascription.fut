-- An ascription cannot change a size.
def f (xs: [4]i32) = xs : [3]i32
