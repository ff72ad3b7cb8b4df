-- Module alias.
-- ==
-- input { 3 } output { 3 }

module a = {module b = {def id2 (x: i32) = x}}
module c = a.b
entry main (x: i32) = c.id2 x
