type t = #a | b
