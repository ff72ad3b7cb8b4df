-- `(- 1)` is a number, unlike `(+ 1)`.
def less (xs: []i32) = map (- 1) xs
def fraction (xs: []f64) = map (-1.5) xs
def named (k: i32) (xs: []i32) = map (-k) xs
