-- ==
-- input { [1,2,3] } output { [3,5,7] 12 }
module type alg = { type^ f val lift: (i32 -> i32) -> f val app: f -> i32 -> i32 val comp: f -> f -> f }
module a: alg = { type^ f = i32 -> i32 def lift (g: i32 -> i32): f = g def app (g: f) x = g x def comp (g: f) (h: f): f = \x -> g (h x) }
def main [n] (xs: [n]i32) = let h = a.comp (a.lift (+1)) (a.lift (*2)) in (map (a.app h) xs, i32.sum (map (a.app (a.lift (*2))) xs))
