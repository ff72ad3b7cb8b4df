type t = #a i32 | #b
def f (xs: []t) = map (\(#a x) -> x) xs
