-- Size ambig.
-- ==
-- error: E1306

def mk [n] (x: i32) : [n]i32 = replicate n x
entry main (x: i32) = length (mk x)
