-- ==
-- input { 5 } output { 120 32 }
module type mon = { type t val one: t val mul: t -> t -> t }
module pow (M: mon) = { def pow (x: M.t) (n: i32) = loop acc = M.one for _i < n do M.mul acc x def prod [n] (xs: [n]M.t) = reduce M.mul M.one xs }
module p = pow { type t = i32 def one = 1i32 def mul x y = x * y : i32 }
def main (n: i32) = (p.prod (map (+1) (map i32.i64 (iota (i64.i32 n)))), p.pow 2 n)
