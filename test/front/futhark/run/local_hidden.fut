-- Local definitions may be hidden by later ones of their name, and hide earlier ones.
-- ==
-- input { 3 } output { 25i32 2i32 }
local def f (x: i32) = x * 2
local def g (x: i32) = f x + 1
local def f (x: i32) = g x + 10
local def g2 = f
local type t = i32
local module m = { def k: t = 1 }
module m = { local open m def two: t = k + 1 }
def f (x: i32): t = 8 + g2 x
def main (x: i32): (t, i32) = (f x, m.two)
