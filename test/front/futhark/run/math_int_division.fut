-- Division and remainder round down; // and %% round towards zero.
-- ==
-- entry: main
-- input { 7 2 } output { 3 1 3 1 }
-- input { -7 2 } output { -4 1 -3 -1 }
-- input { 7 -2 } output { -4 -1 -3 1 }
-- input { -7 -2 } output { 3 -1 3 -1 }
-- input { 1 0 } error: E0403.*zero
-- input { -2147483648 -1 } output { -2147483648 0 -2147483648 0 }
def main (x: i32) (y: i32): (i32, i32, i32, i32) = (x / y, x % y, x // y, x %% y)
