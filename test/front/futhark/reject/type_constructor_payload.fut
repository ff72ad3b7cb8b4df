-- A constructor with a payload of another type.
-- ==
-- error: E1201
type t = #a i32 | #b
def main (x: f64): t = #a x
