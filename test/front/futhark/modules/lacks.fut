-- E1110: each missing part is named; a missing type does not make the values wrong.
module type s = { type t val zero: t val plus: t -> t -> t module inner: { val x: i32 } }
module a: s = { def zero = 0i32 def pluss (x: i32) (y: i32) = x + y }
module f (m: s) = {}
module b = f { type t = i32 def zero = 0i32 def plus (x: i32) (y: i32) = x + y module inner = {} }
