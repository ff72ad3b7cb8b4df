-- A type is used as a value.
-- ==
-- error: E1101
type t = i32
def main (x: i32) = t x
