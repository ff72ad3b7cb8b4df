def (=) x y = x
