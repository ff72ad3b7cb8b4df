def pairs = scan (\x y -> (x, y)) 0 [1, 2]
def truth = reduce (+) 0 [true]
def bits = !1.0f32
def annotated = let xs: [3]i32 = [1, 2] in xs
