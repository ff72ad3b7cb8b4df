-- E1109: opened, looked into, ascribed a module type with names, and a module that is not parametric.
module f (m: { type t }) = { def one = 1i32 }
open f
def x = f.one
module g: { val one: i32 } = f
module h = i32 f32
module i: (m: { type t }) -> { val one: i32 } = { def one = 1i32 }
