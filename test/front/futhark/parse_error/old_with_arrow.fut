def f xs = xs with [0] <- 1
