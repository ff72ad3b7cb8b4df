-- A reduction without its neutral element.
def f (xs: []i32): i32 = reduce (+) xs
def g (xs: []i32) = scan i32.max xs
