-- ==
-- input { 10i64 } output { 45i64 }
module M = { type t = i64 def zero: t = 0 def add (a: t) (b: t) = a + b def (%+) = add module type Q = { val zero: t } type pair 'a 'b = (a, b) }
module Z: M.Q = M
def f ((a, b): M.pair M.t M.t): M.t = a M.%+ b
def main (n: i64): M.t =
  let g (x: M.t): M.t = x `M.add` Z.zero
  in loop acc = M.zero for i < n do f (acc, g i)
