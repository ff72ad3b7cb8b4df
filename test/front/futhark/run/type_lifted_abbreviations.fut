-- What is declared with `^` or `~` may be anything, and is as lifted as it says. An array of such values is one of what
-- the name stands for. A specified type that is known does not ask how lifted the module's is.
-- ==
-- input { 3 } output { [3, 3] 4 5 6 }
type^ t = i32
type^ pair '^a = (a, a)
type~ row = [2]i32
module type s = { type t val next: t -> t }
module known: s with t = i32 = { type^ t = i32 def next (x: t) = x + 1 }
module type fixed = { type t = i32 val next: t -> t }
module m: fixed = { type~ t = i32 def next (x: t) = x + 2 }
def both (x: t): row = [x, x]
def apply (f: pair (i32 -> i32)) (x: t) = f.0 (f.1 x)
def main (x: i32) =
  (both x, known.next x, m.next x, apply (known.next, m.next) x)
