-- Abstract types of two applications of a parametric module differ.
-- ==
-- error: E1201
module type s = {type t val make: i32 -> t val get: t -> i32}
module make (m: {}): s = {type t = i32 def make (x: i32) = x def get (x: i32) = x}
module a = make {}
module b = make {}
def main (x: i32) = b.get (a.make x)
