-- ==
-- input { 3 } output { 21 }
module vec = { def (+) (a: i32) (b: i32) = a i32.* b def seven = 7i32 }
def main (x: i32) = vec.(x + seven)
