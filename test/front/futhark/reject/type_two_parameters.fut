-- Two type parameters are taken for the same.
-- ==
-- error: E1201
def f 'a 'b (x: a) (y: b): a = if true then x else y
def main (x: i32) = f x x
