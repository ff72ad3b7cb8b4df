-- E1112: another type, other parameters, more lifted.
module a: { type t = i32 } = { type t = i64 }
module b: { type t 'a } = { type t = i32 }
module c: { type t [n] } = { type t 'n = n }
module d: { type t } = { type^ t = i32 -> i32 }
module e: { type~ t } = { type^ t = i32 -> i32 }
