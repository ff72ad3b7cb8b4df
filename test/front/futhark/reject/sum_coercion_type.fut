-- A coercion changes sizes, and not the elements.
-- ==
-- error: E1201
def f [n] (xs: [n]i32): (#a ([n]i32) | #b) = #a xs
def g (xs: []i32) = match (f xs :> (#a ([]f32) | #b)) case #a _ -> 1i32 case #b -> 0
