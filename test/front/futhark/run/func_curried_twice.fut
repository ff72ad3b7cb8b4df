-- Partial application in several steps, through polymorphic helpers.
-- ==
-- entry: main
-- input { 1 2 3 } output { 123 321 132 }
def digits (a: i32) (b: i32) (c: i32): i32 = a * 100 + b * 10 + c
def rotate3 '^a '^b '^c '^d (f: a -> b -> c -> d) (c: c) (b: b) (a: a): d = f a b c
def main (a: i32) (b: i32) (c: i32): (i32, i32, i32) =
  let f = digits a
  let g = f b
  let h = flip (digits a)
  in (g c, rotate3 digits a b c, h b c)
