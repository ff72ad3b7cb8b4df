-- Names with primes, underscores and keywords inside.
-- ==
-- entry: main
-- input { 3 } output { 12 }
def x' (x: i32) = x + 1
def x'' (x_: i32) = x' x_
def let_it_be = 4i32
def ifx_then (a: i32) = a
def main (main': i32): i32 = x'' main' + let_it_be + ifx_then main' + 1
