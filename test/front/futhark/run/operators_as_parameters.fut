-- An operator in parentheses is a name in any pattern.
-- ==
-- input { [5, 3, 9, 1] } output { [1, 3, 5, 9] [9, 5, 3, 1] 1 6 6 }
def sort 't [n] ((<=): t -> t -> bool) (xs: [n]t): [n]t =
  let is_before i j = !(xs[i] <= xs[j]) || (j < i && xs[j] <= xs[i])
  let rank i = i64.sum (map (\j -> i64.bool (is_before i j)) (iota n))
  in scatter (copy xs) (map rank (iota n)) xs
def of_record {add = (+&), x: i32}: i32 = x +& 2
entry main (xs: []i32) =
  let ((+), x) = ((-): i32 -> i32 -> i32, 3)
  in (sort (<=) xs, sort (>=) xs, x + 2, (\(*) -> 2 * 4) (i32.+), of_record {add = (i32.+), x = 4})
