-- `local` names are seen by what follows, but not from outside.
-- ==
-- input { 3 } output { 5 }
module m = {
  local def step = 2i32
  local open { def hidden (x: i32) = x + step }
  def f (x: i32) = hidden x
}
open m
def step = true
def main (x: i32) = if step then f x else 0
