-- ==
-- input { [1,2,3] } output { [2,3,4] }
module type mapper = { val m 'a 'b [n]: (a -> b) -> [n]a -> [n]b }
module mm: mapper = { def m f xs = map f xs }
module mm2: mapper = { def m = map }
def main (x: []i32) = mm2.m (+1) x |> mm.m (+0)
