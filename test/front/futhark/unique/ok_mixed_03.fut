def f 'a (g: a -> a) (n: i32) (x: a): a = loop x for _i < n do g x
def h (xs: []i32) = f (map (+ 1)) 3 xs
