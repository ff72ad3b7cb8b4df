-- Unit.
-- ==
-- input { 3 } output { 3 }

def f () : i32 = 3
def g (_: ()) = f ()
entry main (x: i32) = let () = () in g () + x - 3
