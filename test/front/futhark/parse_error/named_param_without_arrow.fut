type t = (x: i64)
