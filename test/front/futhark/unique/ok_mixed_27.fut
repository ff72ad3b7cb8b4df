def f 't (xs: *[]t) (x: t) = xs with [0] = x
def g 't (xs: []t) (x: t) = copy xs with [0] = copy x
