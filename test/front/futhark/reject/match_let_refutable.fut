-- A let with a pattern that may not fit.
-- ==
-- error: E1502
type t = #a i32 | #b
def main (x: i32) = let v: t = #a x in let #a y = v in y
