-- Abstract types of two applications differ.
-- ==
-- error: E1201

module f (m: {val x : i32}) : {type t val make : i32 -> t val get : t -> i32} = {type t = i32 def make (y: i32) = y + m.x def get (y: i32) = y}
module a = f {def x = 1i32}
module b = f {def x = 2i32}
entry main (x: i32) : i32 = a.get (b.make x)
