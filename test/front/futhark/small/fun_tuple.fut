-- Fun tuple.
-- ==
-- input { 3 } output { 9 12 }

def mk (k: i32) = ((+ k), (* k))
entry main (x: i32) = let (f, g) = mk x in (f 6, g 4)
