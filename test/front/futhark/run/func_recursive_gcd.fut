-- Recursion with several arguments.
-- ==
-- entry: main
-- input { 48 36 } output { 12 8 }
def gcd (a: i32) (b: i32): i32 = if b == 0 then a else gcd b (a % b)
def power (x: i32) (n: i32): i32 =
  if n == 0 then 1
  else if n % 2 == 0 then let h = power x (n / 2) in h * h
  else x * power x (n - 1)
def main (a: i32) (b: i32): (i32, i32) = (gcd a b, power 2 3)
