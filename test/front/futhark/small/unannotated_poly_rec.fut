-- Unannotated poly rec.
-- ==
-- input { 3 2.0 } output { 3 2.0 }

def fst (a, _) = a
def snd (_, b) = b
entry main (x: i32) (y: f64) = let p = (x, y) in (fst p, snd p)
