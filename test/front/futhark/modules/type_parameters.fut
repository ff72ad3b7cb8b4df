-- ==
-- input { 3 } output { 3 4 }
module type container = { type t 'a val one 'a: a -> t a val get 'a: t a -> a }
module box: container = { type t 'a = { content: a } def one 'a (x: a): t a = { content = x } def get 'a (b: t a) = b.content }
def main (x: i32) = (box.get (box.one x), box.get (box.one (x, x + 1)) |> (.1))
