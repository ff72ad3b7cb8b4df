def f 't (x: t) (xs: []t) = xs with [0] = x
