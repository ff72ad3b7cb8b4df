-- A program.
-- ==
-- entry: main
-- input { 1 2 } output { 3 }
-- compiled random input { [100]i32 }

def main (x: i32) (y: i32): i32 = x + y
