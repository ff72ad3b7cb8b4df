-- A type that holds an unknown size.
type t = []i32
