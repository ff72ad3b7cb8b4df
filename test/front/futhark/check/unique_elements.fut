-- Elements cannot be unique on their own.
def f (x: []*[]i32) = x
