-- Overloaded literals decided by what they are matched with.
-- ==
-- entry: main
-- input { 2i64 } output { 20u8 }
def pick 'a (x: i64) (a: a) (b: a): a = match x case 1 -> a case _ -> b
def main (x: i64): u8 = pick x 10 20
