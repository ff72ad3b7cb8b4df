def a = let f x = x + 1 in f 1
def b = let f (x: i32) (y: i32): i32 = x + y in f 1 2
def c = let f [n] 't (xs: [n]t): i64 = n in f []
def d = let f [n](xs: [n]i32) = n in f []
def e = let f[n] (xs: [n]i32) = n in f []
def g = let f () = 1 in f ()
def h = let f {x, y} = x + y in f r
def i = let f '^a (g: a -> a) = g in f
def j = let (+.) x y = x + y in 1 +. 2
def k = let x <+> y = x + y in 1 <+> 2
def l = let (a, b) <+> (c, d) = (a + c, b + d) in x
