-- `open` makes names visible and exports them; what is opened later hides what was before.
-- ==
-- input { 3 } output { 35 }
module a = { def f (x: i32) = x + 1 def g (x: i32) = x + 2 }
module b = { open a def f (x: i32) = x * 10 }
open b
def main (x: i32) = f x + g x
