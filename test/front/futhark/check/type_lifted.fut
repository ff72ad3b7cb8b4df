-- A type that holds a function.
type t = i32 -> i32
