-- ==
-- input { 3 } output { 5 }
module base = { def a (x: i32) = x + 1 type t = i32 module inner = { def b (x: i32) = x + 1 } module type mt = { val a: i32 -> i32 } }
module ext = { open base open inner def c (x: t) = a (b x) }
module chk: ext.mt = ext
def main (x: ext.t) = ext.c x
