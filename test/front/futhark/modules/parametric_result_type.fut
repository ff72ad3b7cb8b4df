-- The type of the result hides the types that it does not name; each application has its own.
-- ==
-- input { 3 } output { 4 }
module type stack = { type elem type t val one: elem -> t val top: t -> elem }
module mk_stack (e: { type t }): stack with elem = e.t = {
  type elem = e.t
  type t = { top: elem, depth: i32 }
  def one (x: elem): t = { top = x, depth = 1 }
  def top (s: t): elem = s.top
}
module s = mk_stack i32
def main (x: i32): i32 = s.top (s.one x) + 1
