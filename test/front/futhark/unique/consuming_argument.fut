def apply 'a 'b (f: a -> b) (x: a): b = f x
def consume (xs: *[]i32) = xs with [0] = 0
def f (arr: *[]i32) = apply consume arr
