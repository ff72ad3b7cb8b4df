-- The payload of a match on a parameter is consumed.
-- ==
-- error: E1402
type t = #some [2]i32 | #none
def main (v: t): [2]i32 = match v case #some ys -> ys with [0] = 1 case #none -> [0, 0]
