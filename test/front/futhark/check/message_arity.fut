-- Functions that take fewer or more arguments than they are called with, members that another kind of numbers has,
-- and a word of another language.
def fewer (xs: []i32) = map2 (\x -> x) xs xs
def more (xs: []i32) = map (\x y -> x + y) xs
def floats (x: i32) = i32.sqrt x
def integers (x: f64) = f64.popc x
def after (x: i32) = x where 1
