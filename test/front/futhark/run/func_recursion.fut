-- Recursive functions.
-- ==
-- entry: main
-- input { 5 } output { 120 8 true }
-- input { 0 } output { 1 1 true }
def factorial (n: i32): i32 = if n <= 0 then 1 else n * factorial (n - 1)
def fibonacci (n: i32): i32 = if n <= 1 then 1 else fibonacci (n - 1) + fibonacci (n - 2)
def is_good (n: i32): bool = n <= 0 || is_good (n - 1)
def main (n: i32): (i32, i32, bool) = (factorial n, fibonacci n, is_good n)
