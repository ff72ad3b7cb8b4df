def (x, y) = (1, 2)
