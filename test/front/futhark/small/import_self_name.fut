-- Import self name.
-- ==
-- input { 3 } output { 3 }

module type foo = {val foo : i32 -> i32}
module foo : foo = {def foo (foo: i32) = foo}
entry main (x: i32) = foo.foo x
