def a (xs: []i32) = xs.map (\x -> x + 1)
def b (xs: []i32) = xs.length
def c (xs: []i32) = xs.sum
def d (x: f64) = x.sqrt
def e (xs: []i32) = (map (+1) xs).length
def f (xs: []i32) = xs.size
def g (xs: []i32) = xs.nothing_of_the_kind
