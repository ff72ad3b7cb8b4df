3({⍵}⎕BENCH 2)4
