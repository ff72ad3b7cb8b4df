-- Two parameters of one name in a signature.
-- ==
-- error: E1212
module type s = { val f: (x: i32) -> (y: i32) -> (x: i32) -> i32 }
module m: s = { def f (x: i32) (y: i32) (z: i32) = x + y + z }
def main (x: i32) = m.f x x x
