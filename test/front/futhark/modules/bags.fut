-- ==
-- input { [1,2,3] } output { [1,3] [1,2,3,1,2,3] }
module type t = { type~ bag val mk [n]: [n]i32 -> bag val odd: bag -> bag val app: bag -> bag -> bag val out: bag -> ?[k].[k]i32 }
module b: t = { type~ bag = []i32 def mk [n] (x: [n]i32): bag = x def odd (x: bag): bag = filter (\v -> v % 2 == 1) x def app (x: bag) (y: bag): bag = x ++ y def out (x: bag) = x }
def main [n] (xs: [n]i32) = (b.out (b.odd (b.mk xs)), b.out (b.app (b.mk xs) (b.mk xs)))
