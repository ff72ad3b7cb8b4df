-- The representation of an abstract type is used outside.
-- ==
-- error: E1201
module m: {type t val make: i32 -> t} = {type t = i32 def make (x: i32) = x}
def main (x: i32) = m.make x + 1
