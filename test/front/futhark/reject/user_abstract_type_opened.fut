-- An abstract type is not its representation.
-- ==
-- error: E1201

module m : {type t val zero : t} = {type t = i32 def zero = 0i32}
entry main (x: i32) : i32 = m.zero + x
