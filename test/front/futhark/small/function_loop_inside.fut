-- Function loop inside.
-- ==
-- input { 3 } output { 8 }

def pow f n x = loop x for _i < n do f x
entry main (x: i32) = pow (* 2) x 1
