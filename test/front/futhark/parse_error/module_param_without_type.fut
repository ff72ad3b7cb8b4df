module m (x) = { def y = 1 }
