-- A case is missing.
-- ==
-- error: E1501
type t = #a | #b i32 | #c
def main (x: i32) = let v: t = #b x in match v case #a -> 1 case #b y -> y
