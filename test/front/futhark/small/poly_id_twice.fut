-- Poly id twice.
-- ==
-- input { 3 2.0 } output { 3 2.0 }

def pair 'a 'b (x: a) (y: b) = (x, y)
entry main (x: i32) (y: f64) = pair (id x) (id y)
