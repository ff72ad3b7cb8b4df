-- A constructor that the sum does not have.
-- ==
-- error: E1204
type t = #a | #b
def main (x: i32): t = #c
