def (a: i32, b: i32) +^ (c: i32, d: i32) = (a + c, b + d)
def (+^) (a: i32, b: i32) (c: i32, d: i32) = (a + c, b + d)
def x <+> y = x + y
def (<*>) 'a 'b (f: a -> b) (x: a): b = f x
def (x: i32) %% (y: i32): i32 = x
def (+) (x: i32) (y: i32) = x - y
def x `plus` y = x + y
def (&&&) x y = x
def {x, y} ++ {x = a, y = b} = 1
def (|||) x y = y
def (-) x y = x
def _ ** _ = 1
