def (m.+) x y = x
