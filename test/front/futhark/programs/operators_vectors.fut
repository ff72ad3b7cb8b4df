-- Operators on vectors, and their sections.
-- ==
-- input { [1,2,3] [4,5,6] } output { [5i32, 14i32, 27i32] [10i32, 14i32, 18i32] [5i32, 7i32, 9i32] [4i32, 10i32, 18i32] }
def (<+>) [n] (a: [n]i32) (b: [n]i32) = map2 (+) a b
def (<*>) [n] (a: [n]i32) (b: [n]i32) = map2 (*) a b
def (*.) (k: i32) (xs: []i32) = map (k*) xs
entry main [n] (a: [n]i32) (b: [n]i32) = (a <+> b <*> a, 2 *. (a <+> b), (<+> b) a, (a <*>) b)
