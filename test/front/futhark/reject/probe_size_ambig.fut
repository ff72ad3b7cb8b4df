-- Size ambig.
-- ==
-- error: error\[E1[23]

def mk [n] (x: i32) : [n]i32 = replicate n x
entry main (x: i32) = length (mk x)
