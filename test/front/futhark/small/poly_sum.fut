-- Poly sum.
-- ==
-- input { 3 } output { 3 true }

type opt 'a = #none | #some a
def get 'a (d: a) (o: opt a) : a = match o case #none -> d case #some x -> x
entry main (x: i32) = (get 0 (#some x), get true #none)
