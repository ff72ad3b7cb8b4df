def a xs = let xs[0] = 1 in xs
def b xs i = let xs[i] = 1 let xs[i, 0] = 2 in xs
def c xs = let xs[1:3] = ys in xs
def d xs n = let xs[n] = 1 in xs
def e xs = let xs[i + 1, :, ::2] = v in xs
