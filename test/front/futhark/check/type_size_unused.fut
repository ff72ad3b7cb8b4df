-- A size parameter of a type that is unused.
type t [n] = i32
