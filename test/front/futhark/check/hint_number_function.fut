-- The functions of numbers are in the modules of their types; what they are applied to says which.
def root (xs: []i32) = sqrt xs[0]
def total (xs: []f64) = sum xs / f64 (length xs)
def waves (xs: []f32) = map sin xs
def largest (xs: []u8) = reduce max 0 xs
def inside (xs: []f64) = map (\x -> x * pi + abs x) xs
def unknown (x: i32) = nonsense x
