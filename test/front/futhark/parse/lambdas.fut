def a = \x -> x
def b = \x y -> x + y
def c = \(x: i32) (y, z): i32 -> x + y
def d = \_ -> 1
def e = \() -> 2
def f = map (\{x, y} -> x + y) rs
def g = \x: (i32 -> i32) -> \y -> x
def h = map2 (\x y -> let z = x in z + y) xs ys
def i = \x -> \y -> x : i32
