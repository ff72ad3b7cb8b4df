-- A definition that hides a name of the prelude may use it; a new name is the function itself.
-- ==
-- input { 3i64 } output { [7, 7, 7] 6i64 }
module seven = { def replicate (n: i64): [n]i32 = replicate n 7 }
def factorial (n: i64): i64 = if n <= 1 then 1 else n * factorial (n - 1)
def main (n: i64) = (seven.replicate n, factorial n)
