-- A dictionary of functions passed explicitly.
-- ==
-- entry: main
-- input { [1, 2, 3] } output { 6 6 }
type^ monoid 'a = {zero: a, plus: a -> a -> a}
def fold [n] 'a (m: monoid a) (xs: [n]a): a = reduce m.plus m.zero xs
def sum: monoid i32 = {zero = 0, plus = (+)}
def product: monoid i32 = {zero = 1, plus = (*)}
def main (xs: []i32): (i32, i32) = (fold sum xs, fold product xs)
