-- A constructor of another sum in a pattern.
-- ==
-- error: E1204
type t = #a | #b
def main (x: i32) = let v: t = #a in match v case #a -> 1 case #x -> x case #b -> 2
