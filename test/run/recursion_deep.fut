-- Endless recursion is a failure of the program, not a crash.
def f (n: i64): i64 = if n == 0 then 0 else 1 + f (n - 1) * 3 % 7

entry main (n: i64): i64 = f n
-- ==
-- input { 10i64 } output { 5i64 }
-- input { 1000000000i64 } error: E0406.*recursion
