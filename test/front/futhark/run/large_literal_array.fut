-- A table of constants, indexed by computed values.
-- ==
-- entry: main
-- input { [0, 5, 19] } output { [2, 13, 71] }
def primes: []i32 =
  [ 2, 3, 5, 7, 11, 13, 17, 19, 23, 29
  , 31, 37, 41, 43, 47, 53, 59, 61, 67, 71 ]
def main (is: []i32): []i32 = map (\i -> primes[i]) is
