def a = let {x, y = z} = r in x + z
def b = let (x, (y, _)) = t in y
def c = let (x: i32, y: f32) = t in x
def d = let () = u in 1
def e = let {} = u in 1
def f = let #some x = o in x
def g = let [n] (xs: [n]i32) = f y in n
def h = let [n][m] (xs: [n][m]i32) = f y in n * m
def i = let (#[attr] x) = y in x
def j = let ((x)) = y in x
def k = let {0 = x, 1 = y} = t in x
