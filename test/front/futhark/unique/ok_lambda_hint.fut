-- The lambda's parameter is consumed because that is what `apply` passes to it.
def apply 'a 'b (f: *a -> b) (x: *a): b = f x
def f [n] (xs: *[n]i32): [n]i32 = apply (\ys -> ys with [0] = 1) xs
