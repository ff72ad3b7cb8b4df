type t = {x = i32}
