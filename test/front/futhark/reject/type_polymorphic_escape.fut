-- A polymorphic function is not as general as stated.
-- ==
-- error: E1201
def f 'a (x: a): a = 1
def main (x: i32) = f x
