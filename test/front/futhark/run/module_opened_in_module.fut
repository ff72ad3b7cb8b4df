-- open inside a module exports; names are resolved where they stand.
-- ==
-- entry: main
-- input { 1 } output { 11 111 }
module a = { def step (x: i32) = x + 10 }
module b = { open a def twice (x: i32) = step (step x) - 10 }
module c = { open b def step (x: i32) = x + 100 def both (x: i32) = step (twice x) }
def main (x: i32): (i32, i32) = (c.twice x, c.both x)
