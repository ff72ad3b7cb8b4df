-- An array type of functions.
def f (xs: [](i32 -> i32)) = 1
