-- E1113: no such type, not abstract, other parameters, too lifted; and one that the module contradicts.
module type s = { type t type u = i32 type v 'a val x: t }
module type no_such = s with tt = i32
module type not_abstract = s with u = i32
module type parameters = s with v = i32
module type lifted = s with t = (i32 -> i32)
module m: s with t = f32 = { type t = i32 type u = i32 type v 'a = a def x = 1i32 }
