-- E1106: values and modules share names; types and module types have their own.
def x = 1i32
type x = i32
module type x = {}
def x = 2i32
module x = {}
type x = i64
module type x = {}
module m = { def y = 1 def y = 2 }
module type s = { val a: i32 type t val a: i64 type t }
