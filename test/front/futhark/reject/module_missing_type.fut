-- A module lacks a type of its module type.
-- ==
-- error: E1110
module m: {type t} = {def x = 1i32}
def main (x: i32) = x
