def a = loop x = 1 for i < 10 do x * 2
def b = loop (x, y) = (1, 2) for i < n - 1 do (y, x + y)
def c = loop x = 1 while x < 100 do x * 2
def d = loop acc = 0 for x in xs do acc + x
def e = loop acc = 0 for (x, y) in zip xs ys do acc + x * y
def f = loop x for i < n do x + i
def g = loop (x, y) while x < y do (y, x)
def h = loop (xs: *[n]i32) = copy ys for i < n do xs with [i] = 0
def i = loop [k] (xs: [k]i32) = ys for i < n do xs ++ xs
def j = loop x = 1 for _ < 3 do x
def k = loop {a, b} = r for i < 2 do {a, b}
def l = loop x: i32 = 0 for i < n do let y = x in y + 1
def m = (loop x = 0 for i < n do x + i) + 1
def o = loop x = loop y = 1 for i < 2 do y for j < 3 do x
