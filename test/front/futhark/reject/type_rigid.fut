-- A type parameter is used as a number.
-- ==
-- error: E1201
def inc 'a (x: a): a = x + 1
def main (x: i32) = inc x
